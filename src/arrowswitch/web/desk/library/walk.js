// Plays the way of a contestant through the rounds: the links of the rounds work without it.

const steps = /** @type {HTMLElement | null} */ (document.querySelector("[data-walk]"));

/** Shows the picture up to a round. */
function show(/** @type {HTMLElement} */ bar, /** @type {number} */ step) {
  bar.dataset.step = String(step);
  for (const part of document.querySelectorAll("[data-at]")) {
    const at = Number(/** @type {HTMLElement | SVGElement} */ (part).dataset.at);
    part.classList.toggle("ahead", at > step);
  }
  for (const link of bar.querySelectorAll("[data-to]")) {
    if (Number(/** @type {HTMLElement} */ (link).dataset.to) === step) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}

if (steps) {
  const bar = steps;
  const rounds = Number(bar.dataset.rounds);
  const button = document.createElement("button");
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let timer;
  button.type = "button";
  button.id = "walk-play";
  button.textContent = bar.dataset.play ?? "";
  bar.prepend(button);

  const stop = () => {
    clearInterval(timer);
    timer = undefined;
    button.textContent = bar.dataset.play ?? "";
  };
  button.addEventListener("click", () => {
    if (timer !== undefined) {
      stop();
      return;
    }
    show(bar, 1);
    button.textContent = bar.dataset.stop ?? "";
    timer = setInterval(() => {
      const next = Number(bar.dataset.step) + 1;
      if (next > rounds) stop();
      else show(bar, next);
    }, 900);
  });
  bar.addEventListener("click", (event) => {
    const link = /** @type {HTMLElement} */ (event.target).closest("[data-to]");
    if (!link) return;
    event.preventDefault();
    stop();
    show(bar, Number(/** @type {HTMLElement} */ (link).dataset.to));
  });
}

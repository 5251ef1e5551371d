// The first plan is on the page at once; better ones are asked for behind it and take its place when they are found.

const LATER_MS = 300;
let isAsking = false;

async function ask() {
  const box = document.getElementById("better");
  const plans = document.getElementById("plans");
  if (!box || !plans || isAsking) return;
  isAsking = true;
  const answer = await fetch(box.dataset.at ?? "").catch(() => null);
  isAsking = false;
  // The page may have been replaced while the search was under way: then ask again.
  if (!box.isConnected) return void ask();
  if (!answer?.ok) return box.remove();
  const html = await answer.text();
  // A field in use, a pressed button or a form being sent stays in place; the better plans wait until it is done.
  const place = () => {
    if (!box.isConnected) return;
    if (plans.querySelector("input:focus, :active, form.is-under-way")) setTimeout(place, LATER_MS);
    else plans.innerHTML = html;
  };
  place();
}

document.addEventListener("click", (event) => {
  const pressed = event.target instanceof Element ? event.target.closest("[data-longer]") : null;
  const box = pressed?.parentElement;
  if (!(pressed instanceof HTMLElement) || !box || isAsking) return;
  box.id = "better";
  box.setAttribute("role", "status");
  box.dataset.at = pressed.dataset.longer ?? "";
  box.textContent = pressed.dataset.told ?? "";
  void ask();
});
document.addEventListener("desk:shown", () => void ask());
void ask();

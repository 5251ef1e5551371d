// Round clocks: every element with data-clock shows the time left. The server's own time came with the page, so that a wrong clock in
// this computer does no harm. Sound is off until it is switched on here.
import { fieldOf } from "/static/js/dom.js";

const SOUND = "arrowswitch.sound";
const AUTO_ROUND = "arrowswitch.auto-round";
/** How long after its end a round still brings the next one: a page opened later starts nothing by itself. */
const AUTO_SECONDS = 60;
/** @type {WeakMap<HTMLElement, number>} */
const arrived = new WeakMap();
let spoken = "";

/** @param {number} number */
const two = (number) => String(number).padStart(2, "0");

/** @param {HTMLElement} element */
function secondsLeft(element) {
  if (element.dataset.left) return Number(element.dataset.left);
  const ahead = arrived.get(element) ?? Date.now() - Date.parse(element.dataset.now ?? "");
  arrived.set(element, ahead);
  return Math.ceil((Date.parse(element.dataset.endsAt ?? "") - (Date.now() - ahead)) / 1000);
}

/** @param {HTMLElement} element */
function show(element) {
  const left = secondsLeft(element);
  const isRunning = !element.dataset.left;
  const whole = Math.abs(left);
  element.textContent = `${left < 0 ? "+" : ""}${two(Math.floor(whole / 60))}:${two(whole % 60)}`;
  const state = !isRunning
    ? "is-paused"
    : left <= 0
      ? "is-over"
      : left <= Number(element.dataset.warning)
        ? "is-warning"
        : "is-running";
  if (!element.classList.contains(state)) {
    element.classList.remove("is-paused", "is-over", "is-warning", "is-running");
    element.classList.add(state);
  }
  return { state, left, id: element.dataset.endsAt ?? "" };
}

/**
 * Warning and end are said once: to a screen reader, and as a sound where that is switched on.
 * @param {HTMLElement} element
 * @param {{ state: string, left: number, id: string }} now
 */
function tell(element, { state, left, id }) {
  const moment = `${id} ${state}`;
  if (moment === spoken || !["is-warning", "is-over"].includes(state)) return;
  const isFresh = state === "is-warning" ? Number(element.dataset.warning) - left < 3 : left > -3;
  spoken = moment;
  if (!isFresh) return;
  const words = element.dataset.said && JSON.parse(element.dataset.said);
  const region = document.getElementById("clock-said");
  if (words && region) region.textContent = state === "is-warning" ? words.warning : words.over;
  if (localStorage.getItem(SOUND) === "on") sound(state === "is-over" ? [660, 660, 880] : [660]);
}

/** @type {AudioContext | null} */
let audio = null;
/** @param {number[]} tones */
function sound(tones) {
  audio ??= new AudioContext();
  const { currentTime, destination } = audio;
  for (const [place, tone] of tones.entries()) {
    const voice = audio.createOscillator();
    const volume = audio.createGain();
    const at = currentTime + place * 0.45;
    voice.frequency.value = tone;
    volume.gain.setValueAtTime(0.25, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + 0.4);
    voice.connect(volume).connect(destination);
    voice.start(at);
    voice.stop(at + 0.42);
  }
}

let started = "";
/**
 * Starts the next round where that is switched on here. The form's command id is the round's own: several computers, or
 * a step that was taken back, start it once.
 * @param {{ state: string, left: number, id: string }} now
 */
function startNext({ state, left, id }) {
  const form = document.getElementById("auto-round");
  if (!(form instanceof HTMLFormElement) || state !== "is-over" || left < -AUTO_SECONDS || id === started) return;
  if (localStorage.getItem(AUTO_ROUND) !== "on") return;
  started = id;
  form.requestSubmit();
}

function tick() {
  let first = true;
  for (const element of document.querySelectorAll("[data-clock]")) {
    const now = show(element);
    if (first) {
      tell(element, now);
      startNext(now);
    }
    first = false;
  }
}

const region = document.createElement("div");
region.id = "clock-said";
region.className = "sr";
region.setAttribute("aria-live", "assertive");
document.body.append(region);

function switches() {
  /** @type {NodeListOf<HTMLInputElement>} */
  const boxes = document.querySelectorAll("[data-sound-switch]");
  for (const box of boxes) box.checked = localStorage.getItem(SOUND) === "on";
  /** @type {NodeListOf<HTMLInputElement>} */
  const autos = document.querySelectorAll("[data-auto-round]");
  for (const box of autos) box.checked = localStorage.getItem(AUTO_ROUND) === "on";
}
document.addEventListener("change", (event) => {
  const box = fieldOf(event, "[data-auto-round]");
  if (box) localStorage.setItem(AUTO_ROUND, box.checked ? "on" : "off");
});
document.addEventListener("change", (event) => {
  const box = fieldOf(event, "[data-sound-switch]");
  if (!box) return;
  localStorage.setItem(SOUND, box.checked ? "on" : "off");
  if (box.checked) sound([660]);
});
document.addEventListener("desk:replaced", () => {
  switches();
  tick();
});

switches();
tick();
setInterval(tick, 250);

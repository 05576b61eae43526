// A screen in the playing hall: shows one part of the list after the other, and how long the round still lasts.
// Without this file all parts stand below each other. live.js exchanges what is in them.

const TURN_MS = 12_000;
const TICK_MS = 1_000;
const QUIET_MS = 4_000;

const stage = document.querySelector("[data-screen]");
const slides = document.querySelector("#slides");
const bar = document.querySelector("[data-turning]");
const pause = document.querySelector("[data-pause]");

let shown = 0;
let paused = false;
let quiet = 0;

function show() {
  const all = [...slides.querySelectorAll("[data-slide]")];
  if (!all.length) return;
  shown = ((shown % all.length) + all.length) % all.length;
  all.forEach((slide, place) => {
    const hide = place !== shown;
    if (slide.hidden !== hide) slide.hidden = hide;
  });
}

function turn(by) {
  shown += by;
  show();
}

const two = (number) => String(number).padStart(2, "0");

/** The time until the round is over, or else the time of day. */
function tick() {
  const timer = document.querySelector("[data-clock]");
  if (timer.querySelector("[data-round-clock]")) return; // it has a script of its own
  const now = new Date();
  const left = Math.ceil((Date.parse(timer.dataset.until) - now) / 1000);
  const text = !timer.dataset.until ? `${now.getHours()}:${two(now.getMinutes())}` : left > 0 ? `${Math.floor(left / 3600)}:${two(Math.floor(left / 60) % 60)}:${two(left % 60)}` : timer.dataset.over;
  if (timer.textContent !== text) timer.textContent = text;
}

function togglePause() {
  paused = !paused;
  pause.setAttribute("aria-pressed", String(paused));
}

/** Nothing but the list is on the wall: the controls are there for a few seconds after a mouse, a finger or a key. */
function wake() {
  clearTimeout(quiet);
  stage.removeAttribute("data-quiet");
  quiet = setTimeout(() => stage.setAttribute("data-quiet", ""), QUIET_MS);
}

const full = document.querySelector("[data-full]");
full.hidden = !document.fullscreenEnabled;
full.addEventListener("click", () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()));
bar.hidden = false;
stage.setAttribute("data-quiet", "");
for (const kind of ["pointermove", "pointerdown", "keydown"]) addEventListener(kind, wake);
pause.addEventListener("click", togglePause);
for (const button of bar.querySelectorAll("[data-turn]")) button.addEventListener("click", () => turn(Number(button.dataset.turn)));
// What came by the connection stands there unhidden.
new MutationObserver(show).observe(slides, { childList: true, subtree: true, attributes: true, attributeFilter: ["hidden"] });
setInterval(() => paused || turn(1), TURN_MS);
setInterval(tick, TICK_MS);
show();
tick();

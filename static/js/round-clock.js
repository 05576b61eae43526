// The clock of a round, wherever it is shown: it ticks by the server's time, shows when time is up, and rings there where
// somebody allowed it (sounds.js). At the desk its buttons are sent without loading the page. Without this file it says
// when the round ends.

const TICK_MS = 250;
const BELL = "round-bell";
const ON = "on";
const ROW = { "X-Desk": "clock" };

/** How far the server's time is ahead of this device's, in milliseconds. */
let ahead = 0;
/** The ends that were still to come when they were first seen here: they ring once. */
const awaited = new Set();
let sending = Promise.resolve();

const clocks = () => document.querySelectorAll("[data-round-clock]");
const bells = () => document.querySelectorAll("[data-bell]");
const isAllowed = () => localStorage.getItem(BELL) === ON;
const two = (number) => String(number).padStart(2, "0");

function written(seconds) {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

function tick() {
  for (const clock of clocks()) show(clock);
}

function show(clock) {
  const { until, left, over } = clock.dataset;
  const seconds = until ? Math.ceil((Date.parse(until) - Date.now() - ahead) / 1000) : Number(left);
  const time = clock.querySelector("[data-time]");
  const text = seconds > 0 ? written(seconds) : over;
  if (time.textContent !== text) time.textContent = text;
  clock.toggleAttribute("data-is-over", seconds <= 0);
  clock.toggleAttribute("data-ticks", true);
  if (!until) return;
  if (seconds > 0) awaited.add(until);
  else if (awaited.delete(until)) ring();
}

function ring() {
  if (isAllowed()) document.dispatchEvent(new CustomEvent("play-sound", { detail: "bell" }));
}

function showBells() {
  for (const bell of bells()) {
    bell.hidden = !("AudioContext" in window);
    bell.setAttribute("aria-pressed", String(isAllowed()));
  }
}

function toggleBell(event) {
  if (!event.target.closest?.("[data-bell]")) return;
  localStorage.setItem(BELL, isAllowed() ? "off" : ON);
  showBells();
  if (isAllowed()) document.dispatchEvent(new CustomEvent("play-sound", { detail: "bell" }));
}

/** A button of the clock at the desk: what is being entered beside it stays. One is sent after the other. */
function press(event) {
  if (!event.target.closest("[data-desk-clock]")) return;
  event.preventDefault();
  const { action } = event.target;
  const body = new URLSearchParams(new FormData(event.target, event.submitter));
  sending = sending.then(() => send(action, body));
}

async function send(action, body) {
  const answer = await fetch(action, { method: "POST", headers: ROW, body }).catch(() => null);
  const desk = document.querySelector("[data-desk-clock]");
  const text = answer ? await answer.text() : "";
  const fresh = new DOMParser().parseFromString(text, "text/html");
  const clock = answer?.ok && fresh.querySelector("[data-desk-clock]");
  if (clock) replace(desk, clock);
  else if (answer?.ok) location.reload();
  else refuse(desk, fresh.querySelector("[data-refusal]")?.textContent);
}

function refuse(desk, why) {
  const note = desk.querySelector("[data-clock-refused]");
  note.textContent = why?.trim() || note.dataset.failed; // no answer at all
  note.hidden = false;
}

/** The focus stays among the buttons. */
function replace(desk, fresh) {
  const hadFocus = desk.contains(document.activeElement);
  desk.replaceWith(fresh);
  showBells();
  tick();
  if (hadFocus) fresh.querySelector("button:not([hidden]), input:not([type=hidden])")?.focus();
}

/** Another arbiter set it: the desk has the new one with its news (desk.js). */
function take({ detail: html }) {
  const desk = document.querySelector("[data-desk-clock]");
  if (!desk || !html || desk.contains(document.activeElement)) return;
  const fresh = new DOMParser().parseFromString(html, "text/html").querySelector("[data-desk-clock]");
  if (fresh && fresh.dataset.number === desk.dataset.number) replace(desk, fresh);
}

/** Devices go wrong by minutes: the head of a small answer says what time it is at the server, to the second. */
async function compareTime() {
  const file = document.querySelector("link[rel=icon]")?.href;
  const answer = file && (await fetch(file, { method: "HEAD", cache: "no-store" }).catch(() => null));
  const told = Date.parse(answer?.headers.get("Date"));
  const difference = told + 500 - Date.now();
  if (Math.abs(difference) > 1500) ahead = difference;
}

document.addEventListener("click", toggleBell);
document.addEventListener("submit", press);
document.addEventListener("desk-clock", take);
document.addEventListener("parts-taken", tick);
showBells();
tick();
if (clocks().length) compareTime();
setInterval(tick, TICK_MS);

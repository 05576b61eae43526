// A game that is played: its clocks tick here between two answers of the server, which alone counts the time. When a clock
// shows nothing any more, the server is asked, and it says whether the flag has fallen.

const TICK_MS = 100;
const ASK_MS = 1_000;
const GRACE_MS = 300; // the server lets a turn in flight arrive
const HERE_MS = 10_000;
const LINES = 5; // of so many requests the shortest says what the line takes, and not the server
const HOUR = 3_600_000;
const TWO_DAYS = 48 * HOUR;
const TENTHS_BELOW = 10_000;

const table = document.querySelector("[data-playing]");
let shownAt = performance.now();
let askedAt = -Infinity;
const lines = [];
let measured = ""; // what the server measured of the line, signed by it

/** What a clock shows: "1:02:03", "9:58", and tenths in the last ten seconds. */
function clockText(left) {
  const seconds = Math.floor(left / 1000);
  const two = (number) => String(number).padStart(2, "0");
  if (left < TENTHS_BELOW) return `0:0${seconds}.${Math.floor((left % 1000) / 100)}`;
  const minutes = `${left < HOUR ? Math.floor(seconds / 60) : two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return left < HOUR ? minutes : `${Math.floor(left / HOUR)}:${minutes}`;
}

function tick() {
  for (const clock of table.querySelectorAll("[data-ticks]")) {
    const runs = "runs" in clock.dataset;
    const left = Number(clock.dataset.ticks) - (runs ? performance.now() - shownAt : 0);
    if (left < TWO_DAYS) clock.textContent = clockText(Math.max(0, left));
    clock.toggleAttribute("data-short", runs && left < 2 * TENTHS_BELOW);
    if (runs && left < -GRACE_MS) askAgain();
  }
}

/** Let the board ask how the game is now. */
function askAgain() {
  if (performance.now() - askedAt < ASK_MS) return;
  askedAt = performance.now();
  document.dispatchEvent(new CustomEvent("live", { detail: {} }));
}

/** Say that the player is here, and how long the line takes; look again where the opponent has left or come back. */
async function sayHere() {
  const token = table.querySelector("[name=csrfmiddlewaretoken]").value;
  const body = new URLSearchParams(lines.length ? { line: Math.round(Math.min(...lines)), measured } : {});
  const sentAt = performance.now();
  const answer = await fetch(table.dataset.here, { method: "POST", headers: { "X-CSRFToken": token }, body }).catch(() => null);
  if (!answer?.ok) return;
  lines.push(performance.now() - sentAt);
  if (lines.length > LINES) lines.shift();
  const { opponent } = await answer.json();
  if (opponent === table.dataset.opponent) return;
  table.dataset.opponent = opponent;
  document.dispatchEvent(new CustomEvent("board-look"));
}

/** What a turn changes beside the board. Where it changed more than the server told of, the board looks again. */
function showTurn({ turn, sides, more, table: { locked } }) {
  for (const [seat, { left, has, moves, runs }] of sides.entries()) {
    const now = table.querySelector(`.side-${seat} .side-now`);
    const clock = now.querySelector("[data-ticks]");
    clock.dataset.ticks = left;
    clock.toggleAttribute("data-to-move", moves);
    clock.toggleAttribute("data-runs", runs);
    now.querySelector(".side-has").textContent = has;
  }
  if (!more) {
    document.dispatchEvent(new CustomEvent("turn-made", { detail: turn }));
    showStage(turn.ply);
  }
  showTitle(locked ? table.dataset.titleWaiting : table.dataset.titleTurn);
  const isBack = !locked && table.dataset.opponent !== "here"; // he has made a turn
  if (more || isBack) document.dispatchEvent(new CustomEvent("board-look"));
}

/** What is there from a number of turns on, or until then: resigning, what may be offered. */
function showStage(ply) {
  for (const each of table.querySelectorAll("#play-side :is([data-from], [data-until])")) {
    each.hidden = ply < Number(each.dataset.from ?? 0) || ply >= Number(each.dataset.until ?? Infinity);
  }
}

function showTitle(title) {
  if (isOwnTurn(title) && !isOwnTurn(document.title)) table.querySelector("[data-board]").classList.add("fresh");
  document.title = `${title} · Gipfel`;
  const icon = document.querySelector("link[rel=icon]");
  const shown = isOwnTurn(title) ? table.dataset.iconTurn : table.dataset.icon;
  if (icon.getAttribute("href") !== shown) icon.setAttribute("href", shown);
}

/** The field for a turn in words is opened by a key or its button, and closed by Escape. */
function showTyping(isOpen) {
  const form = table.querySelector("[data-turns]");
  form.classList.toggle("is-open", isOpen);
  table.querySelector("[data-type]")?.setAttribute("aria-expanded", String(isOpen));
  if (isOpen) form.elements.turns.focus();
}

function listenToTyping() {
  const toggle = table.querySelector("[data-type]");
  const field = table.querySelector("[data-turns]").elements.turns;
  toggle?.addEventListener("click", () => showTyping(true));
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.("input, textarea, select")) return;
    if (event.key !== "t" || !toggle) return;
    event.preventDefault();
    showTyping(true);
  });
  field.form.addEventListener("submit", () => showTyping(false));
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    field.value = "";
    showTyping(false);
    toggle?.focus();
  });
}

/** What hands the game to the apps of the device, where there are some. */
function offerSharing() {
  const button = table.querySelector("#play-side [data-share]");
  if (button) button.hidden = !navigator.share;
}

/** Both go to the rematch when it begins. */
function goToRematch() {
  const link = table.querySelector("[data-rematch]");
  if (link) location.assign(link.href);
}

function isOwnTurn(title) {
  return title.startsWith("●");
}

if (table) {
  document.addEventListener("board-state", ({ detail }) => {
    shownAt = performance.now();
    if (detail.turn) showTurn(detail);
    if (detail.title) showTitle(detail.title);
    tick();
    offerSharing();
    goToRematch();
  });
  table.addEventListener("click", (event) => {
    const { share, shareTitle: title } = event.target.closest("[data-share]")?.dataset ?? {};
    if (share) navigator.share({ url: new URL(share, location.href).href, title }).catch(() => null); // called off
  });
  listenToTyping();
  offerSharing();
  document.addEventListener("live-measured", ({ detail }) => (measured = detail));
  setInterval(tick, TICK_MS);
  if (table.dataset.here) setInterval(sayHere, HERE_MS);
}

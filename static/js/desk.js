// The arbiter's desk: results by one key each, one board after the other, and a line when results came in from
// elsewhere (live.js tells when). Without this file the buttons are plain forms.

const WANTED_MS = 2_000;
const BUSY = 503;
const MOST_TRIES = 6;
const ARROWS = { ArrowDown: 1, ArrowUp: -1 };
const UNDO = "u";
/** What is to be done when all results are in: a key that comes too late must not change the last board. */
const NEXT_STEP = "#desk-next .step .button";

const desk = document.querySelector("[data-desk]");
const boards = document.querySelector("[data-boards]");
const said = document.querySelector("[data-said]");
const left = document.querySelector("[data-left]");
const wanted = document.querySelector("[data-wanted]");
const offline = document.querySelector("[data-offline]");

/** The board at which something was entered last: its undo is in reach from everywhere. */
let last = null;

const rows = () => [...boards.querySelectorAll("[data-row]")];
const isOpen = (row) => row.dataset.open === "yes";

/** The key of an open text field, list or menu is its own. */
function typing(event) {
  return event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input:not([type=hidden]), select, textarea");
}

function step(row, by) {
  const all = rows();
  all[all.indexOf(row) + by]?.focus();
}

/** The first board without a result after this one, else the first of all. */
function nextOpen(row) {
  const all = rows();
  const from = all.indexOf(row) + 1;
  return [...all.slice(from), ...all.slice(0, from)].find(isOpen);
}

/** Post what a form says. What the server cannot do for a moment is sent again, marked so that nothing is done twice. */
async function post(address, body) {
  for (let tries = 1; ; tries += 1) {
    const answer = await fetch(address, { method: "POST", body, headers: { "X-Desk": "row" } });
    if (answer.status !== BUSY || tries === MOST_TRIES) return answer;
    body.append("_again", "");
    const seconds = Number(answer.headers.get("Retry-After")) || 2;
    await new Promise((go) => setTimeout(go, seconds * 1000 * (1 + Math.random())));
  }
}

async function send(row, button) {
  if (row.getAttribute("aria-busy") === "true") return;
  row.setAttribute("aria-busy", "true");
  const form = button.form;
  const body = new URLSearchParams(new FormData(form, button));
  let answer;
  try {
    answer = await post(button.getAttribute("formaction") ?? form.action, body);
  } catch {
    row.removeAttribute("aria-busy");
    offline.hidden = false;
    return;
  }
  offline.hidden = true;
  const isDone = answer.headers.has("X-Already-Done");
  if (answer.ok && !answer.redirected && !isDone) return take(row, answer, button.name === "claim");
  const kind = answer.headers.get("Content-Type") ?? "";
  // A result that needs a reason, or came too late, has a page of its own; anything else is told by the whole page.
  if (kind.startsWith("application/json")) location.assign((await answer.json()).go);
  else location.reload();
}

/** Put the board as it is now in the row's place, and go on: after an undo at the same board. */
async function take(row, answer, isUndo) {
  const holder = document.createElement("template");
  holder.innerHTML = (await answer.text()).trim();
  const fresh = holder.content.firstElementChild;
  row.replaceWith(fresh);
  said.textContent = fresh.getAttribute("aria-label");
  count();
  last = fresh;
  const next = isUndo ? fresh : nextOpen(fresh);
  (next ?? fresh).focus();
  if (isOpen(row) !== isOpen(fresh) && rows().filter(isOpen).length <= (isOpen(fresh) ? 1 : 0)) await renewSides();
  if (!next && document.activeElement === fresh) document.querySelector(NEXT_STEP)?.focus();
}

/** With the last result, or when it is taken back, other steps can be taken: fetch what stands beside the boards. */
async function renewSides() {
  const answer = await fetch(location.href).catch(() => null);
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const side of document.querySelectorAll(".desk-side")) {
    const fresh = page.getElementById(side.id);
    if (fresh && !side.contains(document.activeElement)) side.replaceWith(fresh);
  }
}

function count() {
  const open = rows().filter(isOpen).length + Number(left.dataset.elsewhere);
  if (open === 0) left.textContent = left.dataset.none;
  else left.textContent = open === 1 ? left.dataset.one : left.dataset.many.replace("%d", String(open));
}

function keys(event) {
  if (typing(event)) return;
  const own = event.target.closest("[data-row]");
  const row = event.key.toLowerCase() === UNDO && !own?.querySelector(`[data-key=${UNDO}]`) ? last : own;
  if (!row) return;
  if (event.key in ARROWS) {
    event.preventDefault();
    step(row, ARROWS[event.key]);
    return;
  }
  const button = row.querySelector(`[data-key="${CSS.escape(event.key.toLowerCase())}"]`);
  if (!button || event.repeat) return;
  event.preventDefault();
  send(row, button);
}

function clicks(event) {
  const row = event.target.closest("[data-row]");
  if (!row || !event.submitter?.value) return;
  event.preventDefault();
  send(row, event.submitter);
}

async function news() {
  if (document.hidden) return null;
  const answer = await fetch(`${desk.dataset.news}?since=${desk.dataset.version}`).catch(() => null);
  return answer?.ok ? answer.json() : null;
}

/** How far the round is that a worker pairs; when it is there, or could not be made, the desk is shown anew. */
async function watch() {
  const told = await news();
  if (!told) return;
  if (told.wanted === null) location.reload();
  else wanted.querySelector("progress").value = told.wanted;
}

/** Results from elsewhere are told, and taken in when the arbiter wants: what is being entered stays where it is. */
async function poll() {
  const told = await news();
  if (!told) return;
  const line = document.querySelector("[data-news-line]");
  line.hidden = !told.text;
  document.querySelector("[data-news-link]").textContent = told.text;
}

if (boards) {
  desk.addEventListener("keydown", keys);
  boards.addEventListener("submit", clicks);
  document.addEventListener("live", poll);
}
if (wanted) setInterval(watch, WANTED_MS);

// The arbiter's desk: results by one key each, one board after the other, and a line when results came in from
// elsewhere (live.js tells when). Without this file the buttons are plain forms.

const WANTED_MS = 2_000;
const ARROWS = { ArrowDown: 1, ArrowUp: -1 };
const UNDO = "u";
const OPEN = "pending";
const ROW = { "X-Desk": "row" };
/** What is to be done when all results are in: a key that comes too late must not change the last board. */
const NEXT_STEP = "#desk-next .step .button";
const PRESSING = [" ", "Enter"];

const desk = document.querySelector("[data-desk]");
const boards = document.querySelector("[data-boards]");
const said = document.querySelector("[data-said]");
const left = document.querySelector("[data-left]");
const wanted = document.querySelector("[data-wanted]");
const hint = document.querySelector("[data-hint]");
const unsaved = document.querySelector("[data-unsaved]");

/** The board at which something was entered last, by its id: its undo is in reach from everywhere. */
let last = null;
/** What was not taken, by the id of its row: what was entered, why not, and the page that decides it. */
const refused = new Map();
/** Resolves when no button is held down: a press that has begun ends on the button that it began on. */
let released = Promise.resolve();
/** What waits beside the boards is not true any more. */
let isSideOld = false;

const outbox = boards && new Outbox({
  send: store,
  changed: showRow,
  trouble: (isUnanswered) => {
    document.querySelector("[data-offline]").hidden = !isUnanswered;
  },
});

const rows = () => [...boards.querySelectorAll("[data-row]")];
const rowOf = (id) => document.getElementById(id);
const isStoredOpen = (row) => row.dataset.open === "yes";
const countStoredOpen = () => rows().filter(isStoredOpen).length;
const undoButton = (row) => row.querySelector("button[name=claim]");
let wasComplete = boards && countStoredOpen() === 0;

// --- what was entered, and where the next key goes ------------------------------------------------------

/** Whether the board has no result once all that was entered at it is stored. What an undo of a stored one leads to is not known. */
function isOpen(row) {
  const states = [isStoredOpen(row)];
  for (const entry of outbox.of(row.id)) {
    if (!entry.isUndo) states.push(entry.value === OPEN);
    else if (states.length > 1) states.pop();
    else states[0] = true;
  }
  return states.at(-1);
}

function canUndo(row) {
  const waiting = outbox.of(row.id).reduce((sum, entry) => sum + (entry.isUndo ? -1 : 1), 0);
  return waiting > 0 || undoButton(row) !== null;
}

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

/** Something is entered at a board, whatever is being stored: the focus goes on at once, after an undo to the same board. */
function enter(row, { isUndo, value, what }) {
  hint.hidden = true;
  last = row.id;
  outbox.add({ subject: row.id, isUndo, value, what });
  const next = isUndo ? row : nextOpen(row);
  (next ?? left).focus();
}

const entryOf = (button) =>
  button.name === "claim" ? undo() : { isUndo: false, value: button.value, what: button.textContent.trim() };
const undo = () => ({ isUndo: true, value: "", what: boards.dataset.undo });

// --- storing --------------------------------------------------------------------------------------------

/** Store one entry at the board at which it was made, as the board is now. */
async function store(entry) {
  const row = rowOf(entry.subject);
  const button = entry.isUndo ? undoButton(row) : row.querySelector(`button[name=result][value="${CSS.escape(entry.value)}"]`);
  if (!button) return giveBack(entry, boards.dataset.nothing);
  const { action } = button.form;
  const body = new FormData(button.form, button);
  let answer = await outbox.post(button.getAttribute("formaction") ?? action, body, ROW);
  const isAnswerLost = answer.headers.has("X-Already-Done");
  if (isAnswerLost) answer = await outbox.read(action, ROW);
  const fresh = answer.ok && !answer.redirected ? parse(answer.text) : null;
  if (!fresh?.matches("[data-row]")) return refuse(entry, action, answer);
  await replaceRow(entry.subject, fresh);
  if (isAnswerLost && !entry.isUndo && fresh.dataset.result !== entry.value) return giveBack(entry, boards.dataset.changed);
  refused.delete(entry.subject);
  if (document.querySelector(`[data-need="${entry.subject}"]`)) isSideOld = true;
  said.textContent = fresh.getAttribute("aria-label");
  // Whatever else was entered here was entered without seeing what another did in between.
  const isOwnState = versionOf(fresh) === Number(body.get("version")) + 1;
  const [next] = isOwnState ? [] : outbox.takeBack(entry.subject);
  if (next) giveBack(next, boards.dataset.changed);
}

const versionOf = (row) => Number(row.querySelector("[name=version]")?.value);

function parse(html) {
  const holder = document.createElement("template");
  holder.innerHTML = html.trim();
  return holder.content.firstElementChild;
}

/** The server did not take it: its board says why, and shows what is in force. */
async function refuse(entry, address, answer) {
  if (answer.headers.get("Content-Type")?.startsWith("application/json")) {
    const { row, why, go } = JSON.parse(answer.text);
    if (row) await replaceRow(entry.subject, parse(row));
    giveBack(entry, why ?? boards.dataset.failed, go);
  } else if (answer.redirected) giveBack(entry, boards.dataset.signedOut, location.href);
  else giveBack(entry, `${boards.dataset.failed} (${answer.status})`, address);
}

/** What was entered is not stored, nor what was entered at the same board after it: the board says so until it is dealt with. */
function giveBack(entry, why, go = null) {
  const entries = [entry, ...outbox.takeBack(entry.subject).filter((each) => each !== entry)];
  const before = refused.get(entry.subject)?.what;
  const what = [before, ...entries.map((each) => each.what)].filter(Boolean).join(", ");
  refused.set(entry.subject, { what, why, go: go ?? rowOf(entry.subject).querySelector("form")?.action ?? location.href });
  rowOf(entry.subject).querySelector(".board-refused")?.remove();
  showRow(entry.subject);
}

/** Put the board as it is now in the row's place. The focus stays where it is: in this row, too. */
async function replaceRow(id, fresh) {
  await released;
  const old = rowOf(id);
  const focused = old.contains(document.activeElement) ? document.activeElement : null;
  const more = fresh.querySelector("details");
  if (more) more.open = old.querySelector("details")?.open ?? false;
  old.replaceWith(fresh);
  if (focused) (alike(fresh, focused) ?? fresh).focus({ preventScroll: true });
  count();
}

function alike(row, element) {
  if (element.localName === "summary") return row.querySelector("summary");
  return element.name ? row.querySelector(`[name="${element.name}"][value="${CSS.escape(element.value)}"]`) : null;
}

// --- what is shown --------------------------------------------------------------------------------------

/** What of this board is being saved, and what was not. */
function showRow(id) {
  const row = rowOf(id);
  const waiting = outbox.of(id);
  row.querySelector("[data-saving]")?.remove();
  row.toggleAttribute("aria-busy", false);
  if (waiting.length) {
    row.setAttribute("aria-busy", "true");
    row.querySelector(".board-state").append(filled("saving", { what: waiting.map((each) => each.what).join(", ") }));
  }
  const note = row.querySelector(".board-refused");
  if (!refused.has(id)) note?.remove();
  else if (!note) row.append(filled("refused", refused.get(id)));
  showUnsaved();
  if (outbox.isEmpty) settle();
}

function filled(kind, { what, why = "", go = null }) {
  const made = document.querySelector(`[data-note-${kind}]`).content.firstElementChild.cloneNode(true);
  made.dataset[kind] = "";
  made.querySelector("[data-what]").textContent = what;
  if (go) {
    made.querySelector("[data-why]").textContent = why;
    made.querySelector("[data-go]").href = go;
  }
  return made;
}

/** Over the boards, since a row may be out of sight. */
function showUnsaved() {
  const links = [...refused].map(([id, { what }]) => {
    const number = rowOf(id).querySelector(".board-number").textContent.trim();
    return Object.assign(document.createElement("a"), { href: `#${id}`, textContent: `${boards.dataset.word} ${number} (${what})` });
  });
  const place = unsaved.querySelector("[data-unsaved-boards]");
  const text = links.map((link) => link.textContent).join();
  if (place.dataset.shown !== text) place.replaceChildren(...links.flatMap((link, at) => (at ? [", ", link] : [link])));
  place.dataset.shown = text;
  unsaved.hidden = links.length === 0;
}

/** All is stored, or given back. */
async function settle() {
  const isComplete = countStoredOpen() === 0;
  if (isComplete !== wasComplete || isSideOld) {
    wasComplete = isComplete;
    isSideOld = false;
    await renewSides();
  }
  if (isComplete && outbox.isEmpty && document.activeElement === left) document.querySelector(NEXT_STEP)?.focus();
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

/** Something that waited was dealt with beside the boards (desk-needs.js): `html` is the row of its game, if it had one. */
async function takeStored({ detail: { id, html } }) {
  const fresh = id && rowOf(id) ? parse(html) : null;
  if (fresh?.matches("[data-row]")) await replaceRow(id, fresh);
  if (document.activeElement.closest(".desk-side")) (fresh ?? left ?? document.body).focus({ preventScroll: true });
  await renewSides();
}

function count() {
  const open = countStoredOpen() + Number(left.dataset.elsewhere);
  if (open === 0) left.textContent = left.dataset.none;
  else left.textContent = open === 1 ? left.dataset.one : left.dataset.many.replace("%d", String(open));
}

function keys(event) {
  hold(event);
  if (typing(event)) return;
  const own = event.target.closest("[data-row]");
  const key = event.key.toLowerCase();
  if (own && event.key in ARROWS) {
    event.preventDefault();
    step(own, ARROWS[event.key]);
    return;
  }
  if (event.repeat) return;
  if (key === UNDO) {
    const row = [own, last && rowOf(last)].find((each) => each && canUndo(each));
    if (row) enter(row, undo());
    else if (own || last) tellNothing(boards.dataset.nothingToUndo);
    return;
  }
  const button = own?.querySelector(`[data-key="${CSS.escape(key)}"]`);
  if (button) {
    event.preventDefault();
    enter(own, entryOf(button));
  } else if (!own && boards.querySelector(`[data-key="${CSS.escape(key)}"]`)) tellNothing(boards.dataset.noBoard);
}

/** A key that could have meant a result, and does not. */
function tellNothing(why) {
  hint.textContent = why;
  hint.hidden = false;
}

function clicks(event) {
  const row = event.target.closest("[data-row]");
  if (!row || !event.submitter?.value) return;
  event.preventDefault();
  enter(row, entryOf(event.submitter));
}

function dismiss(event) {
  const row = event.target.closest("[data-dismiss]")?.closest("[data-row]");
  if (!row) return;
  refused.delete(row.id);
  showRow(row.id);
  row.focus();
}

/** While a button of a board is held down, its row stays: the click would be lost with it. */
function hold(event) {
  const isPress = event.type === "pointerdown" || (PRESSING.includes(event.key) && event.target.closest("button, summary, a"));
  if (!isPress || !event.target.closest("[data-boards]")) return;
  released = new Promise((done) => {
    const end = () => setTimeout(done); // behind the click
    for (const kind of ["pointerup", "pointercancel", "keyup", "blur"]) addEventListener(kind, end, { once: true });
  });
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
  if (told.wanted === null) {
    if (!outbox || outbox.isEmpty) location.reload();
  } else wanted.querySelector("progress").value = told.wanted;
}

/** Results from elsewhere are told, and taken in when the arbiter wants: what is being entered stays where it is. */
async function poll() {
  const told = await news();
  if (!told) return;
  const line = document.querySelector("[data-news-line]");
  line.hidden = !told.text;
  document.dispatchEvent(new CustomEvent("desk-clock", { detail: told.clock }));
  document.querySelector("[data-news-link]").textContent = told.text;
}

if (boards) {
  desk.addEventListener("keydown", keys);
  boards.addEventListener("submit", clicks);
  boards.addEventListener("click", dismiss);
  boards.addEventListener("pointerdown", hold);
  document.addEventListener("live", poll);
}
document.addEventListener("desk-stored", takeStored);
if (wanted) setInterval(watch, WANTED_MS);

// A study read without loading pages: by keys, by links, and along variations. Without this file the same links load pages.
// Where its owner is at work, the server draws each place, since turns are made there (board.js).

const WRITING = "input, textarea, select, summary, [contenteditable], [data-spot]";
const STEPS = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last", ArrowUp: "above", ArrowDown: "below" };

const root = document.getElementById("study");
const holder = root.querySelector("[data-board]");
const isEdited = "edit" in root.dataset;
const picture = isEdited ? null : new BoardPicture(holder);
const lines = new Map(); // by the number of a turn, the line that it was last seen in
let here = Number(root.dataset.at);
let wanted = here;

const linkOf = (number) => root.querySelector(`[data-turn="${number}"]`);

/** The tree as the list of moves has it: what comes after each turn, and before it. */
function readTree() {
  const after = new Map(), before = new Map();
  for (const { dataset } of root.querySelectorAll("[data-turn][data-parent]")) {
    const [number, parent] = [Number(dataset.turn), Number(dataset.parent)];
    before.set(number, parent);
    after.set(parent, [...(after.get(parent) ?? []), number]);
  }
  return { after, before };
}

/** Where a step leads from a place; nothing where it leads nowhere. The turn that goes on stands first in the list. */
function target(step, from) {
  const { after, before } = readTree();
  const on = (number) => after.get(number)?.[0];
  if (step === "first") return from ? 0 : undefined;
  if (step === "back") return before.get(from);
  if (step === "on") return on(from);
  if (step === "last") {
    let at = from;
    while (on(at) !== undefined) at = on(at);
    return at === from ? undefined : at;
  }
  const beside = after.get(before.get(from)) ?? [];
  return beside[beside.indexOf(from) + (step === "above" ? -1 : 1)];
}

/** The line that leads over a turn, asked for once. */
async function lineOver(number) {
  if (!lines.has(number)) {
    const url = new URL(root.dataset.lines, location.href);
    url.searchParams.set("turn", number);
    if ("flipped" in root.dataset) url.searchParams.set("flip", "1");
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(answer.statusText);
    const { boards } = await answer.json();
    for (const board of boards) if (!lines.has(board.number) || board.number === number) lines.set(board.number, boards);
  }
  return lines.get(number);
}

async function go(number) {
  wanted = number;
  const link = linkOf(number);
  try {
    if (isEdited) await work(link);
    else await read(number);
  } catch {
    location.assign(link.href);
  }
}

async function read(number) {
  const boards = await lineOver(number);
  if (wanted !== number) return;
  const at = boards.findIndex((board) => board.number === number);
  const words = picture.showOf(boards, at);
  root.querySelector("[data-words]").textContent = `${linkOf(number).textContent} ${words}`;
  showMarks(boards[at].marks);
  arrive(number);
}

/** The place with the board on which turns are made, and the forms beside it. */
async function work(link) {
  const number = Number(link.dataset.turn);
  const input = root.querySelector("[data-board-input]");
  const state = input.dataset.state.replace(/\/turns\/\d+\//, `/turns/${number}/`);
  const answer = await fetch(state);
  if (!answer.ok) throw new Error(answer.statusText);
  const told = await answer.json();
  if (wanted === number) input.dispatchEvent(new CustomEvent("board-go", { detail: told }));
}

/** The marks are drawn over the pieces, as the server drew them. */
function showMarks(markup) {
  const svg = holder.querySelector("svg");
  svg.querySelector(".b-marks")?.remove();
  if (!markup) return;
  const drawn = new DOMParser().parseFromString(`<svg xmlns="http://www.w3.org/2000/svg">${markup}</svg>`, "image/svg+xml");
  svg.append(document.adoptNode(drawn.documentElement.firstElementChild));
}

function arrive(number) {
  here = wanted = number;
  for (const link of root.querySelectorAll("[data-turn][aria-current]")) link.removeAttribute("aria-current");
  const link = linkOf(number);
  link?.setAttribute("aria-current", "true");
  bringIntoView(link);
  for (const step of root.querySelectorAll("[data-step]:not(button)")) aim(step);
  const address = new URL(link?.href ?? location.href);
  history.replaceState(null, "", address);
  share(address);
}

function bringIntoView(link) {
  const list = root.querySelector(".study-moves");
  if (!link) return;
  const [{ top, bottom }, at] = [list.getBoundingClientRect(), link.getBoundingClientRect()];
  if (at.top < top || at.bottom > bottom) list.scrollTop += at.top - (top + bottom) / 2;
}

/** A link that leads nowhere stays in its place, and says so. */
function aim(step) {
  const link = linkOf(target(step.dataset.step, here));
  if (link) step.href = link.href;
  else step.removeAttribute("href");
  step.toggleAttribute("aria-disabled", !link);
  if (!link) step.setAttribute("aria-disabled", "true");
}

/** What can be copied and taken away is of the position that is seen. */
function share(address) {
  const { search } = new URL(address);
  const asked = search.replace("&edit=1", "");
  const link = document.getElementById("share-link");
  link.value = link.value.split("?")[0] + asked;
  const frame = document.getElementById("share-frame");
  if (frame) frame.value = frame.value.replace(/\?[^"]*/, asked);
  for (const picture of document.querySelectorAll("#study-share a[href*='/board.']")) picture.href = picture.href.replace(/\/turns\/\d+\//, `/turns/${here}/`);
  for (const way of document.querySelectorAll("[data-study-analysis]")) way.href = way.href.split("?")[0] + asked;
  const code = document.querySelector("[data-code]");
  code.src = code.src.replace(/\/turns\/\d+\//, `/turns/${here}/`);
  for (const way of document.querySelectorAll("[data-study-edit], [data-study-here]")) way.href = "studyEdit" in way.dataset ? `${asked}&edit=1` : asked;
}

function step(name) {
  const number = target(name, wanted);
  if (number !== undefined) go(number);
  return number !== undefined;
}

root.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-turn], a[data-step]");
  if (!link?.href || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  if (link.dataset.turn) go(Number(link.dataset.turn));
  else step(link.dataset.step);
});

document.addEventListener("keydown", (event) => {
  const name = STEPS[event.key];
  if (!name || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.target.closest(WRITING)) return;
  const scrolls = event.key === "ArrowUp" || event.key === "ArrowDown";
  if (step(name) || !scrolls) event.preventDefault();
});

// A turn was made, or something else was done at the board: the list of moves has come anew, and says where that led.
root.addEventListener("board-state", () => {
  const link = root.querySelector("[data-turn][aria-current]");
  if (link) arrive(Number(link.dataset.turn));
});

for (const comfort of root.querySelectorAll("[data-keys]")) comfort.hidden = false;
bringIntoView(linkOf(here));
if (!isEdited) lineOver(here).catch(() => {});

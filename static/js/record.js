// Stepping through a record without loading pages. Without this file the same links load the page at that turn.

const AT_ONCE = 100; // positions in one answer of the server
const STEPS = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" }; // a record reads from the left
const WRITING = "input, textarea, select, summary, [contenteditable]";

const game = document.getElementById("game");
const last = Number(game.dataset.last);
const answers = new Map();
let ply = Number(game.dataset.ply);
let wanted = ply;

/** The drawn positions around `at`, asked for once. */
function boardsAround(at) {
  const from = Math.floor(at / AT_ONCE) * AT_ONCE;
  if (!answers.has(from)) {
    const url = new URL(game.dataset.boards, location.href);
    url.searchParams.set("from", from);
    const answer = fetch(url).then((response) => (response.ok ? response.json() : Promise.reject(response)));
    answer.catch(() => answers.delete(from));
    answers.set(from, answer);
  }
  return answers.get(from);
}

function target(step) {
  return { first: 0, back: Math.max(0, wanted - 1), on: Math.min(last, wanted + 1), last }[step];
}

function addressOf(at) {
  const url = new URL(location.href);
  url.searchParams.set("ply", at);
  return url;
}

/** Show the position after `at` turns; where the server does not answer, go there by the plain link. */
async function go(at) {
  wanted = at;
  let answer;
  try {
    answer = await boardsAround(at);
  } catch {
    location.assign(addressOf(at));
    return;
  }
  if (wanted === at) show(at, answer.boards[at - answer.from]);
}

function show(at, board) {
  ply = at;
  game.querySelector("[data-board]").innerHTML = board.svg;
  game.querySelector("[data-ply]").textContent = at;
  game.querySelector("[data-words]").textContent = [spoken(at), ...board.words].join(" ");
  markMove(at);
  for (const link of game.querySelectorAll("[data-step]")) aim(link);
  history.replaceState(null, "", addressOf(at));
}

function spoken(at) {
  return game.querySelector(`[data-go="${at}"]`)?.textContent ?? "";
}

function markMove(at) {
  game.querySelector(".moves [aria-current]")?.removeAttribute("aria-current");
  const move = game.querySelector(`[data-go="${at}"]`);
  const list = game.querySelector(".game-moves");
  if (!move) {
    list.scrollTop = 0;
    return;
  }
  move.setAttribute("aria-current", "true");
  const { top, bottom } = list.getBoundingClientRect();
  const place = move.getBoundingClientRect();
  if (place.top < top || place.bottom > bottom) list.scrollTop += place.top - (top + bottom) / 2;
}

/** A link that leads nowhere any more stays in its place, and says so. */
function aim(link) {
  const step = link.dataset.step;
  const leads = step === "first" || step === "back" ? ply > 0 : ply < last;
  if (leads) {
    link.href = addressOf(target(step));
    link.removeAttribute("aria-disabled");
  } else {
    link.removeAttribute("href");
    link.setAttribute("aria-disabled", "true");
  }
}

game.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-step], a[data-go]");
  if (!link?.href || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  go(link.dataset.go ? Number(link.dataset.go) : target(link.dataset.step));
});

document.addEventListener("keydown", (event) => {
  const step = STEPS[event.key];
  if (!step || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (event.target.closest(WRITING)) return;
  event.preventDefault();
  if (target(step) !== wanted) go(target(step));
});

game.querySelector("[data-keys]").hidden = false;
markMove(ply);
boardsAround(ply).catch(() => {});

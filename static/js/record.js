// Stepping through a record without loading pages. Without this file the same links load the page at that turn.

const AT_ONCE = 100; // positions in one answer of the server
const STEPS = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" }; // a record reads from the left
const WRITING = "input, textarea, select, summary, [contenteditable]";
const PAUSE = 1400; // milliseconds between two turns that play by themselves

const game = document.getElementById("game");
const answers = new Map();
const lines = new Map([[0, { start: 0, parent: 0, last: Number(game.dataset.last) }]]);
for (const each of game.querySelectorAll(".variation")) {
  const { line, start, parent, last } = each.dataset;
  lines.set(Number(line), { start: Number(start), parent: Number(parent), last: Number(last) });
}

/** Where the page stands, and where it is going: turn, line (0 is the game) and side. */
let here = { ply: Number(game.dataset.ply), line: Number(game.dataset.line), flipped: "flipped" in game.dataset };
let wanted = here;
let playing = 0;

const picture = new BoardPicture(game.querySelector("[data-board]"));

/** What a variation shares with the line before it is a place in that line. */
function settled(place) {
  let { line } = place;
  while (line && place.ply <= lines.get(line).start) line = lines.get(line).parent;
  return { ...place, line };
}

/** The drawn positions around a place, asked for once. */
function boardsAround({ ply, line, flipped }) {
  const from = Math.floor(ply / AT_ONCE) * AT_ONCE;
  const key = `${from} ${line} ${flipped}`;
  if (!answers.has(key)) {
    const url = new URL(game.dataset.boards, location.href);
    url.searchParams.set("from", from);
    if (line) url.searchParams.set("variation", line);
    if (flipped) url.searchParams.set("flip", 1);
    const answer = fetch(url).then((response) => (response.ok ? response.json() : Promise.reject(response)));
    answer.catch(() => answers.delete(key));
    answers.set(key, answer);
  }
  return answers.get(key);
}

function target(step) {
  const last = lines.get(wanted.line).last;
  const ply = { first: 0, back: Math.max(0, wanted.ply - 1), on: Math.min(last, wanted.ply + 1), last }[step];
  return settled({ ...wanted, ply });
}

/** The address of a place, as the links of the page have it. */
function addressOf({ ply, line, flipped }) {
  const url = new URL(location.pathname, location.href);
  url.searchParams.set("record", game.dataset.record);
  if (line) url.searchParams.set("variation", line);
  url.searchParams.set("ply", ply);
  if (flipped) url.searchParams.set("flip", 1);
  return url;
}

function isAt(one, other) {
  return one.ply === other.ply && one.line === other.line && one.flipped === other.flipped;
}

/** Show a place; where the server does not answer, go there by the plain link. */
async function go(place) {
  wanted = place;
  let answer;
  try {
    answer = await boardsAround(place);
  } catch {
    location.assign(addressOf(place));
    return;
  }
  if (isAt(wanted, place)) show(place, answer.boards[place.ply - answer.from], picture.showOf(answer.boards, place.ply - answer.from));
}

function show(place, board, words) {
  here = place;
  game.toggleAttribute("data-flipped", place.flipped);
  game.querySelector("[data-ply]").textContent = place.ply;
  game.querySelector("[data-of]").textContent = lines.get(place.line).last;
  game.querySelector("[data-words]").textContent = `${moveAt(place)?.textContent ?? ""} ${words}`;
  for (const side of game.querySelectorAll("[data-side]")) showSide(side, board);
  markMove(place);
  for (const link of game.querySelectorAll("[data-step]")) aim(link);
  game.querySelector("[data-flip]").href = addressOf({ ...place, flipped: !place.flipped });
  share(place, board);
  history.replaceState(null, "", addressOf(place));
}

function showSide(side, board) {
  const seat = Number(side.dataset.side);
  side.toggleAttribute("data-to-move", board.turn === seat);
  side.querySelector("[data-has]").textContent = board.has[seat];
  side.querySelector("[data-clock]").textContent = board.clocks[seat];
}

/** The link of a turn in the list of moves. */
function moveAt({ ply, line }) {
  const moves = line ? game.querySelectorAll(`[data-line="${line}"] [data-go="${ply}"]`) : game.querySelectorAll(`[data-go="${ply}"]`);
  return [...moves].find((move) => lineOf(move) === line);
}

function lineOf(move) {
  return Number(move.closest(".variation")?.dataset.line ?? 0);
}

function markMove(place) {
  game.querySelector(".moves [aria-current]")?.removeAttribute("aria-current");
  const move = moveAt(place);
  const list = game.querySelector(".game-moves");
  if (!move) {
    list.scrollTop = 0;
    return;
  }
  move.setAttribute("aria-current", "true");
  const { top, bottom } = list.getBoundingClientRect();
  const at = move.getBoundingClientRect();
  if (at.top < top || at.bottom > bottom) list.scrollTop += at.top - (top + bottom) / 2;
}

/** A link that leads nowhere any more stays in its place, and says so. */
function aim(link) {
  const step = link.dataset.step;
  const leads = step === "first" || step === "back" ? here.ply > 0 : here.ply < lines.get(here.line).last;
  if (leads) {
    link.href = addressOf(target(step));
    link.removeAttribute("aria-disabled");
  } else {
    link.removeAttribute("href");
    link.setAttribute("aria-disabled", "true");
  }
}

/** What can be copied and taken away is of the position that is seen. */
function share(place, board) {
  const address = addressOf(place);
  const link = game.querySelector("#share-link");
  link.value = link.value.split("?")[0] + address.search;
  const frame = game.querySelector("#share-frame");
  frame.value = frame.value.replace(/\?[^"]*/, address.search);
  game.querySelector("#share-position").value = board.text;
  for (const link of game.querySelectorAll("[data-find]")) {
    const find = new URL(link.href);
    find.searchParams.set("position", board.text);
    link.href = find;
  }
  const code = game.querySelector("[data-code]");
  code.src = code.src.split("?")[0] + address.search;
  for (const picture of game.querySelectorAll("[data-picture]")) picture.href = picture.href.split("?")[0] + address.search;
}

/** One turn after the other, until the end of the line or until somebody steps. */
function play(on) {
  clearTimeout(playing);
  playing = 0;
  const button = game.querySelector("[data-play]");
  button.setAttribute("aria-pressed", String(on));
  if (!on) return;
  const goOn = async () => {
    const next = target("on");
    if (isAt(next, wanted)) return play(false);
    await go(next);
    if (playing) playing = setTimeout(goOn, PAUSE);
  };
  const again = wanted.ply === lines.get(wanted.line).last ? go({ ...wanted, ply: 0, line: 0 }) : Promise.resolve();
  playing = setTimeout(() => again.then(goOn), PAUSE / 2);
}

function flip() {
  return go({ ...wanted, flipped: !wanted.flipped });
}

game.addEventListener("click", (event) => {
  if (event.target.closest("button[data-play]")) return play(!playing);
  if (event.target.closest("button[data-copy]")) return;
  const link = event.target.closest("a[data-step], a[data-go], a[data-flip]");
  if (!link?.href || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  if ("flip" in link.dataset) return flip();
  play(false);
  if (link.dataset.go) return go({ ...wanted, ply: Number(link.dataset.go), line: lineOf(link) });
  go(target(link.dataset.step));
});

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.target.closest(WRITING)) return;
  const key = event.key.toLowerCase();
  if (key === "f") flip();
  if (key === "p") play(!playing);
  const step = STEPS[event.key];
  if (!step) return;
  event.preventDefault();
  play(false);
  if (!isAt(target(step), wanted)) go(target(step));
});

document.addEventListener("visibilitychange", () => document.hidden && play(false));
for (const comfort of game.querySelectorAll("[data-keys], [data-play]")) comfort.hidden = false;
markMove(here);
boardsAround(here).catch(() => {});

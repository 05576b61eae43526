// A round paired by hand like at a table: players are dragged, tapped, or moved by keys; what speaks against the pairing, and
// what the rules say of each board, is asked from the server as it is laid out; one form publishes all of it. Without this
// file the page has a form for each step. Needs hand-layout.js, hand-drag.js and hand-check.js.

const STEPS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const SIDES = ["white", "black"];

const form = document.querySelector("[data-hand]");
const find = (name) => form.querySelector(`[data-${name}]`);
const state = form && JSON.parse(form.dataset.state);
const people = form && new Map(state.players.map((each) => [each.number, each]));
const numbers = form && [...people.keys()];
const field = form?.elements.layout;
const savedText = form && textOf(state);
const saved = form && new HandLayout(numbers, savedText);
const layout = form && new HandLayout(numbers, field.value || savedText);
const fixed = form && new Set(state.fixed);
const changes = [];
let chosen = null;
let current = null; // the key of the place that has the focus, or had it

function textOf({ boards, byes }) {
  return [...boards.map((pair) => pair.join("-")), ...byes.map((bye) => bye.join(":"))].join(" ");
}

const word = (name, values = {}) =>
  form.querySelector(`[data-word="${name}"]`).textContent.replace(/\{(\w+)\}/g, (_all, key) => values[key]);
const nameOf = (number) => people.get(number).name;

function make(tag, values = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(values)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

// --- the table ---------------------------------------------------------------------------------------------

function draw() {
  find("idle").replaceChildren(...layout.idle.map((number) => make("li", {}, playerButton(number, "idle"))));
  find("idle-count").textContent = layout.idle.length || "";
  find("boards").replaceChildren(...layout.boards.map(boardRow));
  find("byes").replaceChildren(...[...layout.byes].map(byeRow));
  for (const key of ["idle", "bye"]) find("table").querySelector(`[data-key="${key}"]`).classList.toggle("is-open", chosen !== null);
  field.value = layout.text;
  drawChanges();
  drawPrices();
  keepFocus();
}

function playerButton(number, what, place = {}) {
  const { name, points } = people.get(number);
  const side = place.side && word(place.side);
  const label = word(what, { name, points, side, board: place.board + 1 });
  const pressed = String(chosen === number);
  const values = { type: "button", class: "hand-player", "data-key": `p${number}`, "data-number": number, "aria-pressed": pressed, "aria-label": label };
  if (fixed.has(number)) values["aria-disabled"] = "true";
  const text = make("span", { class: "hand-name" }, make("bdi", {}, name));
  const more = make("span", { class: "hand-points small quiet num" }, points);
  return make("button", values, make("span", { class: "num quiet small" }, String(number)), text, more, make("span", { class: "hand-handle", "data-handle": "", "aria-hidden": "true" }));
}

function seat(board, side) {
  const number = layout.boards[board][side];
  if (number) return make("div", { class: `hand-seat ${side}` }, playerButton(number, "seat", { board, side }));
  const label = word("empty", { side: word(side), board: board + 1 });
  const values = { type: "button", class: "hand-place", "data-key": `e${board}${side}`, "aria-label": label };
  return make("div", { class: `hand-seat ${side}` }, make("button", values, word("free")));
}

function boardRow(seats, board) {
  const swap = make("button", { type: "button", class: "hand-swap", "data-swap": board, tabindex: "-1", "aria-label": word("swap", { board: board + 1 }) }, "⇄");
  swap.disabled = !seats.white && !seats.black;
  const row = make("li", { class: "hand-board" }, make("span", { class: "num hand-number" }, String(board + 1)), seat(board, "white"), swap, seat(board, "black"));
  const before = saved.boards[board];
  if (before?.white && before.black && SIDES.some((side) => before[side] !== seats[side])) {
    const players = `${nameOf(before.white)} – ${nameOf(before.black)}`;
    row.append(make("p", { class: "hand-was small quiet" }, word("was", { players })));
  }
  row.append(make("p", { class: "hand-price small", hidden: "", "data-price": pairKey(seats.white, seats.black) }));
  return row;
}

const pairKey = (white, black) => [white, black].sort((one, other) => one - other).join("-");

function byeRow([number, kind]) {
  const select = make("select", { "data-worth": number, "aria-label": word("worth", { name: nameOf(number) }) });
  for (const each of form.querySelectorAll("[data-kind]")) {
    select.append(make("option", { value: each.dataset.kind }, each.textContent));
  }
  if (![...select.options].some((each) => each.value === kind)) select.append(make("option", { value: kind }, kind));
  select.value = kind;
  select.disabled = !state.free;
  return make("li", { class: "hand-bye" }, playerButton(number, "bye"), select);
}

function drawChanges() {
  find("changes").hidden = changes.length === 0;
  find("changes").querySelector("ol").replaceChildren(...changes.map((each) => make("li", {}, each)));
}

// --- where the focus is ------------------------------------------------------------------------------------

const places = () => [...find("table").querySelectorAll("[data-key]")].filter((each) => !each.hidden);
const placeWith = (key) => places().find((each) => each.dataset.key === key);

/** One place alone is in the order of Tab; the arrows lead to the others. */
function keepFocus() {
  const all = places();
  const here = all.find((each) => each.dataset.key === current) ?? all[0];
  for (const each of all) each.tabIndex = each === here ? 0 : -1;
  if (here && current !== null && isFocusLost()) here.focus({ preventScroll: true });
}

const isFocusLost = () => document.activeElement === document.body || find("table").contains(document.activeElement);

/** The nearest place in the direction of the arrow, as the page is drawn: from the right to the left where it is read so. */
function step([x, y]) {
  const centre = (each) => {
    const { left, top, width, height } = each.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  };
  const here = centre(document.activeElement);
  let best = null;
  for (const each of places()) {
    const there = centre(each);
    const along = (there.x - here.x) * x + (there.y - here.y) * y;
    const across = Math.abs((there.x - here.x) * y) + Math.abs((there.y - here.y) * x);
    if (along > 4 && along + 3 * across < (best?.far ?? Infinity)) best = { each, far: along + 3 * across };
  }
  best?.each.focus();
}

// --- what is done ------------------------------------------------------------------------------------------

function say(text) {
  find("said").textContent = text;
}

/** Do it, list it, draw it, and ask what it comes to. */
function change(text, act) {
  act();
  changes.push(text);
  chosen = null;
  draw();
  say(text);
  check.soon();
}

function refuse(number) {
  if (!state.free) return say(word("colours")) || true;
  if (fixed.has(number)) return say(word("fixed", { name: nameOf(number) })) || true;
  return false;
}

function put(number, key) {
  const place = placeBehind(key, number);
  const other = place && "side" in place ? layout.at(place) : null;
  const before = layout.placeOf(number);
  if (refuse(number) || (other && refuse(other))) return;
  if (other === number || (!place && !before) || (place?.bye && before?.bye)) return;
  if (other && before?.board === place.board && "side" in before) return swap(place.board);
  current = `p${number}`;
  const said = { name: nameOf(number), other: other && nameOf(other), side: place?.side && word(place.side), board: place?.board + 1 };
  const what = other ? "exchanged" : !place ? "is-idle" : place.bye ? "got-bye" : "got-seat";
  change(word(what, said), () => layout.put(number, place));
}

/** The place that a key stands for; that of a player who is idle or has a bye is the one of `number`, exchanged. */
function placeBehind(key, number) {
  if (key === "idle") return null;
  if (key === "bye") return { bye: layout.placeOf(number)?.bye ?? "pab" };
  if (key.startsWith("e")) return { board: parseInt(key.slice(1), 10), side: SIDES.find((side) => key.endsWith(side)) };
  return layout.placeOf(Number(key.slice(1)));
}

/** Somebody was put onto another: whoever of the two has a seat gives it to the other. */
function putOnto(number, key) {
  const other = key.startsWith("p") ? Number(key.slice(1)) : null;
  const place = other && layout.placeOf(other);
  if (other && !(place && "side" in place)) {
    const own = layout.placeOf(number);
    if (!own && !place) return pair(number, other);
    if (own && "side" in own) return put(other, `p${number}`);
    return put(number, place ? "bye" : "idle");
  }
  return put(number, key);
}

function pair(white, black) {
  if (refuse(white)) return;
  current = `p${layout.idle.find((number) => number !== white && number !== black) ?? white}`;
  const board = 1 + Math.min(...[...layout.boards.keys(), layout.boards.length].filter((each) => isFree(each)));
  change(word("paired", { name: nameOf(white), other: nameOf(black), board }), () => layout.pair(white, black));
}

const isFree = (board) => !layout.boards[board]?.white && !layout.boards[board]?.black;

function clear() {
  if (state.free) change(word("cleared"), () => layout.clear(fixed));
}

function swap(board) {
  const { white, black } = layout.boards[board];
  const held = [white, black].find((number) => fixed.has(number));
  if (held) return say(word("fixed", { name: nameOf(held) }));
  const name = black ? nameOf(black) : word("free");
  change(word("swapped", { board: board + 1, name }), () => layout.swap(board));
}

function undo() {
  if (!changes.length) return say(word("nothing"));
  const last = changes.pop();
  layout.undo();
  chosen = null;
  draw();
  say(word("undone", { change: last }));
  check.soon();
}

function choose(key) {
  const number = key.startsWith("p") ? Number(key.slice(1)) : null;
  if (chosen === null) {
    if (number === null) return say(word("first"));
    if (refuse(number)) return;
    chosen = number;
    say(word("chosen", { name: nameOf(number) }));
  } else if (chosen === number) {
    chosen = null;
    say(word("dropped"));
  } else {
    return putOnto(chosen, key);
  }
  draw();
}

/** By a key: the next who is idle has the focus then, so that a round is paired without leaving the list. */
function seatByKey(number, side) {
  if (refuse(number)) return;
  const idle = layout.idle;
  const next = idle[idle.indexOf(number) + 1] ?? idle[0];
  const wasIdle = idle.includes(number);
  const place = layout.firstFree(side);
  put(number, `e${place.board}${side}`);
  if (wasIdle && next !== number && layout.idle.includes(next)) placeWith(`p${next}`)?.focus();
}

const KEYS = {
  b: (number) => seatByKey(number, "white"),
  n: (number) => seatByKey(number, "black"),
  d: (number) => put(number, "idle"),
  p: (number) => "side" in (layout.placeOf(number) ?? {}) && swap(layout.placeOf(number).board),
};

function press(event) {
  if (event.target.matches("select") || event.altKey || event.metaKey) return;
  // The key itself where a keyboard has other letters on it.
  const letter = /^[a-z]$/i.test(event.key) ? event.key.toLowerCase() : event.code.replace("Key", "").toLowerCase();
  if (event.ctrlKey ? letter === "z" : letter === "u") return taken(event, undo);
  if (event.ctrlKey) return;
  if (event.key === "Escape" && chosen !== null) return taken(event, () => choose(`p${chosen}`));
  if (STEPS[event.key]) return taken(event, () => step(STEPS[event.key]));
  const number = Number(event.target.closest("[data-number]")?.dataset.number);
  if (number && KEYS[letter]) taken(event, () => KEYS[letter](number));
}

function taken(event, act) {
  event.preventDefault();
  act();
}

// --- what the server says of it ----------------------------------------------------------------------------

const check = form && new HandCheck(form, () => layout.text, showChecked);

function showChecked(found) {
  const cautions = found.cautions.map((each) => each.message);
  for (const [name, lines] of [["warnings", cautions], ["refused", found.refused], ["differences", found.differences]]) {
    find(name).hidden = lines.length === 0;
    find(name).querySelector("ul").replaceChildren(...lines.map((line) => make("li", {}, line)));
  }
  form.elements.reason.required = found.needs_reason;
  drawPrices();
  const count = cautions.length + found.refused.length;
  if (changes.length && count) say(`${changes.at(-1)} ${word("warnings", { count })}`);
}

/** At each board that the rules do not give, what they say against it. */
function drawPrices() {
  const prices = new Map((check?.last?.prices ?? []).map((each) => [pairKey(each.white, each.black), each.message]));
  for (const line of form.querySelectorAll("[data-price]")) {
    line.hidden = !prices.has(line.dataset.price);
    line.textContent = prices.get(line.dataset.price) ?? "";
  }
}

/** What was shown is confirmed by the button; what was not is shown first. */
async function submit(event) {
  if (form.dataset.ready) return;
  event.preventDefault();
  const button = event.submitter ?? form.querySelector("button[value=publish]");
  const shown = check.last?.text === layout.text ? check.last : null;
  const found = (await check.ask("publish")) ?? shown;
  if (!found && find("late").hidden) return; // the page says that the server does not answer, and asks again
  if (found?.refused.length || (found && check.asks(found) && check.asks(found) !== check.asks(shown))) return say(word("look"));
  const key = found && (button.value === "save" ? await check.ask("save") : found)?.confirm;
  if (key) form.append(make("input", { type: "hidden", name: "confirm", value: key }));
  form.dataset.ready = "yes";
  form.requestSubmit(button);
}

// --- the page ----------------------------------------------------------------------------------------------

function begin() {
  for (const each of document.querySelectorAll("[data-without-script]")) each.hidden = true;
  form.hidden = false;
  const table = find("table");
  table.addEventListener("keydown", press);
  table.addEventListener("focusin", (event) => {
    const here = event.target.closest("[data-key]");
    if (!here) return;
    current = here.dataset.key;
    for (const each of places()) each.tabIndex = each === here ? 0 : -1;
  });
  table.addEventListener("click", (event) => {
    const board = event.target.closest("[data-swap]");
    const place = event.target.closest("[data-key]");
    if (board) swap(Number(board.dataset.swap));
    else if (place) choose(place.dataset.key);
  });
  table.addEventListener("change", (event) => {
    const number = Number(event.target.dataset.worth);
    if (number) change(word("got-bye", { name: nameOf(number) }), () => layout.put(number, { bye: event.target.value }));
  });
  letDragPlayers(table, (from, to) => putOnto(Number(from.slice(1)), to));
  find("undo").addEventListener("click", undo);
  find("clear").addEventListener("click", clear);
  form.addEventListener("submit", submit);
  addEventListener("beforeunload", (event) => {
    if (changes.length && !form.dataset.ready) event.preventDefault();
  });
  addEventListener("pageshow", () => delete form.dataset.ready);
  draw();
  check.soon(0);
}

if (form) begin();

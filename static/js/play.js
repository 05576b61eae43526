// Turns of a solitaire chosen on the table itself: by touches, drags (tiles.js) or keys. Without this file the buttons of the form do it.

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const told = Object.assign(document.createElement("p"), { className: "visually-hidden" });
told.setAttribute("role", "status");
document.body.append(told);

let picked = new Set(); // the tiles that were chosen by hand
let sending = null; // the press that is on its way, `{ action, value, text }`
let listed = false; // whether the list of all turns is unfolded
let waiting = []; // what was touched or pressed meanwhile: each does its work on the table that then lies there, or returns false

const play = () => document.querySelector("[data-play]");
const hits = () => [...document.querySelectorAll("[data-play-board] [data-spot]")];
const tileOn = (hit) => document.querySelector(`[data-play-board] [data-at="${hit.dataset.spot}"]`);
const turns = () => [...document.querySelectorAll("[data-play-form] [data-spots]")].filter((turn) => turn.dataset.spots);
const spotsOf = (turn) => turn.dataset.spots.split(" ");
const fits = (turn) => [...picked].every((spot) => spotsOf(turn).includes(spot));
/** The turn that is chosen: all of its tiles were picked, or no other has those that were. */
function whole() {
  const left = picked.size ? turns().filter(fits) : [];
  return left.length === 1 ? left[0] : left.find((turn) => spotsOf(turn).length === picked.size);
}

/** `kept`: the tiles picked before, where the same position lies there as before. */
function begin(kept = new Set()) {
  picked = kept;
  awaitHint();
  const table = play();
  if (!table?.querySelector("[data-play-form]")) return;
  table.dataset.ready = "";
  table.querySelector("[data-play-all]").open = listed;
  for (const comfort of table.querySelectorAll("[data-play-bar], [data-play-keys]")) comfort.hidden = turns().length === 0;
  show();
}

/** A tile more or less. Where no turn has all of them, the last one begins anew; where it is in no turn, it stays out. */
function toggle(spot) {
  const before = picked;
  picked = picked.has(spot) ? new Set([...picked].filter((each) => each !== spot)) : new Set([...picked, spot]);
  if (!turns().some(fits)) picked = new Set([spot]);
  const known = turns().some(fits);
  if (!known) picked = before;
  show();
  showMissed(false);
  told.textContent = known ? whole()?.textContent ?? "" : document.querySelector("[data-play-board]").dataset.nothing;
}

function show() {
  const left = turns().filter(fits);
  const turn = whole();
  const open = new Set(left.flatMap(spotsOf));
  const playable = new Set(turns().flatMap(spotsOf));
  const chosen = turn ? new Set(spotsOf(turn)) : picked;
  for (const hit of hits()) {
    hit.setAttribute("aria-pressed", String(chosen.has(hit.dataset.spot)));
    hit.setAttribute("aria-disabled", String(!playable.has(hit.dataset.spot)));
    hit.classList.toggle("b-hit-target", open.has(hit.dataset.spot));
    tileOn(hit)?.classList.toggle("is-chosen", chosen.has(hit.dataset.spot));
  }
  for (const each of turns()) each.dataset.fits = each === turn ? "all" : picked.size && !left.includes(each) ? "no" : "";
  const confirm = document.querySelector("[data-play-confirm]");
  if (!confirm) return;
  confirm.disabled = !turn;
  confirm.textContent = turn ? turn.textContent : confirm.dataset.idle;
}

/** While the solver looks, ask for the page again now and then; what it finds is shown where one stands. */
function awaitHint(pause = 700) {
  const waiting = document.querySelector("[data-play-wait]");
  if (!waiting || pause > 20000) return;
  setTimeout(async () => {
    const answer = await fetch(location.href).catch(() => null);
    const note = answer?.ok && new DOMParser().parseFromString(await answer.text(), "text/html");
    if (!waiting.isConnected || sending) return;
    if (!note || note.querySelector("[data-play-wait]")) awaitHint(pause * 1.5);
    else replaceMain(note);
  }, pause);
}

function replaceMain(page) {
  const before = position();
  const lay = Tiles.lookAt(document.querySelector("[data-play-board]"));
  const unfolded = unfoldedOf(document);
  document.querySelector("main").replaceChildren(...page.querySelector("main").childNodes);
  document.title = page.title;
  for (const each of unfoldedOf(document, true)) each.open = unfolded.includes(each.className);
  begin(position() === before ? picked : new Set());
  Tiles.slide(document.querySelector("[data-play-board]"), lay);
  document.dispatchEvent(new Event("play-shown"));
}

/** What stays unfolded, by its class; `all`: what could be, as elements. */
function unfoldedOf(page, all = false) {
  const found = [...page.querySelectorAll("main .play-words, main .prove")];
  return all ? found : found.filter(({ open }) => open).map(({ className }) => className);
}

/** What lies where, and the turns there are: a hint changes neither. */
const position = () => JSON.stringify([hits().map((hit) => [hit.dataset.spot, hit.getAttribute("aria-label")]), turns().map((turn) => turn.value)]);

/** What lies on a place, and on which level: places are counted anew when tiles beside it are taken. */
const nameOf = (hit) => `${hit.dataset.spot.split(".")[0]} ${hit.getAttribute("aria-label").split(/[:：]/).at(-1)}`;
const namesakes = (name) => hits().filter((each) => nameOf(each) === name);

/** The tile that was touched. Of several that are alike it is known only while there are as many. */
function findTile({ name, at, count }) {
  const alike = namesakes(name);
  return alike.length === count ? alike[at] : null;
}

/** Do it now, or when what is on its way has been answered. */
function act(once, later = once) {
  if (!sending) return once();
  waiting.push(later);
  play()?.setAttribute("aria-busy", "true");
}

function actOn(hit) {
  const alike = namesakes(nameOf(hit));
  const tile = { name: nameOf(hit), at: alike.indexOf(hit), count: alike.length };
  if (sending) hit.setAttribute("aria-pressed", String(hit.getAttribute("aria-pressed") !== "true"));
  act(() => toggle(hit.dataset.spot), () => {
    const now = findTile(tile);
    if (!now || !turns().some((turn) => spotsOf(turn).includes(now.dataset.spot))) return false;
    toggle(now.dataset.spot);
  });
}

/** Do what waits, in order. What cannot be done any more is not taken, nor is anything behind it, and the page says so. */
function goOn() {
  while (waiting.length && !sending) {
    if (waiting.shift()() !== false) continue;
    waiting = [];
    clear();
    showMissed(true);
  }
  if (!waiting.length) play()?.removeAttribute("aria-busy");
}

const MISSED = `missed ${location.pathname}`;

/** The page goes away, and what waits with it: the one that comes says so. */
function keepMissed() {
  if (waiting.length) sessionStorage.setItem(MISSED, "yes");
  waiting = [];
}

function showMissed(isMissed) {
  const note = document.querySelector("[data-play-missed]");
  if (note) note.hidden = !isMissed;
}

function clear() {
  picked = new Set();
  show();
}

function send() {
  const turn = whole();
  if (turn) turn.form.requestSubmit(turn);
}

/** Enter that waited sends only what was picked tile by tile: what else fits now was not seen when it was pressed. */
function sendPicked() {
  if (picked.size === 0) return; // pressed twice
  const turn = turns().find((each) => spotsOf(each).length === picked.size && fits(each));
  if (!turn) return false;
  turn.form.requestSubmit(turn);
}

/** A press of a button of the table, to be found again on the table that lies there later. */
function pressOf(form, button) {
  return { action: form.action, value: button?.value ?? "", text: button?.textContent.trim() ?? "" };
}
const isSame = (one, other) => one.action === other.action && one.value === other.value && one.text === other.text;

function pressAgain(press, onItsWay) {
  const buttons = [...document.querySelectorAll("[data-play-form] button, [data-play-step] button, [data-play-bar] [form]")];
  const button = buttons.find((each) => isSame(pressOf(each.form, each), press));
  if (button) button.form.requestSubmit(button);
  else return isSame(press, onItsWay); // the second of two presses: it is done
}

/** The tile that lies nearest in this direction. Boards read from the left in every language. */
function goTo(from, [right, down]) {
  const middle = (hit) => {
    const box = hit.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [x, y] = middle(from);
  let best = null;
  for (const hit of hits()) {
    const [toX, toY] = middle(hit);
    const ahead = (toX - x) * right + (toY - y) * down;
    const aside = Math.abs((toX - x) * down) + Math.abs((toY - y) * right);
    if (ahead < 4 || (right && aside > 12)) continue;
    if (!best || ahead + 0.5 * aside < best.far) best = { hit, far: ahead + 0.5 * aside };
  }
  if (best) focus(best.hit);
}

function focus(hit) {
  for (const each of hits()) each.setAttribute("tabindex", each === hit ? "0" : "-1");
  hit.focus();
}

/** A tile was let go on another one: both are chosen. On the tray, what is chosen with it is played. */
function drop(hit, place) {
  focus(hit);
  const names = place === "tray" ? [hit] : [hit, place];
  for (const each of names) if (!picked.has(each.dataset.spot)) actOn(each);
  if (place === "tray") act(send, sendPicked);
}

function takeBack() {
  const undo = document.querySelector("#play-undo button");
  if (undo) undo.form.requestSubmit(undo);
}

Tiles.letDrag(drop);

document.addEventListener("click", (event) => {
  const list = event.target.closest?.("[data-play-all] > summary");
  if (list) listed = !list.parentNode.open;
  const hit = event.target.closest?.("[data-play-board] [data-spot]");
  if (hit) {
    focus(hit);
    actOn(hit);
  } else if (event.target.closest?.("[data-play-confirm], [data-tray]")) act(send, sendPicked);
  else if (event.target.closest?.("[data-play-clear]")) act(clear);
});

document.addEventListener("keydown", (event) => {
  if (event.target.closest?.("input, textarea, select") || event.altKey || event.shiftKey) return;
  const isUndo = event.ctrlKey || event.metaKey ? event.key === "z" : event.key.toLowerCase() === "u";
  if (!isUndo || !document.querySelector("#play-undo")) return;
  event.preventDefault();
  takeBack();
});

document.addEventListener("keydown", (event) => {
  const hit = event.target.closest?.("[data-play-board] [data-spot]");
  if (!hit || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key in ARROWS) goTo(hit, ARROWS[event.key]);
  else if (event.key === " ") actOn(hit);
  else if (event.key === "Enter") sending || whole() ? act(send, sendPicked) : toggle(hit.dataset.spot);
  else if (event.key === "Escape") act(clear);
  else return;
  event.preventDefault();
});

/** Send a form of the table and show the page that answers where one stands. Where nothing answers, send it plainly. */
document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches("[data-play-form], [data-play-step]") || form.dataset.plain !== undefined) return;
  event.preventDefault();
  const press = pressOf(form, event.submitter);
  if (sending) {
    const onItsWay = sending;
    return act(null, () => pressAgain(press, onItsWay));
  }
  sending = press;
  const onTable = document.activeElement?.closest?.("[data-play-board]") !== null;
  const spot = document.activeElement?.dataset?.spot;
  try {
    const body = new URLSearchParams(new FormData(form, event.submitter));
    const answer = await fetch(form.action, { method: "POST", body });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (!page.querySelector("main [data-play]")) {
      if (!answer.redirected) throw new Error("no table");
      keepMissed();
      location.assign(answer.url);
      return;
    }
    replaceMain(page);
    if (answer.url !== location.href) history.replaceState(null, "", answer.url);
    told.textContent = document.querySelector("[data-play-news]")?.textContent.trim() ?? "";
    const next = onTable && (hits().find((hit) => hit.dataset.spot === spot) ?? hits()[0]);
    if (next) focus(next);
    else document.querySelector("main").focus({ preventScroll: true });
  } catch {
    keepMissed();
    form.dataset.plain = "";
    form.requestSubmit(event.submitter);
  } finally {
    sending = null;
    goOn();
  }
});

begin();
if (sessionStorage.getItem(MISSED) && document.querySelector("[data-play-missed]")) {
  sessionStorage.removeItem(MISSED);
  showMissed(true);
}

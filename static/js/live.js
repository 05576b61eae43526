// Pages that follow what happens. An element with data-live names the page that it is part of and the state that it shows
// (data-seen); what changes comes through one connection as parts of that page, each an element with data-part and an
// id. Where there is no connection the page is fetched from time to time; without this file a link does the same.
// What has a data-live-event stands on every page, is told of by an event of that name, and is no part of the page.

const PING_MS = 4_000; // each is answered, so that somebody is heard at least as often
const HIDDEN_PING_MS = 25_000; // of a page that nobody looks at and no clock runs on
const QUIET_MS = 5_000; // after which a page that hears nothing asks by itself, and says so
const WATCH_MS = 1_000;
const SILENCE_MS = 60_000;
const POLL_MS = 15_000;
const LATER = [429, 503]; // too much is followed for now: the page is asked for from time to time
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
const NOT_UNDERSTOOD = 1008;
const FIELDS = "input:not([type=hidden]), select, textarea, [contenteditable]";

const PAGE = "[data-live]:not([data-live-event])";
const roots = [...document.querySelectorAll("[data-live]")];
const pages = roots.filter((root) => root.matches(PAGE));
const besides = roots.filter((root) => !root.matches(PAGE));
const line = document.querySelector("[data-live-line]");
const held = new Map(); // parts that wait until somebody has finished typing in them
const gone = new Set(); // roots that cannot be followed
const polled = new Set(); // roots that cannot be followed for now
let socket = null;
let heardAt = 0;
let pingedAt = 0;
let shownAt = 0; // when somebody came back to the page
let lookedAt = 0;
let pause = FIRST_PAUSE_MS;
let reconnecting = 0;
let refused = false;
let isOutdated = false;

const isBoard = Boolean(document.querySelector("[data-playing][data-here]"));
const isOwn = (root) => "liveOwn" in root.dataset;
const said = (name) => line?.querySelector(`[data-live-${name}]`);

/** What the line over the page says: that it follows, that it does not, or that it cannot show what is new. */
function showState(state) {
  if (state === "changed") {
    isOutdated = true; // until it is loaded anew
    if (roots.some((root) => "liveRenew" in root.dataset) && !isInUse(document.body)) location.reload();
  }
  const shown = isOutdated ? "changed" : state;
  line?.toggleAttribute("data-knows", true);
  for (const each of ["on", "off", "held", "slow", "changed"]) {
    const text = said(each);
    if (text) text.hidden = each !== shown;
  }
  document.dispatchEvent(new CustomEvent("live-line", { detail: { isConnected: isConnected() } }));
}

/** For a screen reader, once it has finished what it says. */
function announce(text) {
  const place = said("said");
  if (place && text) place.textContent = text;
}

// --- exchanging parts ---------------------------------------------------------------------------------

/** Somebody is typing in it, or has typed and not sent it yet. */
function isInUse(element) {
  const fields = [...element.querySelectorAll(FIELDS), ...(element.matches(FIELDS) ? [element] : [])];
  return fields.some((field) => field === document.activeElement || isChanged(field));
}

function isChanged(field) {
  if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
  if (field.options) return [...field.options].some((option) => option.selected !== option.defaultSelected);
  return "value" in field && field.value !== field.defaultValue;
}

/** Make `old` what `fresh` is and keep whatever is the same: focus, scroll position, what was opened. */
function morph(old, fresh) {
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.nodeValue !== fresh.nodeValue) old.nodeValue = fresh.nodeValue;
    return;
  }
  morphAttributes(old, fresh);
  morphChildren(old, fresh);
}

function morphAttributes(old, fresh) {
  const isReaders = (name) => name === "open" && old.localName === "details"; // the reader opened or closed it
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && !isReaders(name)) old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) !== value && !isReaders(name)) old.setAttribute(name, value);
  }
}

function morphChildren(old, fresh) {
  const known = new Map([...old.children].filter((child) => child.id).map((child) => [child.id, child]));
  let next = old.firstChild;
  for (const child of [...fresh.childNodes]) {
    const same = known.get(child.id) ?? firstLike(next, child);
    if (same === undefined) {
      old.insertBefore(child, next);
      continue;
    }
    if (same === next) next = next.nextSibling;
    else old.insertBefore(same, next);
    if (same.localName === child.localName) morph(same, child);
    else same.replaceWith(child);
  }
  while (next) {
    const gone = next;
    next = next.nextSibling;
    gone.remove();
  }
}

/** The next of the old children that is of this kind and bound to no id. */
function firstLike(node, wanted) {
  for (let each = node; each; each = each.nextSibling) {
    if (each.id) continue;
    if (each.nodeType === wanted.nodeType && each.localName === wanted.localName && !wanted.id) return each;
  }
  return undefined;
}

function parse(html) {
  const holder = document.createElement("template");
  holder.innerHTML = html.trim();
  return holder.content.firstElementChild;
}

/** Exchange these parts; false where the page has no such part. */
function take(parts) {
  const texts = [];
  document.dispatchEvent(new Event("parts-coming"));
  for (const [id, html] of Object.entries(parts)) {
    const old = document.getElementById(id);
    if (!old) return false;
    held.delete(id); // the newest goes last, since parts may lie in each other
    if (isInUse(old)) {
      held.set(id, html);
      continue;
    }
    const before = new Set(sayings(old));
    const fresh = parse(html);
    if ("effects" in fresh.dataset && !fresh.firstElementChild) {
      if (!follow(old, fresh)) return false;
    } else morph(old, fresh);
    old.classList.add("fresh");
    texts.push(...sayings(old).filter((text) => !before.has(text)));
  }
  markOwn();
  document.dispatchEvent(new Event("parts-taken"));
  announce(texts.length > 0 && texts.length <= 3 ? texts.join(" ") : line?.dataset.changed);
  if (held.size) showState("held");
  return true;
}

/** A drawing goes on from the one that is shown, by what happened; false where another one is shown. */
function follow(old, fresh) {
  const { before, effects, path, seat, said } = fresh.dataset;
  const picture = new BoardPicture(old);
  if (old.dataset.shown !== before || !picture.follows) return false;
  picture.settle({ effects, path: path ? path.split(" ") : [], seat: seat ? Number(seat) : null, said });
  morphAttributes(old, fresh);
  return true;
}

/** Of the parts of another page those that stand here too, alone or within one that was sent. */
function partsOf(concerned, parts) {
  const sent = Object.values(parts).map(parse);
  const found = {};
  for (const { id } of concerned.flatMap((root) => [...root.querySelectorAll("[data-part]")])) {
    const fresh = sent.map((each) => (each.id === id ? each : each.querySelector(`#${CSS.escape(id)}`))).find(Boolean);
    if (fresh) found[id] = fresh.outerHTML;
  }
  return found;
}

const sayings = (element) => [element, ...element.querySelectorAll("[data-say]")].map((each) => each.dataset?.say).filter(Boolean);

/** What is sent to all does not say which row is the reader's. */
function markOwn() {
  for (const root of roots) {
    const own = root.dataset.ownEntry;
    if (!own) continue;
    for (const row of root.querySelectorAll("[data-entries]")) row.classList.toggle("me", row.dataset.entries.split(" ").includes(own));
  }
}

/** What came while somebody was typing. */
function takeHeld() {
  if (!held.size) return;
  const waiting = Object.fromEntries(held);
  setTimeout(() => {
    take(waiting);
    if (!held.size) showState(isConnected() ? "on" : "off");
  });
}

/** Fetch the page as it is, and take its parts from it. Who does that by himself is told that it is time to. */
async function look() {
  lookedAt = Date.now();
  for (const { dataset } of besides) document.dispatchEvent(new CustomEvent(dataset.liveEvent));
  if (pages.every(isOwn)) {
    if (pages.length) document.dispatchEvent(new CustomEvent("live", { detail: {} }));
    return;
  }
  const answer = await fetch(location.href, { cache: "no-cache" }).catch(() => null);
  if (!answer || isBusy(answer)) return;
  if (!answer.ok || answer.redirected) return showState("changed");
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = [...page.querySelectorAll(PAGE)];
  if (fresh.length !== pages.length) return showState("changed");
  for (const [place, root] of pages.entries()) {
    if (root.dataset.seen === fresh[place].dataset.seen) continue;
    const parts = Object.fromEntries(outerParts(page, fresh[place], !place).map((part) => [part.id, part.outerHTML]));
    const isSame = outerParts(document, root, !place).every((part) => part.id in parts);
    if (!isSame || !take(parts)) return showState("changed");
    root.dataset.seen = fresh[place].dataset.seen;
  }
}

/** The server has too much to do, or is started again: what it says then is not about the page. */
const isBusy = (answer) => LATER.includes(answer.status) || answer.status >= 500;

/** The parts of a root that lie in no other part; those of the page's head, which lie in no root, are the first root's. */
function outerParts(page, root, isFirst) {
  const isHere = (part) => root.contains(part) || (isFirst && !part.closest("[data-live]"));
  return [...page.querySelectorAll("[data-part]")].filter((part) => isHere(part) && !part.parentElement.closest("[data-part]"));
}

// --- the connection -----------------------------------------------------------------------------------

const isConnected = () => socket?.readyState === WebSocket.OPEN;

function connect() {
  clearTimeout(reconnecting);
  reconnecting = 0;
  const address = new URL(roots[0].dataset.stream, location.href);
  address.protocol = address.protocol.replace("http", "ws");
  const mine = new WebSocket(address);
  socket = mine;
  mine.addEventListener("open", () => {
    pause = FIRST_PAUSE_MS;
    heardAt = Date.now();
    const follow = roots.map(({ dataset }) => ({ page: dataset.live, seen: dataset.seen, own: "liveOwn" in dataset || "liveFetch" in dataset }));
    mine.send(JSON.stringify({ language: document.documentElement.lang, follow }));
    showState(held.size ? "held" : "on");
  });
  mine.addEventListener("message", (event) => hear(event.data));
  mine.addEventListener("close", (event) => {
    if (socket !== mine) return;
    refused ||= event.code === NOT_UNDERSTOOD;
    showState("off");
    if (!refused) reconnectLater();
  });
}

function reconnectLater() {
  if (reconnecting) return;
  reconnecting = setTimeout(connect, pause * (0.5 + Math.random()));
  pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
}

function reconnectNow() {
  if (!refused && roots[0].dataset.stream && (!socket || socket.readyState >= WebSocket.CLOSING)) connect();
}

function hear(text) {
  const wasQuiet = isQuiet();
  heardAt = Date.now();
  const news = text ? JSON.parse(text) : {};
  if (news.late) return lookSlowly();
  if (news.line) document.dispatchEvent(new CustomEvent("live-measured", { detail: news.line }));
  if (wasQuiet || !news.page) showState(held.size ? "held" : polled.size ? "slow" : "on");
  if (!news.page) return;
  const concerned = roots.filter((root) => root.dataset.live === news.page);
  if (LATER.includes(news.gone)) {
    for (const root of concerned) polled.add(root);
    lookSlowly();
    return;
  }
  if (news.gone) {
    for (const root of concerned) gone.add(root);
    refused = (pages.length ? pages : roots).every((root) => gone.has(root));
    if (refused) socket.close();
    setTimeout(look, 500 * Math.random()); // it may have become another page
    return;
  }
  const beside = concerned[0]?.dataset.liveEvent;
  document.dispatchEvent(new CustomEvent(beside ?? "live", { detail: news }));
  if (news.turn) document.dispatchEvent(new CustomEvent("turn-made", { detail: news.turn }));
  const parts = news.parts && concerned.some((root) => "liveSome" in root.dataset) ? partsOf(concerned, news.parts) : news.parts;
  if (concerned.some(isOwn) || (parts && take(parts))) for (const root of concerned) root.dataset.seen = news.seen;
  else setTimeout(look, 500 * Math.random()); // not all at the same moment
}

/** Both ends say something from time to time: a line that is dead, and says so to nobody, is found by its silence. */
function ping() {
  if (!isConnected() || (!isWatched() && Date.now() - pingedAt < HIDDEN_PING_MS)) return;
  if (Date.now() - heardAt > SILENCE_MS) return leave();
  pingedAt = Date.now();
  socket.send("");
}

const isWatched = () => isBoard || !document.hidden;
const isQuiet = () => isWatched() && Date.now() - Math.max(heardAt, shownAt) > QUIET_MS;

/** Nothing is heard, or what is followed comes late: look without the connection, and say so. */
function lookSlowly() {
  showState("slow");
  if (!document.hidden && Date.now() - lookedAt >= QUIET_MS) look();
}

function watch() {
  if (isOutdated || !isConnected()) return;
  if (isQuiet()) lookSlowly();
  else if (polled.size && Date.now() - lookedAt > POLL_MS) lookSlowly();
}

/** A dead line may take minutes to close: it is left at once. */
function leave() {
  const dead = socket;
  socket = null;
  dead.close();
  showState("off");
  reconnectLater();
}

function comeBack() {
  if (document.hidden) return;
  shownAt = Date.now();
  if (isConnected() && shownAt - heardAt > 2 * HIDDEN_PING_MS) leave();
  else ping();
  pause = FIRST_PAUSE_MS;
  reconnectNow();
}

if (roots.length) {
  const isFollowed = Boolean(roots[0].dataset.stream);
  if (isFollowed) connect();
  else showState("off");
  setInterval(ping, PING_MS);
  setInterval(watch, WATCH_MS);
  setInterval(() => {
    if (!isConnected() && !document.hidden && !isOutdated) look();
  }, (isBoard ? QUIET_MS : POLL_MS) * (0.8 + 0.4 * Math.random()));
  document.addEventListener("visibilitychange", comeBack);
  window.addEventListener("online", comeBack);
  window.addEventListener("pageshow", (event) => event.persisted && comeBack());
  window.addEventListener("pagehide", () => socket?.close());
  document.addEventListener("focusout", takeHeld);
  document.addEventListener("animationend", (event) => event.target.classList.remove("fresh"));
}

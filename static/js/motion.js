// What moves when parts of a page are exchanged (live.js): a row slides to its new place, and a number counts up to what
// it has become. Nothing moves for readers who asked for less motion; without this file everything is there at once.

const MOVE_MS = 240;
const COUNT_MS = 600;
const MOST_ROWS = 150;
const HALVES = /^(\d+)?(½)?$/;

const isCalm = matchMedia("(prefers-reduced-motion: reduce)");
const rows = () => [...document.querySelectorAll("tr[id][data-part]")].slice(0, MOST_ROWS);
const counters = () => [...document.querySelectorAll("[data-counts][id]")];
const before = { tops: new Map(), numbers: new Map() };

const topOf = (row) => row.getBoundingClientRect().top + scrollY;

function note() {
  before.tops = new Map(rows().map((row) => [row.id, topOf(row)]));
  before.numbers = new Map(counters().map((each) => [each.id, halves(each.textContent)]));
}

function move() {
  for (const row of rows()) {
    const by = before.tops.get(row.id) - topOf(row);
    if (by) row.animate([{ transform: `translateY(${by}px)` }, { transform: "none" }], { duration: MOVE_MS, easing: "ease-out" });
  }
  for (const each of counters()) count(each, before.numbers.get(each.id), halves(each.textContent));
}

/** "2½" is 5; NaN for what is no number of halves. */
function halves(text) {
  const [all, whole, half] = HALVES.exec(text.trim()) ?? [];
  return all ? 2 * Number(whole ?? 0) + (half ? 1 : 0) : NaN;
}

const written = (number) => `${number > 1 || number === 0 ? Math.floor(number / 2) : ""}${number % 2 ? "½" : ""}`;

function count(place, from, to) {
  if (!(to > from)) return;
  const last = place.firstChild;
  const began = performance.now();
  const step = (now) => {
    if (place.firstChild !== last) return; // it has become something else meanwhile
    const share = Math.min((now - began) / COUNT_MS, 1);
    last.nodeValue = written(from + Math.round(share * (to - from)));
    if (share < 1) requestAnimationFrame(step);
  };
  step(began);
}

if (!isCalm.matches) {
  document.addEventListener("parts-coming", note);
  document.addEventListener("parts-taken", move);
}

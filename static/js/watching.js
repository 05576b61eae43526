// Games that are watched: their clocks tick here between two turns, and the page of one says that somebody looks at it.

const TICK_MS = 200;
const HERE_MS = 30_000;
const LOOK_MS = 15_000;
const HOUR = 3_600_000;
const TWO_DAYS = 48 * HOUR;

const root = document.querySelector("[data-watching]");
const ahead = Date.now() - Number(root?.dataset.now ?? Date.now()); // by how much the clock of this device is ahead

function clockText(left) {
  const seconds = Math.floor(left / 1000);
  const two = (number) => String(number).padStart(2, "0");
  const minutes = left < HOUR ? Math.floor(seconds / 60) : two(Math.floor(seconds / 60) % 60);
  return `${left < HOUR ? "" : `${Math.floor(left / HOUR)}:`}${minutes}:${two(seconds % 60)}`;
}

function tick() {
  for (const clock of root.querySelectorAll("[data-ticks][data-runs]")) {
    const left = Number(clock.dataset.ticks) - Math.max(0, Date.now() - ahead - Number(clock.dataset.at));
    const text = clockText(Math.max(0, left));
    if (left < TWO_DAYS && clock.textContent !== text) clock.textContent = text;
  }
}

/** How many look at this game. */
async function count(place) {
  if (document.hidden) return;
  const answer = await fetch(place.dataset.watchers).catch(() => null);
  if (!answer?.ok) return;
  const { watchers } = await answer.json();
  place.querySelector("[data-count]").textContent = place.dataset.words.replace("{count}", watchers);
  place.hidden = watchers === 0;
}

/** The channel goes on with the next game once the page of this one has changed, which live.js says. */
function goOn() {
  if (root.querySelector("[data-live-changed]:not([hidden])")) location.reload();
}

if (root) {
  setInterval(tick, TICK_MS);
  tick();
  const place = root.querySelector("[data-watchers]");
  if (place) {
    count(place);
    setInterval(() => count(place), HERE_MS);
  }
  if ("next" in root.dataset) {
    document.addEventListener("live-line", () => setTimeout(goOn, 3_000));
    if (!root.querySelector("[data-live]")) setTimeout(() => location.reload(), LOOK_MS); // no game yet
  }
}

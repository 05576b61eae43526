// The analysis board without loading pages: steps by links and keys, and what the computer says as it comes. Without this
// file the same links load pages, and a button asks for a look.

const WRITING = "input, textarea, select, summary, [contenteditable], [data-spot]";
const STEPS = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };
const PAUSES = [250, 250, 500, 500, 1_000, 1_000, 2_000, 2_000, 4_000, 4_000, 8_000, 8_000]; // ms between questions; then it rests

const root = document.getElementById("analysis");
const input = root.querySelector("[data-board-input]");
const now = document.getElementById("analysis-now");
const BRIEF = 150; // ms that a position is shown before a look is asked for: others are stepped over
let look = root.dataset.look;
let wanted = "";
let shown = 0; // which look is waited for: another position ends the waiting for the one before

/** The place of a link, shown on the board; where the server does not answer, by the plain link. */
async function go(link) {
  const { href } = link;
  wanted = href;
  try {
    const url = new URL(href);
    url.pathname += "/state";
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(answer.statusText);
    const told = await answer.json();
    if (wanted === href) input.dispatchEvent(new CustomEvent("board-go", { detail: told }));
  } catch {
    location.assign(href);
  }
}

/** Ask for a look, and go on asking what it has found. */
async function watch(sent = new URLSearchParams()) {
  const mine = (shown += 1);
  await rest(BRIEF);
  if (shown !== mine) return;
  sent.set("csrfmiddlewaretoken", root.querySelector("[name=csrfmiddlewaretoken]").value);
  let told = await ask({ method: "POST", body: sent, headers: { "X-Board": "1" } });
  for (const pause of PAUSES) {
    if (shown !== mine || !told) return;
    show(told.html);
    if (!told.waits) return;
    await rest(pause);
    if (shown !== mine) return;
    told = await ask({});
  }
}

function rest(milliseconds) {
  return new Promise((done) => setTimeout(done, milliseconds));
}

async function ask(how) {
  const answer = await fetch(look, how).catch(() => null);
  if (answer?.ok) return answer.json();
  const status = now.querySelector("[data-look-status]");
  if (status) status.textContent = root.dataset.noAnswer;
  return null;
}

function show(html) {
  const had = now.contains(document.activeElement) ? document.activeElement : null;
  const place = had && [...now.querySelectorAll("a, button")].indexOf(had);
  if (now.dataset.html === html) return;
  now.innerHTML = html;
  now.dataset.html = html;
  if (had) now.querySelectorAll("a, button")[place]?.focus();
}

document.addEventListener("board-state", ({ detail }) => {
  if (!detail.look) return;
  look = detail.look;
  delete now.dataset.html;
  wanted = "";
  history.replaceState(null, "", detail.here);
  bringIntoView();
  watch();
});

/** The turn that is shown, inside its list alone. */
function bringIntoView() {
  const list = root.querySelector(".game-moves");
  const link = list.querySelector("[aria-current]");
  if (!link) return;
  const [{ top, bottom }, at] = [list.getBoundingClientRect(), link.getBoundingClientRect()];
  if (at.top < top || at.bottom > bottom) list.scrollTop += at.top - (top + bottom) / 2;
}

root.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-go]");
  if (!link?.href || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  go(link);
});

root.addEventListener("submit", (event) => {
  if (!event.target.matches("[data-look-form]")) return;
  event.preventDefault();
  watch(new URLSearchParams(new FormData(event.target, event.submitter)));
});

document.addEventListener("keydown", (event) => {
  const step = STEPS[event.key];
  if (!step || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.target.closest(WRITING)) return;
  const link = root.querySelector(`a[data-go="${step}"][href]`);
  event.preventDefault();
  if (link) go(link);
});

bringIntoView();
watch();

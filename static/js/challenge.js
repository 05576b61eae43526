// The page of a link to one's own challenge: whoever waits there is taken to the board when the game begins.

const POLL_MS = 5_000;
const SOUND_MS = 450;

const waiting = document.querySelector("[data-challenge]");
let isConnected = false;
let hasBegun = false;

/** The address leads to the board from the moment on that there is a game. A challenge that was closed is shown as that. */
async function look() {
  if (hasBegun) return;
  const answer = await fetch(location.href, { cache: "no-store", redirect: "manual" }).catch(() => null);
  if (hasBegun || !answer) return;
  if (answer.type === "opaqueredirect") return begin();
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (!page.querySelector("[data-challenge]")) location.reload();
}

function begin() {
  hasBegun = true;
  document.title = `● ${waiting.dataset.title}`;
  document.querySelector("link[rel=icon]").href = waiting.dataset.icon;
  waiting.querySelector("[data-begun]").hidden = false;
  document.dispatchEvent(new CustomEvent("play-sound", { detail: "begin" }));
  setTimeout(() => location.reload(), SOUND_MS);
}

if (waiting) {
  document.addEventListener("live", look);
  document.addEventListener("live-line", ({ detail }) => {
    if (detail.isConnected && !isConnected) look(); // what happened before
    isConnected = detail.isConnected;
  });
  // The first turns are due within a minute, so a page in the background asks, too.
  setInterval(() => isConnected || look(), POLL_MS);
  window.addEventListener("pageshow", (event) => event.persisted && location.reload());
}

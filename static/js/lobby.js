// The lobby: whoever waits there for an opponent is led to the board when the game begins. The page of who looks for one says
// every few seconds that somebody is there, and that nobody is when it is left.

const HERE_MS = 3_000;

const lobby = document.querySelector("[data-lobby]");
const gamesNow = () => [...lobby.querySelectorAll("a[data-running]")].map((link) => link.href);
const seek = () => lobby.querySelector("[data-seek]");

function bodyOf(place) {
  return new URLSearchParams({ csrfmiddlewaretoken: place.querySelector("[name=csrfmiddlewaretoken]").value });
}

async function sayHere() {
  const place = seek();
  if (!place) return;
  const answer = await fetch(place.dataset.seek, { method: "POST", body: bodyOf(place) }).catch(() => null);
  const { board } = answer?.ok ? await answer.json() : {};
  if (board) location.assign(board);
}

if (lobby) {
  const known = new Set(gamesNow());
  let waits = Boolean(lobby.querySelector("[data-waiting]"));
  new MutationObserver(() => {
    const begun = gamesNow().find((address) => !known.has(address));
    if (begun && waits) location.assign(begun);
    waits ||= Boolean(lobby.querySelector("[data-waiting]"));
  }).observe(lobby, { childList: true, subtree: true });
  setInterval(sayHere, HERE_MS);
  sayHere();
  addEventListener("pagehide", () => seek() && navigator.sendBeacon(seek().dataset.stop, bodyOf(seek())));
}

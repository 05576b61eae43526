// The lobby: whoever waits there for an opponent is led to the board when the game begins.

const lobby = document.querySelector("[data-lobby]");
const gamesNow = () => [...lobby.querySelectorAll("a[data-running]")].map((link) => link.href);

if (lobby) {
  const known = new Set(gamesNow());
  let waits = Boolean(lobby.querySelector("[data-waiting]"));
  new MutationObserver(() => {
    const begun = gamesNow().find((address) => !known.has(address));
    if (begun && waits) location.assign(begun);
    waits ||= Boolean(lobby.querySelector("[data-waiting]"));
  }).observe(lobby, { childList: true, subtree: true });
}

// Setting up a position without loading pages: each touch is a link, whose page takes the place of this one.

const HOLDER = "#lay-out";
let last = Promise.resolve();

/** The position behind a link; where the server does not answer, by the plain link. */
async function show(href, place) {
  const answer = await fetch(href).catch(() => null);
  const text = answer && await answer.text();
  const holder = text && new DOMParser().parseFromString(text, "text/html").querySelector(HOLDER);
  if (!holder) return location.assign(href);
  document.querySelector(HOLDER).replaceWith(document.adoptNode(holder));
  if (answer.ok) history.replaceState(null, "", answer.url);
  document.querySelector(place)?.focus({ preventScroll: true });
}

/** How the same thing is found on the next page. */
function placeOf(link) {
  const spot = link.closest("[data-spot]")?.dataset.spot;
  if (spot) return `${HOLDER} [data-spot="${spot}"]`;
  return `${HOLDER} [data-lay]:nth-child(${[...link.parentElement.children].indexOf(link) + 1})`;
}

document.addEventListener("click", (event) => {
  const link = event.target.closest(`${HOLDER} [data-lay], ${HOLDER} a[data-spot], ${HOLDER} [data-spot] a`);
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  const place = placeOf(link);
  const href = link.getAttribute("href");
  last = last.then(() => show(href, place));
});

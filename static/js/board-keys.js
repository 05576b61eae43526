// The arrow keys on a board that turns are made on: they go from place to place, and one place is the tab stop of all.

const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

function placesOf(board) {
  return [...board.querySelectorAll("[data-spot]")];
}

/** One place has the tab stop: the one with the focus, else the first that may be touched. */
function keepOneStop(board) {
  const places = placesOf(board);
  const focused = places.find((place) => place === document.activeElement);
  const stop = focused ?? places.find((place) => place.classList.contains("b-hit-target")) ?? places[0];
  for (const place of places) place.setAttribute("tabindex", place === stop ? "0" : "-1");
}

/** The place that lies nearest in a direction gets the focus: the next column, too, where its places lie half a step off. */
function moveFocus(board, from, [right, down]) {
  const middle = (place) => {
    const { x, y, width, height } = place.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  };
  const [fromX, fromY] = middle(from);
  let nearest, least = Infinity;
  for (const place of placesOf(board)) {
    const [x, y] = middle(place);
    const ahead = (x - fromX) * right + (y - fromY) * down;
    const aside = Math.abs((x - fromX) * down) + Math.abs((y - fromY) * right);
    const distance = Math.hypot(ahead, aside) + aside / 8; // of two that are as near, the one straight ahead
    if (ahead > 1 && ahead >= aside * 0.5 && distance < least) [nearest, least] = [place, distance];
  }
  nearest?.focus();
  keepOneStop(board);
}

for (const board of document.querySelectorAll("[data-board-input] [data-board]")) {
  board.addEventListener("board-lit", () => keepOneStop(board));
  board.addEventListener("keydown", (event) => {
    const place = event.target.closest("[data-spot]");
    if (!place || !(event.key in ARROWS) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    moveFocus(board, place, ARROWS[event.key]);
  });
  // A button under the board is gone once it was pressed: by key, its focus goes where the turn goes on.
  board.closest("[data-board-input]").querySelector(".board-buttons").addEventListener("click", (event) => {
    if (event.detail === 0 && event.target.closest("button")) board.querySelector("[tabindex='0']")?.focus();
  });
}

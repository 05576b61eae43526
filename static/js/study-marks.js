// Marks are drawn on the board of a study: with the right button, or with the left one after "Mark on the board". A press on
// a point and a release on it marks it, a release on another draws an arrow; the same again takes it away. The form is sent.

const root = document.getElementById("study");
const board = root.querySelector("[data-board]");
let from = null;

const form = () => root.querySelector("[data-study-note]");
const isMarking = () => form().querySelector("[data-marking]").getAttribute("aria-pressed") === "true";

function pointAt(event) {
  const under = document.elementsFromPoint(event.clientX, event.clientY);
  return under.map((each) => each.closest("[data-spot]")).find((each) => each && board.contains(each))?.dataset.spot;
}

/** The mark in the field, in its colour; the same mark again, and it is gone. */
function toggle(mark) {
  const field = form().elements.marks;
  const marks = field.value.split(/[\s,]+/).filter(Boolean);
  const same = marks.find((each) => each.slice(1) === mark.slice(1));
  const others = marks.filter((each) => each !== same);
  field.value = (same === mark ? others : [...others, mark]).join(" ");
  form().requestSubmit();
}

board.addEventListener("pointerdown", (event) => {
  if (event.button !== 2 && !isMarking()) return;
  from = pointAt(event) ?? null;
  board.releasePointerCapture?.(event.pointerId);
}, true);

document.addEventListener("pointerup", (event) => {
  const [begun, end] = [from, pointAt(event)];
  from = null;
  if (!begun || !end) return;
  const colour = form().querySelector("[data-colour]").value;
  toggle(begun === end ? `${colour}${begun}` : `${colour}${begun}-${end}`);
});

board.addEventListener("click", (event) => {
  if (!isMarking() || event.detail === 0) return; // a key on a point makes a turn
  event.preventDefault();
  event.stopPropagation();
}, true);

board.addEventListener("contextmenu", (event) => event.preventDefault());

let pressed = false;
let colour = "G";

root.addEventListener("click", (event) => {
  const button = event.target.closest("[data-marking]");
  if (!button) return;
  pressed = !pressed;
  show();
});

root.addEventListener("change", (event) => {
  if (event.target.matches("[data-colour]")) colour = event.target.value;
});

/** The forms beside the board come anew with each place: what was chosen stays. */
function show() {
  form().querySelector("[data-study-colours]").hidden = false;
  form().querySelector("[data-marking]").setAttribute("aria-pressed", String(pressed));
  form().querySelector("[data-colour]").value = colour;
  board.classList.toggle("study-marking", pressed);
}

root.addEventListener("board-state", show);
show();

// A record that was refused: the turn is selected in the text, and a legal one can be put in its place.
// Without this file the turn is marked in a quotation, and the legal ones stand beside it.

const section = document.querySelector("[data-refused-turn]");
const text = document.getElementById(section.dataset.refusedTurn);
let [begin, end] = [Number(section.dataset.begin), Number(section.dataset.end)];

/** Select the turn, and scroll the text to it: a text field does so only for what is typed. */
function select() {
  const whole = text.value;
  text.value = whole.slice(0, end);
  text.scrollTop = text.scrollHeight;
  const place = text.scrollTop;
  text.value = whole;
  text.focus({ preventScroll: true });
  text.setSelectionRange(begin, end);
  text.scrollTop = place;
}

for (const button of section.querySelectorAll("[data-instead]")) {
  button.hidden = false;
  button.nextElementSibling.hidden = true;
  button.addEventListener("click", () => {
    text.setRangeText(button.dataset.instead, begin, end, "select");
    end = begin + button.dataset.instead.length;
    select();
  });
}
const help = section.querySelector("[data-instead-help]");
if (help) help.hidden = false;
select();

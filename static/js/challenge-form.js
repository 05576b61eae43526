// The form of a challenge asks for a handicap only where the chosen game has some. Without it the handicaps stand under
// the names of their games, and the answer says where one does not fit.

const handicap = document.querySelector("select[name=handicap][data-games]");
const rules = handicap?.form.elements.rules;

function showHandicaps() {
  const fits = handicap.dataset.games.split(" ").includes(rules.value);
  handicap.closest(".field").hidden = !fits;
  if (!fits) handicap.value = "";
}

if (rules) {
  rules.addEventListener("change", showHandicaps);
  showHandicaps();
}

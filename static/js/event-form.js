// The form of an event follows its own choices: options of the chosen game alone, the tie-breaks of the chosen format, a
// game that the format can have; names from a file or a list appear as soon as it is chosen.
// Without it the form shows all options with the names of their games, keeps the tie-breaks that it began with, and has
// a button that shows the names.

const form = document.querySelector("[data-event-form]");

function showOptionsOfGame() {
  const game = form.elements.rules.value;
  let shown = 0;
  for (const box of form.querySelectorAll("input[data-games]")) {
    const fits = box.dataset.games.split(" ").includes(game);
    box.closest("label").hidden = !fits;
    if (!fits) box.checked = false;
    shown += fits;
  }
  const group = document.getElementById("id_options_group");
  if (group) group.hidden = shown === 0;
}

function showUsualTieBreaks() {
  const chosen = form.querySelector("input[name=format]:checked")?.closest("[data-tie-breaks]");
  const ranking = form.querySelector("input[name=ranking]:checked");
  if (!chosen || ranking?.value !== "usual") return;
  const codes = chosen.dataset.tieBreaks.split(" ");
  for (let place = 1; form.elements[`tie_break_${place}`]; place++) {
    form.elements[`tie_break_${place}`].value = codes[place - 1] ?? "";
  }
}

// Each format that is played alone has games of its own.
function chooseFittingGame() {
  const alone = form.querySelector("[data-alone] > input:checked") !== null;
  const fits = option => (option.dataset.seats === "1") === alone;
  for (const option of form.elements.rules.options) option.hidden = option.disabled = !fits(option);
  const chosen = form.elements.rules.selectedOptions[0];
  if (chosen && !fits(chosen)) form.elements.rules.value = [...form.elements.rules.options].find(fits)?.value ?? "";
  showOptionsOfGame();
}

function showNames() {
  if (this.value) form.querySelector("button[value=show]").click();
}

if (form) {
  form.elements.rules.addEventListener("change", showOptionsOfGame);
  for (const radio of form.querySelectorAll("input[name=format]")) {
    radio.addEventListener("change", showUsualTieBreaks);
    radio.addEventListener("change", chooseFittingGame);
  }
  for (const name of ["file", "source"]) form.elements[name]?.addEventListener("change", showNames);
  chooseFittingGame();
}

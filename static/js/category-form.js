// The form of a category asks what its kind needs. Without this file all is there, in groups that say what they are for.

const form = document.querySelector("[data-category-form]");

function showKind() {
  const kind = form.querySelector("input[name=kind]:checked")?.value ?? "";
  for (const group of form.querySelectorAll("[data-kinds]")) group.hidden = !group.dataset.kinds.split(" ").includes(kind);
}

for (const radio of form.querySelectorAll("input[name=kind]")) radio.addEventListener("change", showKind);
for (const legend of form.querySelectorAll(".kind-fields > legend")) legend.classList.add("visually-hidden");
showKind();

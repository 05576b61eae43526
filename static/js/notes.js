// The note beside a board is kept without leaving the page. Without this file the form is an ordinary one.

const form = document.querySelector("[data-note]");

form?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const body = new URLSearchParams(new FormData(form));
  const answer = await fetch(form.action, { method: "POST", body }).catch(() => null);
  if (!answer?.ok) return form.submit();
  form.elements.note.defaultValue = form.elements.note.value;
  form.querySelector("[data-note-kept]").textContent = form.dataset.kept;
});
form?.addEventListener("input", () => { form.querySelector("[data-note-kept]").textContent = ""; });

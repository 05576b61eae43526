// What waits for the arbiter at the desk: a claim of a dispute, a report, an absent player. Each button is sent without loading
// the page, so that what is being entered stays; then what waits is as it is now (desk.js). Without this file they are
// plain forms.

const ROW = { "X-Desk": "row" };
const underWay = new Set();
const desk = document.querySelector("[data-desk]");

async function send(event) {
  const form = event.target.closest("[data-need-form]");
  if (!form) return;
  event.preventDefault();
  if (underWay.has(form)) return;
  underWay.add(form); // disabled buttons would lose the focus
  const body = new URLSearchParams(new FormData(form, event.submitter));
  const answer = await fetch(form.action, { method: "POST", headers: ROW, body }).catch(() => null);
  underWay.delete(form);
  if (answer?.ok) return taken(form, await answer.text());
  const refusal = answer?.headers.get("Content-Type")?.startsWith("application/json") ? await answer.json() : null;
  if (refusal) return refuse(form, refusal);
  if (answer) return askOnPage(form, event.submitter); // it wants to be confirmed, or a sign-in: nothing was stored
  document.querySelector("[data-offline]")?.removeAttribute("hidden");
}

function taken(form, html) {
  const id = form.closest("[data-need]")?.dataset.need;
  document.dispatchEvent(new CustomEvent("desk-stored", { detail: { id, html } }));
}

/** Why it was not taken, with the page where it is decided. */
function refuse(form, { why, go }) {
  const place = (form.closest("[data-need]") ?? form.closest(".need")).querySelector("[data-why]");
  const link = Object.assign(document.createElement("a"), { href: go, textContent: why });
  place.replaceChildren(link);
  place.hidden = false;
}

function askOnPage(form, button) {
  const field = Object.assign(document.createElement("input"), { type: "hidden", name: button.name, value: button.value });
  form.append(field);
  form.submit();
}

desk?.addEventListener("submit", send);

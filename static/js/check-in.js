// Check-in before a round: each tap shows at once and is stored behind those before it (outbox.js). Without this file the
// buttons are plain forms, of which a browser sends only the last that was tapped while a page loads.

const list = document.querySelector("[data-check-in]");
const form = (id, from = document) => from.getElementById(id);
const button = (each) => each.querySelector("button[name=here]");

const outbox = list && new Outbox({
  send: store,
  changed: showSaving,
  trouble: (isUnanswered) => {
    document.querySelector("[data-offline]").hidden = !isUnanswered;
  },
});

/** What a tap asks for: the row shows it until the server says otherwise. */
function tap(event) {
  const id = event.target.id;
  if (!list.contains(event.target) || !event.submitter?.value) return;
  event.preventDefault();
  const here = event.submitter.value;
  event.target.closest("li").querySelector("[data-refused]")?.remove();
  showArrival(id, here === "yes");
  outbox.add({ subject: id, here });
}

async function store(entry) {
  const own = form(entry.subject);
  const body = new FormData(own);
  body.set("here", entry.here);
  const answer = await outbox.post(own.action, body);
  const page = parse(answer.text);
  const fresh = answer.ok && form(entry.subject, page);
  if (!fresh) return refuse(entry, answer, page);
  if (outbox.of(entry.subject).length === 1) showArrival(entry.subject, isHere(fresh));
}

const parse = (text) => new DOMParser().parseFromString(text, "text/html");
const isHere = (each) => button(each).value === "no";

/** It is not stored, nor what was tapped in this row after it: the row shows what was there before, and why. */
function refuse(entry, answer, page) {
  outbox.takeBack(entry.subject);
  showArrival(entry.subject, entry.here !== "yes");
  const row = form(entry.subject).closest("li");
  row.querySelector("[data-refused]")?.remove();
  const note = document.querySelector("[data-note-refused]").content.firstElementChild.cloneNode(true);
  const why = page.querySelector("main [data-refusal]")?.textContent.trim();
  const signedOut = answer.redirected && list.dataset.signedOut;
  note.querySelector("[data-why]").textContent = why || signedOut || `${list.dataset.failed} (${answer.status})`;
  row.append(note);
}

function showArrival(id, here) {
  const own = form(id);
  const pressed = button(own);
  pressed.value = here ? "no" : "yes";
  pressed.setAttribute("aria-pressed", String(here));
  pressed.textContent = here ? list.dataset.here : list.dataset.away;
  own.nextElementSibling.classList.toggle("strong", here);
}

function showSaving(id) {
  const row = form(id).closest("li");
  const waits = outbox.of(id).length > 0;
  row.querySelector("[data-saving]")?.remove();
  row.toggleAttribute("aria-busy", false);
  if (waits) {
    row.setAttribute("aria-busy", "true");
    row.append(document.querySelector("[data-note-saving]").content.firstElementChild.cloneNode(true));
  }
  if (outbox.isEmpty) settle();
}

/** All is stored or came back: the count, and those who are not here, as they are now. Ticks taken out stay out. */
async function settle() {
  const answer = await outbox.ask(location.href);
  if (!answer?.ok || !outbox.isEmpty) return;
  const page = parse(answer.text);
  for (const own of list.querySelectorAll("form")) {
    const fresh = form(own.id, page);
    if (fresh) showArrival(own.id, isHere(fresh));
  }
  const count = page.querySelector("[data-count]");
  if (count) document.querySelector("[data-count]").textContent = count.textContent;
  const [all, nobodyLeft] = [document, page].map((each) => each.querySelector("[data-all-here]"));
  if (all && nobodyLeft) all.hidden = nobodyLeft.hidden;
  const side = document.querySelector("[data-absent]");
  const fresh = page.querySelector("[data-absent]");
  if (!fresh || side.contains(document.activeElement)) return;
  for (const box of side.querySelectorAll("input[type=checkbox]:not(:checked)")) {
    const same = page.getElementById(box.id);
    if (same) same.checked = false;
  }
  side.replaceChildren(...fresh.childNodes);
}

if (list) {
  list.addEventListener("submit", tap);
  document.addEventListener("arrivals", () => outbox.isEmpty && settle()); // many at once (check-in-scan.js)
}

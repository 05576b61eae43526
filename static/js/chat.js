// The chat beside a board: new messages appear by themselves, and one is sent without leaving the page. What is being
// typed stays. Without this file the form is an ordinary one.

const box = document.querySelector("[data-chat-box]");

/** Show the chat as the server tells it, with what is typed and not sent yet. */
function show(html, typed) {
  const place = box.querySelector("[data-chat]");
  const hadFocus = document.activeElement?.id === "chat-text";
  place.innerHTML = html;
  const field = place.querySelector("#chat-text");
  if (field && typed !== null) field.value = typed;
  if (field && hadFocus) field.focus();
  showLatest();
}

function showLatest() {
  const lines = box.querySelector("[data-chat-lines]");
  if (lines) lines.scrollTop = lines.scrollHeight;
}

const typedNow = () => box.querySelector("#chat-text")?.value ?? null;

async function look() {
  const answer = await fetch(box.dataset.chatBox, { headers: { "X-Chat": "1" } }).catch(() => null);
  if (answer?.ok && !answer.redirected) show(await answer.text(), typedNow());
}

/**
 * The field is free for the next message at once. One that is refused, or has no answer, comes back before what was typed
 * meanwhile. The form may be another by then, because news replaces it.
 */
async function send(form) {
  const body = new URLSearchParams(new FormData(form));
  const field = form.querySelector("#chat-text");
  const sent = field.value;
  field.value = "";
  const answer = await fetch(form.action, { method: "POST", body, headers: { "X-Chat": "1" } }).catch(() => null);
  const html = answer && (answer.ok || answer.status === 400) ? await answer.text() : null;
  const typed = typedNow();
  if (answer?.ok) return show(html, typed);
  const both = [sent, typed].filter(Boolean).join(" ");
  if (html !== null) return show(html, both);
  const now = box.querySelector("[data-chat-form]");
  if (!now) return location.reload(); // nothing can be written here any more: the page says why
  now.querySelector("#chat-text").value = both;
  if (!typed) now.submit(); // the page says what is wrong, and keeps what was typed
}

if (box) {
  if ("chatLater" in box.dataset) look(); // a page that is made for everyone alike holds no message
  showLatest();
  document.addEventListener("live", ({ detail }) => {
    if (!detail.seen || /^(chat|spectators):/.test(detail.seen)) look();
  });
  box.addEventListener("submit", (event) => {
    if (!event.target.matches("[data-chat-form]")) return;
    event.preventDefault();
    send(event.target);
  });
}

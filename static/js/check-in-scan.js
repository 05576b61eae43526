// Check-in: everyone at once by one button, one player by number or name, or by the code of a card before the
// camera, where the browser reads codes (BarcodeDetector) and the page is secure. What is checked in goes through the list
// (check-in.js), or, for a card, to the card's own address. Without this file the list and "all" are plain forms.

const LOOK_MS = 250;
const AGAIN_MS = 3_000; // the same card before the camera counts once

const list = document.querySelector("[data-check-in]");
const all = document.querySelector("[data-all-here]");
const form = document.querySelector("[data-by-number]");
const said = document.querySelector("[data-scan-said]");
const scanner = document.querySelector("[data-scanner]");
const video = scanner?.querySelector("video");
const scan = document.querySelector("[data-scan]");
const obstacle = !isSecureContext ? "insecure" : "BarcodeDetector" in window && navigator.mediaDevices ? "" : "unknown";

let stream = null;
let last = { code: "", at: 0 };

function tell(text) {
  said.hidden = !text;
  said.textContent = text ?? "";
}

const folded = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim();

/** The one row that has this number, or whose name begins so; null for none or several. */
function rowOf(text) {
  const rows = [...list.querySelectorAll("[data-player]")];
  const own = rows.filter((row) => row.dataset.player === text.trim());
  if (own.length === 1) return own[0].closest("li");
  const words = folded(text).split(/\s+/u).filter(Boolean);
  const fits = (name) => words.every((word) => folded(name).split(/[\s,]+/u).some((part) => part.startsWith(word)));
  const named = words.length ? rows.filter((row) => fits(row.querySelector("bdi").textContent)) : [];
  return named.length === 1 ? named[0].closest("li") : null;
}

function byNumber(event) {
  event.preventDefault();
  const field = form.querySelector("input");
  const row = rowOf(field.value);
  if (!row) return tell(said.dataset.none);
  const button = row.querySelector("button[name=here]");
  if (button.value === "yes") button.form.requestSubmit(button);
  tell(said.dataset.hereSaid.replace("%s", row.querySelector("bdi").textContent));
  field.value = "";
}

/** One line of the journal for all: then the list is shown as it is. */
async function everyone(event) {
  event.preventDefault();
  const button = event.submitter;
  const body = new URLSearchParams(new FormData(all, button));
  button.disabled = true;
  const answer = await fetch(location.href, { method: "POST", body }).catch(() => null);
  button.disabled = false;
  if (!answer) return document.querySelector("[data-offline]").removeAttribute("hidden");
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const refusal = page.querySelector("main [data-refusal]");
  tell(refusal?.textContent.trim());
  document.dispatchEvent(new Event("arrivals"));
}

async function start() {
  stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } }).catch(() => null);
  if (!stream) return tell(said.dataset.noCamera);
  video.srcObject = stream;
  await video.play();
  scanner.hidden = false;
  look(stream, new BarcodeDetector({ formats: ["qr_code"] }));
}

/** One card after the other: what is said is of the last. */
async function look(own, detector) {
  while (stream === own) {
    const [code] = await detector.detect(video).catch(() => []);
    if (code) await take(code.rawValue);
    await new Promise((done) => setTimeout(done, LOOK_MS));
  }
}

function stop() {
  for (const track of stream?.getTracks() ?? []) track.stop();
  stream = null;
  scanner.hidden = true;
  scan.focus();
}

/** A card has the address of its player's page, which checks in whoever has it. */
async function take(code) {
  if (code === last.code && Date.now() - last.at < AGAIN_MS) return;
  last = { code, at: Date.now() };
  const address = URL.canParse(code) ? new URL(code) : null;
  if (address?.origin !== location.origin || !address.pathname.startsWith("/here/")) return tell(said.dataset.foreign);
  const body = new URLSearchParams({ csrfmiddlewaretoken: list.querySelector("[name=csrfmiddlewaretoken]").value });
  const answer = await fetch(address.pathname, { method: "POST", body }).catch(() => null);
  const page = new DOMParser().parseFromString(answer ? await answer.text() : "", "text/html");
  const refusal = page.querySelector("main [data-refusal]")?.textContent.trim();
  const name = page.querySelector("h1")?.textContent.trim();
  if (answer?.ok) tell(said.dataset.hereSaid.replace("%s", name));
  else tell(refusal ?? said.dataset.foreign);
  document.dispatchEvent(new Event("arrivals"));
}

if (list) {
  form.hidden = false;
  scan.hidden = obstacle !== "";
  for (const words of document.querySelectorAll("[data-no-scanner]")) words.hidden = words.dataset.noScanner !== obstacle;
  form.addEventListener("submit", byNumber);
  all.addEventListener("submit", everyone);
  scan.addEventListener("click", () => (stream ? stop() : start()));
  document.querySelector("[data-stop-scan]").addEventListener("click", stop);
  addEventListener("pagehide", () => stream && stop());
}

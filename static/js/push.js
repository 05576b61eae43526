// Notifications on this device: asks the browser for a place to send to, and tells the server. What is in the way is said.

const place = document.querySelector("[data-push]");
const button = place?.querySelector("button");

function say(what) {
  for (const words of place.querySelectorAll("[data-push-says]")) words.hidden = words.dataset.pushSays !== what;
  button.hidden = !["", "failed"].includes(what);
}

/** Why this browser cannot show any here; "" where it can. */
function obstacle() {
  if (!window.isSecureContext) return "insecure";
  if (!("serviceWorker" in navigator) || !("PushManager" in window)) return "unknown";
  return Notification.permission === "denied" ? "denied" : "";
}

async function subscribe() {
  const worker = await navigator.serviceWorker.register(place.dataset.worker);
  await ready(worker);
  if ((await Notification.requestPermission()) !== "granted") return say("denied");
  const subscription = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: place.dataset.push });
  const { endpoint, keys } = subscription.toJSON();
  const form = place.querySelector("form");
  const body = new URLSearchParams(new FormData(form));
  const told = { endpoint, key: keys.p256dh, secret: keys.auth, browser: browserName() };
  for (const [name, value] of Object.entries(told)) body.set(name, value);
  const answer = await fetch(form.action, { method: "POST", body });
  if (!answer.ok) throw new Error(String(answer.status));
  location.reload();
}

function ready(registration) {
  if (registration.active) return null;
  const worker = registration.installing ?? registration.waiting;
  return new Promise((resolve) => {
    worker.addEventListener("statechange", () => worker.state === "activated" && resolve());
  });
}

function browserName() {
  const brands = navigator.userAgentData?.brands ?? [];
  const known = brands.find(({ brand }) => !/Not.*Brand|Chromium/.test(brand)) ?? brands.find(({ brand }) => brand === "Chromium");
  const name = known?.brand ?? /(Firefox|Safari)/.exec(navigator.userAgent)?.[1] ?? "";
  return [name, navigator.userAgentData?.platform ?? ""].filter(Boolean).join(", ");
}

if (place) {
  say(obstacle());
  place.querySelector("form").addEventListener("submit", (event) => {
    event.preventDefault();
    subscribe().catch(() => say("failed"));
  });
}

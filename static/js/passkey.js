// Forms that ask the device for a passkey. Without this file, and where no passkey can be asked for, the other ways of the page are there.

/** Why no passkey can be asked for on this page; "" where one can. Its addresses are all secure contexts. */
function obstacle(place) {
  if (!place.dataset.passkeys.split(" ").includes(location.origin)) return "elsewhere";
  return window.PublicKeyCredential?.parseRequestOptionsFromJSON ? "" : "unknown";
}

function say(place, what) {
  for (const words of place.querySelectorAll("[data-passkey-says]")) words.hidden = words.dataset.passkeySays !== what;
}

/** The form is sent once for the question, which goes to the device, and once more with what the device answers. */
async function answer(form) {
  const asked = await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)) });
  if (asked.redirected) return location.assign(asked.url); // the sign-in is no longer a fresh one
  form.elements.credential.value = JSON.stringify(await askDevice(form.dataset.passkey, await asked.json()));
  form.submit();
}

function askDevice(kind, question) {
  if (kind === "get") {
    return navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(question) });
  }
  return navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(question) });
}

for (const place of document.querySelectorAll("[data-passkeys]")) {
  const form = place.querySelector("form");
  const why = obstacle(place);
  say(place, why);
  form.hidden = why !== "";
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    say(place, "");
    answer(form).catch(() => say(place, "failed")); // called off, no passkey here, too many questions, or no connection
  });
}

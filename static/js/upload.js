// A file that is chosen on a form is sent in parts before the form, by the API (players/uploads): a cut line goes on by itself,
// and after a reload the same file, chosen again, goes on where it stopped. Without this file the form sends it in one piece.

const LONGEST_PAUSE = 30000; // milliseconds
const DAY = 86400000;
const MEMORY = `upload:${location.pathname}`;

const pause = (milliseconds) => new Promise((resume) => setTimeout(resume, milliseconds));

const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_all, name) => values[name]);

async function digestOf(file) {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", await file.arrayBuffer()));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function remembered() {
  try {
    const memory = JSON.parse(localStorage.getItem(MEMORY));
    return memory && Date.now() - memory.at < DAY ? memory : null;
  } catch {
    return null; // no storage here, or another's words in it: nothing is remembered
  }
}

function remember(memory) {
  try {
    if (memory) localStorage.setItem(MEMORY, JSON.stringify({ ...memory, at: Date.now() }));
    else localStorage.removeItem(MEMORY);
  } catch {
    // without storage the server still knows which parts are there
  }
}

class Refused extends Error {}

class Sending {
  constructor(input, box) {
    Object.assign(this, { input, box, form: input.form });
    this.status = box.querySelector("[data-upload-status]");
    this.progress = box.querySelector("progress");
    this.form.addEventListener("submit", (event) => this.submit(event));
    const half = remembered();
    if (half) this.tell(fill(box.dataset.half, half), half.sent / half.parts);
  }

  tell(text, done) {
    this.box.hidden = false;
    this.status.textContent = text;
    this.progress.hidden = done === undefined;
    if (done !== undefined) this.progress.value = done;
  }

  /** The form waits until the file is there, and then goes without it. */
  submit(event) {
    const [file] = this.input.files;
    if (this.isWhole || !file || file.size <= Number(this.box.dataset.partSize)) return;
    event.preventDefault();
    if (this.isBusy) return;
    this.isBusy = true;
    const button = event.submitter;
    if (button) button.disabled = true;
    this.send(file)
      .then(() => this.go(button))
      .catch((error) => this.tell(error instanceof Refused && error.message ? error.message : this.box.dataset.failed))
      .finally(() => {
        this.isBusy = false;
        if (button) button.disabled = false;
      });
  }

  go(button) {
    this.isWhole = true;
    this.input.disabled = true;
    if (button) button.disabled = false;
    this.form.requestSubmit(button);
    this.isWhole = this.input.disabled = false; // for whoever comes back to this page
  }

  async send(file) {
    this.tell(this.box.dataset.reading, 0);
    const { address } = this.box.dataset;
    const announced = { name: file.name.slice(-120), size: file.size, sha256: await digestOf(file) };
    let upload = await this.ask("POST", address, JSON.stringify(announced), "application/json");
    const own = `${address}/${upload.id}`;
    for (const number of upload.missing) {
      this.show(file, upload);
      const from = (number - 1) * upload.part_size;
      const part = file.slice(from, from + upload.part_size);
      upload = await this.ask("PUT", `${own}/parts/${number}`, part, "application/octet-stream");
    }
    this.show(file, upload);
    if (!upload.is_whole) await this.ask("POST", `${own}/finish`);
    remember(null);
    this.form.elements.upload.value = upload.id;
  }

  show(file, { parts, missing }) {
    const sent = parts - missing.length;
    remember({ name: file.name, parts, sent });
    this.tell(fill(this.box.dataset.sending, { sent, parts }), sent / parts);
  }

  /** What the API answers. Where nothing comes, it is asked again until something does. */
  async ask(method, address, body, type) {
    const headers = { "X-CSRFToken": this.form.elements.csrfmiddlewaretoken.value, "Accept-Language": document.documentElement.lang };
    if (type) headers["Content-Type"] = type;
    for (let wait = 1000; ; wait = Math.min(2 * wait, LONGEST_PAUSE)) {
      const answer = await fetch(address, { method, body, headers }).catch(() => null);
      if (answer?.ok) return answer.json();
      if (answer && answer.status < 500 && answer.status !== 429) {
        const problem = await answer.json().catch(() => ({}));
        throw new Refused(problem.detail ?? "");
      }
      this.tell(this.box.dataset.cut, this.progress.value);
      await pause(Math.max(wait, 1000 * Number(answer?.headers.get("Retry-After") ?? 0)));
    }
  }
}

const box = document.querySelector("[data-upload-box]");
const input = document.querySelector("input[type=file][data-upload]");
if (box && input && globalThis.crypto?.subtle) {
  input.closest("form").querySelector(".form-end")?.before(box);
  new Sending(input, box);
}

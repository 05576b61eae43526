// Asks the server what a pairing by hand comes to, while it is laid out: soon after each change, the last one alone, and again
// later where there was no answer. Loaded before the script that uses it, as `HandCheck`.

const PAUSE_MS = 250;
const LONGEST_WAIT_S = 30;
const LATE = 409;

class HandCheck {
  /** `text()`: the pairing as the form sends it; `shown(answer)`: show what publishing it would come to. */
  constructor(form, text, shown) {
    Object.assign(this, { form, text, shown, last: null, asking: null, wait: 0 });
  }

  soon(after = PAUSE_MS) {
    clearTimeout(this.wait);
    this.wait = setTimeout(() => this.ask("publish"), after);
  }

  /** What it would come to to publish or save what is laid out now; null without an answer, or when more was asked since. */
  async ask(what) {
    clearTimeout(this.wait);
    this.asking?.abort();
    const { signal } = (this.asking = new AbortController());
    const text = this.text();
    const body = new URLSearchParams(new FormData(this.form));
    body.set("do", what);
    const options = { method: "POST", body, headers: { Accept: "application/json" }, signal };
    const answer = await fetch(this.form.dataset.check, options).catch(() => null);
    if (signal.aborted) return null;
    this.note(answer);
    if (!answer?.ok) return null;
    const said = await answer.json().catch(() => null);
    if (signal.aborted || !said) return null;
    const found = { ...said, text };
    if (found.wait) this.soon(1000 * found.wait);
    if (what === "publish") this.shown((this.last = found));
    return found;
  }

  /** Say where there is no answer, and ask again; say where somebody else was quicker. */
  note(answer) {
    this.form.querySelector("[data-unchecked]").hidden = Boolean(answer?.ok || answer?.status === LATE);
    this.form.querySelector("[data-late]").hidden = answer?.status !== LATE;
    if (answer?.ok || answer?.status === LATE) return;
    this.soon(1000 * Math.min(Number(answer?.headers.get("Retry-After")) || 5, LONGEST_WAIT_S));
  }

  /** What an answer asks to confirm, as one text; "" for nothing. */
  asks(found) {
    return [...(found?.cautions ?? []).map((each) => each.message), ...(found?.differences ?? [])].join("\n");
  }
}

globalThis.HandCheck = HandCheck;

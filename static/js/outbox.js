// What was entered and is not stored yet. A page that sends by script puts everything here, so that nothing is dropped while
// something else is being stored: what belongs to one subject (a board, a player) goes one after the other, and different
// subjects at the same time. Loaded before the scripts that use it, as `Outbox`.

const LANES = 4;
const ANSWER_MS = 20_000; // then the answer counts as lost
const PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 15_000;
/** The server, or what stands before it, cannot answer now: the same is sent again. */
const AGAIN_LATER = [429, 502, 503, 504];

/**
 * Entries that wait for their turn, each `{ subject, … }`. `send(entry)` stores one; what it returns or throws is its
 * own affair. `changed()` is called whenever something was added or is done.
 */
class Outbox {
  constructor({ send, changed, trouble = () => {} }) {
    Object.assign(this, { sendOne: send, changed, trouble });
    this.entries = [];
    this.active = new Set();
    this.unanswered = new Set();
    this.waking = new Set();
    addEventListener("beforeunload", (event) => {
      if (this.entries.length) event.preventDefault();
    });
    addEventListener("online", () => this.wake());
  }

  get isEmpty() {
    return this.entries.length === 0;
  }

  of(subject) {
    return this.entries.filter((entry) => entry.subject === subject);
  }

  add(entry) {
    this.entries.push(entry);
    this.changed(entry.subject);
    this.go();
  }

  /** Take out what waits for this subject and is not on its way. */
  takeBack(subject) {
    const back = this.entries.filter((entry) => entry.subject === subject && !this.active.has(entry));
    this.entries = this.entries.filter((entry) => !back.includes(entry));
    return back;
  }

  go() {
    const taken = new Set([...this.active].map((entry) => entry.subject));
    for (const entry of this.entries) {
      if (this.active.size >= LANES) return;
      if (this.active.has(entry) || taken.has(entry.subject)) continue;
      taken.add(entry.subject);
      this.active.add(entry);
      this.run(entry);
    }
  }

  async run(entry) {
    try {
      await this.sendOne(entry);
    } finally {
      this.active.delete(entry);
      this.entries = this.entries.filter((each) => each !== entry);
      this.changed(entry.subject);
      this.go();
    }
  }

  /** Post a form until there is an answer. Sent again it says so, and the server does it once (docs/architecture.md). */
  post(address, form, headers = {}) {
    const body = new URLSearchParams(form);
    return this.askUntilAnswered(address, { method: "POST", body, headers }, () => body.has("_again") || body.append("_again", ""));
  }

  read(address, headers = {}) {
    return this.askUntilAnswered(address, { headers }, () => {});
  }

  async askUntilAnswered(address, options, beforeAgain) {
    for (let pause = PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      const answer = await this.ask(address, options);
      if (answer && !AGAIN_LATER.includes(answer.status)) {
        this.note(options, false);
        return answer;
      }
      this.note(options, true);
      beforeAgain();
      const seconds = Number(answer?.headers.get("Retry-After")) || 0;
      await this.sleep(Math.max(pause, seconds * 1000) * (1 + Math.random() / 2));
    }
  }

  /** The whole answer, so that one that breaks off counts as lost too; null for none. */
  async ask(address, options = {}) {
    try {
      const answer = await fetch(address, { ...options, signal: AbortSignal.timeout(ANSWER_MS) });
      const text = await answer.text();
      return { ok: answer.ok, status: answer.status, headers: answer.headers, url: answer.url, redirected: answer.redirected, text };
    } catch {
      return null;
    }
  }

  note(request, isUnanswered) {
    this.unanswered[isUnanswered ? "add" : "delete"](request);
    this.trouble(this.unanswered.size > 0);
  }

  sleep(milliseconds) {
    return new Promise((done) => {
      const end = () => {
        clearTimeout(timer);
        this.waking.delete(end);
        done();
      };
      const timer = setTimeout(end, milliseconds);
      this.waking.add(end);
    });
  }

  /** The connection is back. */
  wake() {
    for (const end of [...this.waking]) end();
  }
}

globalThis.Outbox = Outbox;

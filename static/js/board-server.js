// What a board asks the server, and what it is told: states, and what may be touched as rows of steps that lead to each other.

const NOTHING = { steps: new Map(), glow: [] }; // a row of which nothing may be touched
const ENDS = -1; // instead of a row of the table: the turn is complete
const ASK = -2; // instead of a row: ask the server what follows
const BUSY = 503;
const STALE = 409;
const REFUSED = 422;

/** A table (gipf_engine/rules/steps.py) as rows whose steps lead to each other. Returns the first. */
function rowsOf({ asks, rows, locked }) {
  const made = rows.map(([ask, , , glow]) => ({ ask: asks[ask], steps: new Map(), glow: glow.split(" "), isLocked: Boolean(locked) }));
  for (const [at, [, entries, buttons]] of rows.entries()) {
    const add = (names, words, row, text, effects) => {
      const named = (pattern) => pattern.replace(/\$(\d+)/g, (_all, number) => names[number]);
      made[at].steps.set(names[0], { words, then: made[row] ?? row, text: named(text), effects: effects && named(effects) });
    };
    for (const [places, ...rest] of entries) for (const names of places.split(" ")) add(names.split(":"), "", ...rest);
    for (const [key, ...rest] of buttons) add([key], ...rest);
  }
  return made[0];
}

globalThis.BoardServer = class {
  static { Object.assign(this, { NOTHING, ENDS, ASK, rowsOf }); }

  /** Addresses: where steps and states are asked for. */
  constructor({ steps, state }) {
    this.addresses = { steps, state };
  }

  /** The board shows another place, where other addresses hold. */
  moveTo({ post, ...others }, form) {
    this.addresses = others;
    form.action = post;
  }

  /** What follows some touches, or why the last of them may not be; null without an answer. */
  steps(path, isAhead) {
    const url = new URL(this.addresses.steps, location.href);
    url.searchParams.set("path", path.join(" "));
    if (isAhead) url.searchParams.set("premove", "1");
    return this.get(url);
  }

  /** The whole state, where it is another than that of a version; else null. */
  state(since) {
    const url = new URL(this.addresses.state, location.href);
    if (since !== undefined) url.searchParams.set("since", since);
    return this.get(url);
  }

  async get(url) {
    const answer = await fetch(url).catch(() => null);
    return answer?.status === 200 ? answer.json() : null;
  }

  /**
   * The answer to a form, null without one. What the server cannot do for a moment is sent again, once stored once.
   * With `isWhole` it is the whole state, else the turn alone may be told.
   */
  async post(form, values, submitter, isWhole) {
    const body = new URLSearchParams(new FormData(form, submitter));
    for (const [name, value] of Object.entries(values)) body.set(name, value);
    if (this.unanswered === body.toString()) body.append("_again", "");
    this.unanswered = body.toString().replace(/&_again=/g, "");
    const headers = { "X-Board": isWhole ? "1" : "2" };
    const answer = await fetch(form.action, { method: "POST", body, headers }).catch(() => null);
    if (!answer || answer.status === BUSY) return null;
    this.unanswered = "";
    if (answer.headers.has("X-Already-Done")) return this.state();
    if (answer.ok || answer.status === STALE || answer.status === REFUSED) return answer.json();
    location.reload(); // signed out, or not allowed any more: the page says it, and what waits is kept
    return new Promise(() => {});
  }
};

// A board that turns are made on (see games/recordings/board_input.py). It knows no rules: a table of steps says what may be
// touched, and the server what a turn does. Without this file places are links; board-keys.js and board-motion.js help.

const ENDS = -1; // instead of a row of the table: the turn is complete
const ASK = -2; // instead of a row: ask the server what follows
const POLL_MS = 4_000;
const RETRY_MS = 2_000;
const BUSY = 503;
const STALE = 409;
const REFUSED = 422;

/** One board on a page: its element has the addresses and the words that it says. */
class Board {
  constructor(root) {
    this.root = root;
    this.svg = root.querySelector("[data-board]");
    this.ask = root.querySelector("[data-ask]");
    this.buttons = root.querySelector("[data-buttons]");
    this.restart = root.querySelector("[data-restart]");
    this.refused = root.querySelector("[data-refused]");
    this.waiting = root.querySelector("[data-waiting]");
    this.ended = root.querySelector("[data-ended]");
    this.form = root.querySelector("[data-turns]");
    this.field = this.form.elements.turns;
    this.words = root.querySelector("[data-words]");
    this.version = Number(root.dataset.version);
    this.table = JSON.parse(root.querySelector("[data-table]").content.textContent);
    this.queue = new TurnQueue(root.dataset.post);
    this.sending = false;
    this.heard = 0; // the newest version that was told of; Infinity where nobody said which
    this.lacks = false; // something beside the board, which is asked for
    this.touched = Promise.resolve();
    this.acted = Promise.resolve();
    this.atRest = []; // what goes on once nothing is on its way to the server
    this.refusals = 0;
    this.made = new Map(); // the version to which a turn that was made here led, by the one before it
    this.preview = null;
    this.ahead = null; // a turn that is chosen during the opponent's: its table of steps, and whether it is complete
    this.begin();
    this.listen();
    this.takeUp();
  }

  listen() {
    this.svg.addEventListener("click", (event) => {
      const hit = this.hitAt(event);
      if (!hit) return;
      event.preventDefault();
      if (event.detail > 1 && this.isAtWork) return; // the second half of a double click that made the turn
      this.touch(hit.dataset.spot);
    });
    this.svg.addEventListener("keydown", (event) => this.key(event));
    this.buttons.addEventListener("click", (event) => {
      const button = event.target.closest("[data-step]");
      if (button) this.touch(button.dataset.step);
    });
    this.restart.addEventListener("click", () => this.begin());
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.make(this.field.value);
    });
    document.addEventListener("submit", (event) => {
      if (!event.target.matches("[data-board-form]")) return;
      event.preventDefault();
      this.act(event.target, event.submitter);
    });
    addEventListener("online", () => this.send());
    document.addEventListener("live", (event) => this.hear(event.detail));
    document.addEventListener("live-line", (event) => { this.isTold = event.detail.isConnected; });
    document.addEventListener("board-look", () => this.lookAgain());
    setInterval(() => this.isTold || document.hidden || this.poll(), POLL_MS);
  }

  // --- touching ------------------------------------------------------------------------------------

  /** Nothing of the turn is touched yet. */
  begin() {
    if (this.preview) this.leavePreview();
    this.ahead = null;
    this.path = [];
    this.text = "";
    this.show(0);
  }

  /** What may be chosen: of this turn, or of the one ahead. */
  get choices() {
    return this.ahead?.table ?? this.table;
  }

  stepAt(row, key) {
    const [, places, buttons] = row;
    const button = buttons.find(([name]) => name === key);
    return button ? button.slice(2) : places[key];
  }

  /**
   * Touches are done one after the other, also where the server is asked in between, and behind a turn that is on its
   * way. One of a position that is no longer there is not taken, and the page says so.
   */
  touch(key) {
    const { version, refusals } = this;
    const done = this.touched.then(async () => {
      while (this.isBusy) await this.rest();
      if (this.isEnded) return;
      if (refusals !== this.refusals || this.latest(version) !== this.version) this.say(this.refused.textContent || this.root.dataset.notTaken);
      else await this.doTouch(key);
    });
    this.touched = done.catch(() => {}); // an error is told of, and the next touch is done all the same
  }

  /** The version to which turns made here have led since. */
  latest(version) {
    let now = version;
    while (this.made.has(now)) now = this.made.get(now);
    return now;
  }

  async doTouch(key) {
    if (this.preview) return this.say(this.root.dataset.confirm);
    if (this.table.locked) await this.chooseAhead();
    const step = this.stepAt(this.row, key);
    if (this.path.at(-1) === key && !step) return this.begin();
    this.say("");
    if (!step) {
      this.explain(key); // nobody waits for the words
      return;
    }
    const [row, text] = step;
    this.path.push(key);
    this.text += text;
    if (row === ENDS) return this.complete();
    if (row !== ASK) return this.show(row);
    const answer = await this.steps(this.path);
    if (!answer) return this.begin();
    const joined = this.joined(answer.table);
    if (this.ahead) this.ahead.table = joined;
    else this.table = joined;
    this.show(joined.rows.length - answer.table.rows.length);
  }

  /** A whole turn was touched. What follows is not waited for. */
  complete() {
    if (this.ahead) this.keepAhead();
    else if (this.root.dataset.confirm) this.showTurn();
    else this.makeTouched(this.path, this.text);
  }

  /** What was touched stays marked, and the turn is drawn (board-motion.js), until the answer is there. */
  makeTouched(path, text) {
    this.light({});
    this.svg.dispatchEvent(new CustomEvent("board-made", { detail: { path, text } }));
    this.make(text);
  }

  // --- a turn ahead --------------------------------------------------------------------------------

  /** The first touch during the opponent's turn: what could be chosen now; one that is complete is chosen afresh. */
  async chooseAhead() {
    if (!this.root.dataset.premove || this.isEnded) return;
    if (!this.ahead) {
      this.ahead = { table: null, isComplete: false };
      const answer = await this.steps([]);
      if (!this.ahead) return; // the opponent has moved meanwhile
      if (!answer?.table) this.ahead = null;
      else this.ahead.table = answer.table;
    } else if (!this.ahead.isComplete) return;
    if (this.ahead) this.ahead.isComplete = false;
    [this.path, this.text] = [[], ""];
    this.show(0);
  }

  /** It waits in this page until the opponent has moved. */
  keepAhead() {
    this.ahead.isComplete = true;
    this.row = [0, {}, []];
    this.light({});
    this.ask.textContent = `${this.root.dataset.premove} ${this.text}`;
    this.buttons.replaceChildren();
    this.restart.hidden = false;
  }

  /** The same touches where they are a whole turn now, so that they mean one thing alone; else the player is told. */
  playAhead(path) {
    let [row, text] = [0, ""];
    for (const key of path) {
      const step = row >= 0 ? this.stepAt(this.table.rows[row], key) : null;
      if (!step) return this.say(this.root.dataset.premoveGone);
      [row, text] = [step[0], text + step[1]];
    }
    if (row === ENDS) this.makeTouched(path, text);
    else this.say(this.root.dataset.premoveGone);
  }

  /** What was chosen ahead, after news: played where it is the player's turn, kept where it is not yet. */
  goOnAhead(ahead, path, text, state) {
    if (state.over) return;
    if (!state.table.locked) {
      setTimeout(() => this.version === state.version && this.playAhead(path));
      return;
    }
    [this.ahead, this.path, this.text] = [ahead, path, text];
    this.keepAhead();
  }

  // --- looking at a turn, and what may be touched ----------------------------------------------------

  /** The whole turn before it is sent: it stands in the field, and the board shows the position after it. */
  async showTurn() {
    this.preview = { before: this.svg.innerHTML, turn: this.text };
    this.field.value = this.text;
    this.ask.textContent = this.root.dataset.confirm;
    this.buttons.replaceChildren();
    this.restart.hidden = false;
    this.form.querySelector("button").focus();
    const shown = this.preview;
    const answer = await this.steps(this.path);
    if (answer?.svg && this.preview === shown) this.svg.innerHTML = answer.svg;
  }

  leavePreview() {
    this.svg.innerHTML = this.preview.before;
    if (this.field.value === this.preview.turn) this.field.value = "";
    this.preview = null;
  }

  /** The table with another behind it, whose numbers are moved on. */
  joined(more) {
    const { asks, rows } = this.choices;
    const moved = ([row, text]) => [row < 0 ? row : row + rows.length, text];
    const added = more.rows.map(([ask, places, buttons]) => [
      ask + asks.length,
      Object.fromEntries(Object.entries(places).map(([key, step]) => [key, moved(step)])),
      buttons.map(([key, words, ...step]) => [key, words, ...moved(step)]),
    ]);
    return { asks: [...asks, ...more.asks], rows: [...rows, ...added] };
  }

  /** Light what may be touched, and ask for it. */
  show(number) {
    this.row = this.choices.rows[number];
    const [ask, places, buttons] = this.row;
    const isOver = Object.keys(places).length + buttons.length === 0 && !this.table.locked;
    this.ask.textContent = isOver ? this.root.dataset.over : this.choices.asks[ask];
    this.light(places);
    this.buttons.replaceChildren(...buttons.map(([key, words]) => button(key, words)));
    this.restart.hidden = this.path.length === 0;
    this.form.querySelector("button").disabled = Boolean(this.table.locked);
  }

  light(places) {
    const mayBegin = this.table.locked && this.root.dataset.premove && !this.isOver && this.ahead?.isComplete !== false;
    for (const hit of this.hits()) {
      const isTarget = hit.dataset.spot in places;
      hit.classList.toggle("b-hit-target", isTarget);
      hit.classList.toggle("b-hit-chosen", this.path.includes(hit.dataset.spot));
      hit.setAttribute("aria-disabled", String(!isTarget && !mayBegin));
      hit.setAttribute("role", "button");
      hit.removeAttribute("href");
    }
    this.svg.dispatchEvent(new CustomEvent("board-lit", { bubbles: true }));
  }

  hits() {
    return [...this.svg.querySelectorAll("[data-spot]")];
  }

  /** The place that a click is meant for: what it fell on, else what lies there in front. */
  hitAt(event) {
    const isThere = (hit) => {
      const { left, right, top, bottom } = hit.getBoundingClientRect();
      return left <= event.clientX && event.clientX <= right && top <= event.clientY && event.clientY <= bottom;
    };
    return event.target.closest("[data-spot]") ?? this.hits().findLast(isThere);
  }

  key(event) {
    const hit = event.target.closest("[data-spot]");
    if (!hit || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" || event.key === " ") this.touch(hit.dataset.spot);
    else if (event.key === "Escape") this.begin();
    else return;
    event.preventDefault();
  }

  // --- asking the server -----------------------------------------------------------------------------

  /** Why a place may not be touched, in the words of the rules. */
  async explain(key) {
    const answer = await this.steps([...this.path, key]);
    if (answer?.refused) this.say(answer.refused);
  }

  async steps(path) {
    const url = new URL(this.root.dataset.steps, location.href);
    url.searchParams.set("path", path.join(" "));
    if (this.ahead) url.searchParams.set("premove", "1");
    const answer = await fetch(url).catch(() => null);
    return answer?.ok ? answer.json() : null;
  }

  /** Somebody did something; what is known already, or came with the news, need not be asked for. */
  hear({ seen, news }) {
    const version = Number(/^game:\d+=(\d+)$/.exec(seen ?? "")?.[1] ?? Infinity);
    this.heard = Math.max(this.heard, version);
    if (version <= this.version) return;
    if (news?.before !== this.version || this.lacks || this.isAtWork || this.isEnded) return this.poll();
    this.take(news);
    this.say("");
  }

  /** Resolves once nothing is on its way to the server; what else waited may have begun something by then. */
  rest() {
    return new Promise((done) => this.atRest.push(done));
  }

  get isBusy() {
    return this.isAtWork && !this.isEnded;
  }

  /** A turn is on its way to the server, or waits for that. */
  get isAtWork() {
    return this.sending || this.queue.turns.length > 0;
  }

  /** What others did meanwhile. A turn that is half made is begun again. */
  async poll() {
    if (this.isEnded) return;
    this.hasNews = this.isAtWork; // then it looks when that is done
    if (this.hasNews) return;
    const answer = await fetch(`${this.root.dataset.state}?since=${this.version}`).catch(() => null);
    if (answer?.status !== 200) return;
    const state = await answer.json();
    this.hasNews = this.isAtWork;
    if (this.hasNews || state.version <= this.version) return;
    this.take(state);
    this.say(this.isEnded ? "" : this.root.dataset.elsewhere);
  }

  /** What stands beside the board has changed, and perhaps the board, unless overtaken, or somebody is at a turn. */
  async lookAgain() {
    const state = await this.now();
    if (state?.version === this.version) this.takeBeside(state);
    else if (state?.version > this.version && !this.isAtWork && !this.path.length && !this.isEnded) this.take(state);
  }

  // --- turns -------------------------------------------------------------------------------------------

  /** A turn is made: it waits behind those that are not sent yet. */
  make(turns) {
    if (turns.trim() && this.queue.turns.length === 0) this.queue.version = this.version;
    this.queue.add(turns);
    this.field.value = "";
    this.send();
  }

  /** Send what waits, one after the other. What is refused comes back into the field, with all behind it. */
  async send() {
    if (this.sending || this.isEnded) return;
    this.setSending(true);
    while (this.queue.turns.length) {
      const answer = await this.post(this.form, { turns: this.queue.turns[0], version: this.version });
      if (!answer) {
        this.tellWaiting();
        setTimeout(() => this.send(), RETRY_MS);
        break;
      }
      const [, ...behind] = this.queue.turns;
      const before = this.version;
      this.take(answer);
      if (!answer.refused && this.version > before) this.made.set(before, this.version);
      if (answer.refused) {
        this.refusals += 1;
        this.queue.replace([]);
        this.field.value = [answer.left, ...behind].join(" ");
        this.say(answer.refused);
        this.field.focus();
      } else {
        this.queue.replace(behind, this.version);
        this.say("");
      }
    }
    this.setSending(false);
    if (this.queue.turns.length === 0) this.waiting.hidden = true;
  }

  /** A form beside the board, behind what is on its way: what it does is seen, or it is refused. */
  act(form, submitter) {
    const done = this.acted.then(() => this.doAct(form, submitter));
    this.acted = done.catch(() => {});
  }

  async doAct(asked, pressed) {
    while (this.isBusy) await this.rest();
    if (this.isEnded) return;
    const isSame = (one, other) => one.name === other.name && one.value === other.value;
    const form = asked.isConnected ? asked : [...document.querySelectorAll("[data-board-form]")].find((each) => each.action === asked.action);
    const submitter = !pressed || pressed.isConnected ? pressed : [...(form?.elements ?? [])].find((each) => isSame(each, pressed));
    if (!form || (pressed && !submitter)) return this.isOver ? undefined : this.say(this.root.dataset.notTaken);
    this.setSending(true);
    const answer = await this.post(form, { version: this.version }, submitter);
    this.setSending(false);
    if (!answer) return form.submit();
    this.take(answer);
    this.say(answer.refused ?? "");
  }

  /** The server's answer, null without one. What the server cannot do for a moment is sent again, once stored once. */
  async post(form, values, submitter) {
    const body = new URLSearchParams(new FormData(form, submitter));
    for (const [name, value] of Object.entries(values)) body.set(name, value);
    if (this.unanswered === body.toString()) body.append("_again", "");
    this.unanswered = body.toString().replace(/&_again=/g, "");
    const headers = { "X-Board": this.lacks ? "1" : "2" }; // with 2 the state after a turn may be told by the turn alone
    const answer = await fetch(form.action, { method: "POST", body, headers }).catch(() => null);
    if (!answer || answer.status === BUSY) return null;
    this.unanswered = "";
    if (answer.headers.has("X-Already-Done")) return this.now();
    if (answer.ok || answer.status === STALE || answer.status === REFUSED) return answer.json();
    location.reload(); // signed out, or not allowed any more: the page says it, and what waits is kept
    return new Promise(() => {});
  }

  async now() {
    const answer = await fetch(this.root.dataset.state).catch(() => null);
    return answer?.ok ? answer.json() : null;
  }

  /** Show the position that the server told of. */
  take(state) {
    if (state.ended) return this.end(state.ended);
    const hadFocus = this.svg.contains(document.activeElement);
    const [ahead, path, text] = [this.ahead, this.path, this.text];
    this.version = state.version;
    this.table = state.table;
    this.isOver = state.over;
    if (this.preview) this.leavePreview();
    this.svg.innerHTML = state.svg;
    this.words.textContent = state.words;
    this.begin();
    if (ahead?.isComplete) this.goOnAhead(ahead, path, text, state);
    if (hadFocus) this.svg.querySelector("[tabindex='0']")?.focus();
    this.takeBeside(state);
  }

  /** Show what stands beside the position. With `more` some of it is still to be asked for. */
  takeBeside(state) {
    for (const [id, html] of Object.entries(state.parts ?? {})) document.getElementById(id).innerHTML = html;
    this.lacks = state.more === true;
    this.root.dispatchEvent(new CustomEvent("board-state", { bubbles: true, detail: state }));
  }

  /** What is played here has ended elsewhere: the board stays as it was seen, and nothing can be sent any more. */
  end(html) {
    this.isEnded = true;
    this.ended.innerHTML = html;
    this.ended.hidden = false;
    this.svg.inert = true;
    for (const each of document.querySelectorAll("[data-turns] button, [data-board-form] button, [data-finish] button")) each.disabled = true;
  }

  // --- words ---------------------------------------------------------------------------------------------

  say(words) {
    this.refused.textContent = words;
    this.refused.hidden = !words;
  }

  setSending(sending) {
    this.sending = sending;
    this.svg.setAttribute("aria-busy", String(sending));
    if (!sending && this.hasNews && this.heard > this.version) this.poll();
    if (!this.isBusy) for (const go of this.atRest.splice(0)) go();
  }

  tellWaiting() {
    this.waiting.textContent = `${this.root.dataset.waits} ${this.queue.turns.join(" ")}`;
    this.waiting.hidden = false;
  }

  /** What an earlier visit could not send: sent now, where nothing was recorded since; else put into the field. */
  takeUp() {
    if (this.queue.turns.length === 0) return;
    if (this.queue.version === this.version) {
      this.tellWaiting();
      this.send();
      return;
    }
    this.field.value = this.queue.turns.join(" ");
    this.say(`${this.root.dataset.earlier} ${this.field.value}`);
    this.queue.replace([]);
  }
}

function button(key, words) {
  const made = Object.assign(document.createElement("button"), { type: "button", className: "button", textContent: words });
  made.dataset.step = key;
  return made;
}

for (const root of document.querySelectorAll("[data-board-input]")) new Board(root);

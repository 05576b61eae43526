// A board that turns are made on (see games/recordings/board_input.py). It knows no rules: a table of steps says what may be
// touched and what that does on the board. Without this file places are links; board-keys.js, board-picture.js and board-server.js help.

const { NOTHING, ENDS, ASK, rowsOf } = BoardServer;
const POLL_MS = 4_000;
const RETRY_MS = 2_000;
const textOf = (made) => made.map(({ step }) => step?.text).join("");

/** One board on a page: its element has the addresses and the words that it says. */
class Board {
  constructor(root) {
    this.root = root;
    this.svg = root.querySelector("[data-board]");
    this.ask = root.querySelector("[data-ask]");
    this.buttons = root.querySelector("[data-buttons]");
    this.restart = root.querySelector("[data-restart]");
    this.back = root.querySelector("[data-back]");
    this.refused = root.querySelector("[data-refused]");
    this.waiting = root.querySelector("[data-waiting]");
    this.ended = root.querySelector("[data-ended]");
    this.form = root.querySelector("[data-turns]");
    this.field = this.form.elements.turns;
    this.words = root.querySelector("[data-words]");
    this.version = Number(root.dataset.version);
    this.picture = new BoardPicture(this.svg);
    this.start = rowsOf(JSON.parse(root.querySelector("[data-table]").content.textContent));
    this.server = new BoardServer(root.dataset);
    this.queue = new TurnQueue(root.dataset.post);
    this.sending = false;
    this.heard = 0; // the newest version that was told of; Infinity where nobody said which
    this.lacks = false; // something beside the board, which is asked for
    this.touched = Promise.resolve();
    this.acted = Promise.resolve();
    this.atRest = []; // what goes on once nothing is on its way to the server
    this.refusals = 0;
    this.versions = new Map(); // the version to which a turn that was made here led, by the one before it
    this.made = []; // what is chosen of the turn: `{ key, row, step }`
    this.preview = null;
    this.ahead = null; // a turn that is chosen during the opponent's: where its steps begin, and whether it is complete
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
    this.back.addEventListener("click", () => this.takeBack());
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
    this.root.addEventListener("board-go", ({ detail }) => this.isBusy || this.take(detail));
    if (!("alone" in this.root.dataset)) setInterval(() => this.isTold || document.hidden || this.poll(), POLL_MS);
  }

  // --- touching ------------------------------------------------------------------------------------

  /** Nothing is touched. */
  begin() {
    if (this.preview) this.leavePreview();
    this.ahead = null;
    this.made = [];
    this.showMade();
    this.show(this.start);
  }

  /** The last choice is taken back; of a turn that is complete and not sent, all. */
  takeBack() {
    if (this.isBusy) return;
    if (this.made.length < 2 || this.preview || this.ahead?.isComplete) return this.begin();
    const { row } = this.made.pop();
    this.showMade();
    this.show(row);
  }

  /** What is chosen of a turn is seen on the board; not of one ahead, which is made on another position. */
  showMade() {
    if (!this.ahead) this.picture.show(this.made.map(({ step }) => step.effects ?? "").join(" "));
  }

  get path() {
    return this.made.map(({ key }) => key);
  }

  get text() {
    return textOf(this.made);
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
    while (this.versions.has(now)) now = this.versions.get(now);
    return now;
  }

  async doTouch(key) {
    if (this.preview) return this.say(this.root.dataset.confirm);
    if (this.start.isLocked) await this.chooseAhead();
    const step = this.row.steps.get(key);
    if (!step && this.made.at(-1)?.key === key) return this.takeBack();
    this.say("");
    if (!step) return void this.explain(key); // nobody waits for the words
    const made = { key, row: this.row, step };
    this.made.push(made);
    this.showMade();
    if (step.then === ENDS) return this.complete();
    this.light(NOTHING); // until the server has said what follows, where the table leaves that out
    const row = await this.rowAfter(...this.made);
    if (this.made.at(-1) !== made) return; // what it belongs to is gone
    if (!row) return this.begin();
    this.showMade();
    return row === ENDS ? this.complete() : this.show(row);
  }

  /** Where the last choice leads: a row, or `ENDS`; nothing where the server was asked and did not answer. */
  async rowAfter(...made) {
    const { step } = made.at(-1);
    if (step.then !== ASK) return step.then;
    const answer = await this.steps(made.map(({ key }) => key));
    if (!answer || answer.refused) return null;
    const before = textOf(made.slice(0, -1)).length;
    return Object.assign(step, { then: answer.table ? rowsOf(answer.table) : ENDS, text: answer.text.slice(before), effects: answer.effects }).then;
  }

  /** A whole turn was touched. What follows is not waited for. */
  complete() {
    if (this.ahead) this.keepAhead();
    else if (this.root.dataset.confirm) this.showTurn();
    else this.makeTouched();
  }

  /** What was touched stays marked, and the turn drawn, until the answer is there. */
  makeTouched() {
    this.light(NOTHING);
    this.make(this.text);
  }

  // --- a turn ahead --------------------------------------------------------------------------------

  /** The first touch during the opponent's turn: what could be chosen now; one that is complete is chosen afresh. */
  async chooseAhead() {
    if (!this.root.dataset.premove || this.isEnded) return;
    if (!this.ahead) {
      this.ahead = { start: null, isComplete: false };
      const answer = await this.steps([]);
      if (!this.ahead) return; // the opponent has moved meanwhile
      if (!answer?.table) this.ahead = null;
      else this.ahead.start = rowsOf(answer.table);
    } else if (!this.ahead.isComplete) return;
    if (!this.ahead) return;
    this.ahead.isComplete = false;
    this.made = [];
    this.show(this.ahead.start);
  }

  /** It waits in this page until the opponent has moved. */
  keepAhead() {
    this.ahead.isComplete = true;
    this.row = NOTHING;
    this.light(NOTHING);
    this.ask.textContent = `${this.root.dataset.premove} ${this.text}`;
    this.offer(true);
  }

  /** The same touches where they are a whole turn now, so that they mean one thing alone; else the player is told. */
  async playAhead(path) {
    const { version } = this;
    const made = [];
    let row = this.start;
    for (const key of path) {
      const step = row?.steps?.get(key);
      made.push({ key, row, step });
      row = step && await this.rowAfter(...made);
    }
    if (this.version !== version) return;
    if (row !== ENDS) return this.say(this.root.dataset.premoveGone);
    this.made = made;
    this.showMade();
    this.makeTouched();
  }

  /** What was chosen ahead, after news: played where it is the player's turn, kept where it is not yet. */
  goOnAhead(ahead, made) {
    if (this.isOver) return;
    if (!this.start.isLocked) {
      this.touched = this.touched.then(() => this.playAhead(made.map(({ key }) => key)));
      return;
    }
    [this.ahead, this.made] = [ahead, made];
    this.keepAhead();
  }

  // --- looking at a turn, and what may be touched ----------------------------------------------------

  /** The whole turn before it is sent: it stands in the field, and the board shows the position after it. */
  async showTurn() {
    const shown = { turn: this.text };
    this.preview = shown;
    this.field.value = this.text;
    this.ask.textContent = this.root.dataset.confirm;
    this.offer(true);
    this.light(NOTHING);
    this.form.querySelector("button").focus();
    if (this.picture.follows) return;
    const answer = await this.steps(this.path);
    if (!answer?.svg || this.preview !== shown) return;
    shown.before = this.svg.innerHTML;
    this.picture.load(answer.svg);
  }

  leavePreview() {
    if (this.preview.before) this.picture.load(this.preview.before);
    if (this.field.value === this.preview.turn) this.field.value = "";
    this.preview = null;
  }

  /** Light what may be touched, and ask for it. */
  show(row) {
    this.row = row;
    const isOver = row.steps.size === 0 && !this.start.isLocked;
    this.ask.textContent = isOver ? this.root.dataset.over : row.ask;
    this.light(row);
    this.offer(false);
    this.form.querySelector("button").disabled = this.start.isLocked;
  }

  /** The buttons: of what may be chosen, and to take back what was. */
  offer(isWhole) {
    const choices = isWhole ? [] : [...this.row.steps].filter(([, { words }]) => words);
    this.buttons.replaceChildren(...choices.map(([key, { words }]) => button(key, words)));
    this.back.hidden = isWhole || this.made.length === 0;
    this.restart.hidden = !isWhole && this.made.length < 2;
  }

  light({ steps, glow }) {
    const mayBegin = this.start.isLocked && this.root.dataset.premove && !this.isOver && this.ahead?.isComplete !== false;
    for (const hit of this.hits()) {
      const isTarget = steps.has(hit.dataset.spot);
      hit.classList.toggle("b-hit-target", isTarget);
      hit.classList.toggle("b-hit-chosen", this.path.includes(hit.dataset.spot));
      hit.setAttribute("aria-disabled", String(!isTarget && !mayBegin));
      hit.setAttribute("role", "button");
      hit.removeAttribute("href");
    }
    for (const piece of this.svg.querySelectorAll(".b-pieces > [data-point]")) piece.classList.toggle("b-glow", glow.includes(piece.dataset.point));
    this.svg.dispatchEvent(new CustomEvent("board-lit", { bubbles: true }));
  }

  hits() {
    return [...this.svg.querySelectorAll("[data-spot]:not([display])")];
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
    else if (event.key === "Escape") this.takeBack();
    else return;
    event.preventDefault();
  }

  // --- asking the server -----------------------------------------------------------------------------

  /** Why a place may not be touched, in the words of the rules. */
  async explain(key) {
    const answer = await this.steps([...this.path, key]);
    if (answer?.refused) this.say(answer.refused);
  }

  /** What follows some touches, for the turn ahead as well. */
  steps(path) {
    return this.server.steps(path, Boolean(this.ahead));
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
    const state = await this.server.state(this.version);
    if (!state) return;
    this.hasNews = this.isAtWork;
    if (this.hasNews || state.version <= this.version) return;
    this.take(state);
    this.say(this.isEnded ? "" : this.root.dataset.elsewhere);
  }

  /** What stands beside the board has changed, and perhaps the board, unless overtaken, or somebody is at a turn. */
  async lookAgain() {
    const state = await this.server.state();
    if (state?.version === this.version) this.takeBeside(state);
    else if (state?.version > this.version && !this.isAtWork && !this.made.length && !this.isEnded) this.take(state);
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
      const answer = await this.server.post(this.form, { turns: this.queue.turns[0], version: this.version }, null, this.lacks);
      if (!answer) {
        this.tellWaiting();
        setTimeout(() => this.send(), RETRY_MS);
        break;
      }
      const [, ...behind] = this.queue.turns;
      const before = this.version;
      this.take(answer);
      if (!answer.refused && this.version > before) this.versions.set(before, this.version);
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

  /** A form beside the board, behind what was touched and is on its way: what it does is seen, or it is refused. */
  act(form, submitter) {
    const done = Promise.all([this.acted, this.touched]).then(() => this.doAct(form, submitter));
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
    const answer = await this.server.post(form, { version: this.version }, submitter, this.lacks);
    this.setSending(false);
    if (!answer) return form.submit();
    this.take(answer);
    this.say(answer.refused ?? "");
  }

  /** Show the position that the server told of. */
  take(state) {
    if (state.ended) return this.end(state.ended);
    if (state.addresses) this.server.moveTo(state.addresses, this.form);
    const hadFocus = this.svg.contains(document.activeElement);
    const { ahead, made } = this;
    if (this.preview) this.leavePreview();
    if ("effects" in state) this.picture.settle(state);
    else this.picture.load(state.svg);
    this.words.textContent = state.said ?? state.words;
    this.version = state.version;
    this.start = rowsOf(state.table);
    this.isOver = state.over;
    this.begin();
    if (ahead?.isComplete) this.goOnAhead(ahead, made);
    if (hadFocus && !this.svg.contains(document.activeElement)) this.svg.querySelector("[tabindex='0']")?.focus();
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

// The turns of a game that goes on are stepped through on a second board that lies over the one it is played on. That one
// takes turns meanwhile, so one key leads back to now. Without this file the page of the game has the turns.

const KEYS = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "now", Escape: "now" };
const FIELDS = "input, textarea, select, [contenteditable], [data-spot], [data-chat-lines]";

class LookingBack {
  constructor(nav) {
    this.nav = nav;
    this.game = nav.closest(".game");
    this.past = this.game.querySelector("[data-past]");
    this.picture = null;
    this.said = this.game.querySelector("[data-look-said]");
    this.turns = []; // those of the line that was fetched
    this.boards = null;
    this.ply = null; // which position is looked at; null: the one now
    nav.hidden = false;
    this.game.toggleAttribute("data-steps", true);
    this.listen();
    this.show();
  }

  /** The board that turns are made on, or on which they are watched. */
  get live() {
    return this.game.querySelector("[data-board], .game-svg[data-part]");
  }

  listen() {
    this.nav.addEventListener("click", (event) => {
      const step = event.target.closest("[data-look-step]")?.dataset.lookStep;
      if (step) this.step(step);
    });
    document.addEventListener("keydown", (event) => {
      const isHeld = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
      if (!(event.key in KEYS) || isHeld || event.target.closest?.(FIELDS)) return;
      if (event.key === "Escape" && this.ply === null) return;
      event.preventDefault();
      this.step(KEYS[event.key]);
    });
    this.game.addEventListener("click", (event) => {
      const turn = event.target.closest(".moves .turn");
      if (turn) this.go(this.moves().indexOf(turn) + 1);
    });
    document.addEventListener("turn-made", ({ detail }) => this.add(detail));
    for (const name of ["board-state", "parts-taken"]) document.addEventListener(name, () => this.show());
  }

  /** A turn that was just made, at the end of the list. */
  add({ token, ply, number, begins }) {
    if (this.moves().length !== ply - 1) return;
    const list = this.game.querySelector(".moves");
    if (!list) return; // the first turn brings it
    if (begins) list.append(Object.assign(document.createElement("li"), { value: number }));
    list.lastElementChild.append(Object.assign(document.createElement("span"), { className: "ltr turn", textContent: token }));
  }

  moves() {
    return [...this.game.querySelectorAll(".moves .turn")];
  }

  step(step) {
    const last = this.moves().length;
    const from = this.ply ?? last;
    return this.go({ first: 0, back: Math.max(0, from - 1), on: from + 1, now: last }[step]);
  }

  /** Look at the position after so many turns; the last one is now. */
  async go(ply) {
    this.ply = ply < this.moves().length ? ply : null;
    if (this.ply !== null && !this.knows(ply)) {
      const answer = await fetch(this.nav.dataset.look).catch(() => null);
      if (!answer?.ok) this.ply = null;
      else ({ turns: this.turns, boards: this.boards } = await answer.json());
    }
    this.show();
  }

  /** Whether the line that was fetched begins as the game does now, up to this turn. */
  knows(ply) {
    return this.boards !== null && this.moves().slice(0, ply).every(({ textContent }, at) => textContent === this.turns[at]);
  }

  show() {
    const moves = this.moves();
    if (this.ply !== null && (this.ply >= moves.length || !this.knows(this.ply))) this.ply = null; // taken back
    const isBack = this.ply !== null;
    this.live.toggleAttribute("data-behind", isBack);
    this.live.inert = isBack;
    this.said.hidden = this.past.hidden = !isBack;
    if (isBack) this.draw(moves);
    this.nav.querySelector("[data-look-at]").textContent = `${this.ply ?? moves.length} / ${moves.length}`;
    for (const button of this.nav.querySelectorAll("[data-look-step]")) {
      const isForward = ["on", "now"].includes(button.dataset.lookStep);
      button.setAttribute("aria-disabled", String(isForward ? !isBack : (this.ply ?? moves.length) === 0));
    }
    this.mark(moves);
  }

  draw(moves) {
    this.picture ??= new BoardPicture(this.past);
    if (this.drawn !== this.ply || this.picture.line !== this.boards) this.picture.showOf(this.boards, this.ply);
    this.drawn = this.ply;
    const { said, start } = this.nav.dataset;
    const values = { turn: this.ply, last: moves.length, token: `\u2066${this.turns[this.ply - 1]}\u2069` };
    const words = this.ply ? said.replace(/\{(\w+)\}/g, (_all, name) => values[name]) : start;
    if (this.said.textContent !== words) this.said.textContent = words;
  }

  /** The turn that is looked at in the list, which shows its end while the position is the one now. */
  mark(moves) {
    for (const [at, move] of moves.entries()) move.classList.toggle("is-shown", at + 1 === this.ply);
    const list = this.game.querySelector(".game-moves");
    const shown = moves[(this.ply ?? moves.length) - 1];
    if (list && shown) list.scrollTop = shown.offsetTop - list.clientHeight / 2;
  }
}

for (const nav of document.querySelectorAll("[data-look]")) new LookingBack(nav);

// The drawing of a board as a script has it: it follows effects (gipf_engine/kit/effects.py), and knows no game. Pieces are
// letters with a symbol each; they stand on points, bottom to top, and lie on piles, where some kinds of them are counted.
// Pieces slide, and what is taken glows before it travels to its pile.

const SLIDE_MS = 180;
const GLOW_MS = 300;
const REACH = 17.5; // the ring round a point
const SHORT = 14; // of a point, where the arrow of the last turn ends
const ICON = 0.55; // a piece on a pile, beside one on a point
const [EACH, STACKS] = ["*", "="]; // what is counted on a pile instead of one kind of piece

const wordsOf = (effects) => effects.split(" ").filter(Boolean);
const letters = (stack) => stack.map(({ piece }) => piece).join("");
const filled = (sentence, values) => sentence.replace(/\{(\w+)\}/g, (_all, name) => values[name]);
const pause = () => matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden;

/**
 * What is where: `points` has stacks by point, `piles` numbers by pile and kind, `gone` the points that have left the
 * board, `taken` what left points since the turn began, `ways` those pieces that moved in the last step.
 */
class Stand {
  constructor(points, piles, gone = new Set(), taken = []) {
    [this.points, this.piles, this.gone, this.taken, this.ways] = [points, piles, gone, taken, []];
  }

  /** What it is after some effects. */
  after(effects) {
    const points = new Map([...this.points].map(([point, stack]) => [point, stack.map(({ piece }) => ({ piece, way: [] }))]));
    const piles = new Map([...this.piles].map(([pile, kinds]) => [pile, { ...kinds }]));
    const next = new Stand(points, piles, new Set(this.gone), [...this.taken]);
    for (const word of effects) next.happen(...word.split(":"));
    return next;
  }

  happen(sign, one, two, three) {
    if (sign === "p") {
      this.count(three, two, -1);
      this.put(one, [{ piece: two, way: [three] }]);
    } else if (sign === "m") this.put(two, this.take(one, three));
    else if (sign === "s") this.put(two, this.take(one));
    else if (sign === "f") this.points.set(one, [{ piece: two, way: [] }]);
    else if (sign === "r") this.leave(one, two);
    else if (sign === "c") this.leave(one, `captured.${two}`);
    else if (sign === "h") {
      this.count(two, one, -1);
      this.count(three, one, 1);
      this.ways.push({ piece: one, way: [two, three] });
    } else if (sign === "x") this.gone.add(one);
  }

  take(point, pieces) {
    const stack = this.points.get(point);
    const at = pieces ? letters(stack).lastIndexOf(pieces) : 0;
    const taken = stack.splice(at, pieces ? pieces.length : stack.length);
    for (const each of taken) each.way.push(point);
    return taken;
  }

  put(point, pieces) {
    this.points.get(point).push(...pieces);
    this.ways.push(...pieces);
  }

  leave(point, pile) {
    const stack = this.take(point);
    this.count(pile, letters(stack), 1);
    this.taken.push({ point, pieces: letters(stack) });
    for (const each of stack) this.ways.push({ ...each, way: [...each.way, pile] });
  }

  count(pile, pieces, by) {
    const kinds = this.piles.get(pile);
    if (!kinds) return; // a pile that is not shown
    if (STACKS in kinds) kinds[STACKS] += by;
    else for (const piece of pieces) kinds[piece in kinds ? piece : EACH] += by;
  }
}

globalThis.BoardPicture = class {
  constructor(holder) {
    this.holder = holder;
    this.read();
  }

  /** Take the drawing that is there now as what effects begin from. */
  read() {
    this.svg = this.holder.querySelector("svg");
    this.words = JSON.parse(this.svg?.dataset.sentences ?? "null");
    if (!this.words) return;
    this.symbols = new Map([...this.svg.querySelectorAll("defs > [data-piece]")].map((symbol) => [symbol.dataset.piece, symbol]));
    this.pieces = new Map([...this.symbols].map(([piece, { id }]) => [`#${id}`, piece]));
    this.groups = new Map([...this.svg.querySelectorAll(".b-pieces > [data-point]")].map((group) => [group.dataset.point, group]));
    const points = new Map([...this.groups].map(([point, group]) => [point, [...this.piecesIn(group)].map((piece) => ({ piece, way: [] }))]));
    const piles = new Map();
    for (const { dataset } of this.rows()) piles.set(dataset.pile, { ...piles.get(dataset.pile), [dataset.held]: Number(dataset.count) });
    this.base = this.shown = new Stand(points, piles);
    this.told = [];
    this.marks = [".b-ghost", ".b-last"].map((each) => this.svg.querySelector(each).innerHTML);
  }

  /** Whether the drawing can follow effects; else it is drawn anew by the server. */
  get follows() {
    return Boolean(this.words);
  }

  /** Another drawing. */
  load(svg) {
    this.holder.innerHTML = svg;
    this.read();
  }

  /** The turn as far as it is chosen: what was shown of it stays, what is new moves, what was taken back is gone. */
  show(effects, isMoving = true) {
    if (!this.follows) return;
    const told = wordsOf(effects);
    const goesOn = this.told.every((word, at) => word === told[at]);
    const stand = goesOn ? this.shown.after(told.slice(this.told.length)) : this.base.after(told);
    this.told = told;
    this.draw(stand, told.length ? ["", ""] : this.marks, goesOn && isMoving);
  }

  /** A whole turn: what comes is shown from here. `path` are the points of its way, `seat` is to move. Returns it in words. */
  settle(effects, path, seat, isMoving = true) {
    this.show(effects, isMoving);
    this.marks = [this.ghostsOf(this.shown), this.wayOf(path)];
    this.told = [];
    this.clear(this.shown.gone);
    this.base = new Stand(this.shown.points, this.shown.piles);
    this.draw(this.base, this.marks, false);
    for (const bar of this.svg.querySelectorAll(".b-turn")) setShown(bar, Number(bar.dataset.seat) === seat);
    return this.tell(path, seat);
  }

  /** Points that have left the board for good. */
  clear(gone) {
    for (const point of gone) {
      for (const each of this.svg.querySelectorAll(`[data-point="${point}"], [data-spot="${point}"]`)) each.remove();
      this.groups.delete(point);
      this.shown.points.delete(point);
    }
  }

  // --- drawing ---------------------------------------------------------------------------------------------

  draw(stand, marks, isMoving) {
    this.shown = stand;
    for (const [point, group] of this.groups) {
      const stack = stand.points.get(point);
      if (this.piecesIn(group) !== letters(stack)) this.drawStack(group, stack);
    }
    for (const each of this.svg.querySelectorAll(".b-spot > [data-point], .b-hits > [data-spot]")) {
      setShown(each, !stand.gone.has(each.dataset.point ?? each.dataset.spot));
    }
    for (const row of this.rows()) this.drawCount(row, stand.piles.get(row.dataset.pile)[row.dataset.held]);
    for (const [at, name] of [".b-ghost", ".b-last"].entries()) this.svg.querySelector(name).innerHTML = marks[at];
    if (isMoving && !pause()) this.move(stand);
  }

  drawStack(group, stack) {
    group.innerHTML = this.stackOf(letters(stack));
    const hit = this.svg.querySelector(`.b-hits > [data-spot="${group.dataset.point}"]`);
    hit?.setAttribute("aria-label", this.label(group.dataset.point, letters(stack)));
  }

  drawCount(row, count) {
    if (Number(row.dataset.count) === count) return;
    row.dataset.count = count;
    row.querySelector("text").textContent = count;
    setShown(row, count > 0);
    const side = row.parentElement;
    const lying = [...side.children].filter((each) => each.getAttribute("display") !== "none");
    for (const [at, each] of lying.entries()) each.setAttribute("transform", `translate(0 ${at * Number(side.dataset.row)})`);
  }

  stackOf(pieces) {
    let level = 0;
    return [...pieces].map((piece) => {
      const y = -Number(this.svg.dataset.layer) * level;
      level += "flat" in this.symbols.get(piece).dataset ? 0 : 1;
      return this.use(piece, y);
    }).join("");
  }

  use(piece, y = 0) {
    return `<use href="#${this.symbols.get(piece).id}" x="0" y="${y}"></use>`;
  }

  ghostsOf({ taken, points }) {
    const left = taken.filter(({ point }) => points.get(point).length === 0);
    return left.map(({ point, pieces }) => `<g data-point="${point}" transform="translate(${this.at(point).join(" ")})">${this.stackOf(pieces)}</g>`).join("");
  }

  wayOf(path) {
    const way = path.map((point) => this.at(point));
    if (way.length === 0) return "";
    if (way.length === 1) return `<circle class="b-ring" cx="${way[0][0]}" cy="${way[0][1]}" r="${REACH}" fill="none" stroke-width="2.5"></circle>`;
    const [from, to] = way.slice(-2);
    const [right, down] = [to[0] - from[0], to[1] - from[1]];
    const share = 1 - SHORT / Math.hypot(right, down);
    const tip = [from[0] + right * share, from[1] + down * share];
    const points = [...way.slice(0, -1), tip].map((place) => place.join(",")).join(" ");
    const turned = (Math.atan2(down, right) * 180) / Math.PI;
    return `<polyline class="b-way" points="${points}" fill="none" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round"></polyline>`
      + `<path class="b-arrow" d="M2 0L-7 -5L-5 0L-7 5Z" transform="translate(${tip.join(" ")}) rotate(${turned})"></path>`;
  }

  // --- motion ----------------------------------------------------------------------------------------------

  /** What moved slides from where it was; then what was taken travels to its pile. */
  move(stand) {
    const legs = Math.max(0, ...stand.ways.map(({ way }) => way.length - (this.groups.has(way.at(-1)) ? 0 : 1)));
    for (const [point, stack] of stand.points) {
      const uses = this.groups.get(point).children;
      for (const [at, { way }] of stack.entries()) {
        const seen = way.filter((place) => this.groups.has(place) || stand.piles.has(place));
        if (seen.length) this.slide(uses[at], seen, this.at(point));
      }
    }
    const leaving = stand.ways.filter(({ way }) => way.length > 1 && stand.piles.has(way.at(-1)) && (this.groups.has(way.at(-2)) || stand.piles.has(way.at(-2))));
    for (const each of leaving) this.fly(each, SLIDE_MS * legs);
  }

  slide(use, way, to) {
    const frames = [...way.map((place) => this.at(place)), to].map(([x, y]) => ({ transform: `translate(${x - to[0]}px, ${y - to[1]}px)` }));
    use.animate(frames, { duration: SLIDE_MS * way.length, easing: "ease-out" });
  }

  fly({ piece, way }, delay) {
    const layer = document.createElementNS(this.svg.namespaceURI, "g");
    layer.setAttribute("class", "b-flying");
    layer.innerHTML = this.use(piece);
    this.svg.append(layer);
    const [from, to] = way.slice(-2).map((place) => this.at(place));
    const frame = ([x, y], scale) => ({ transform: `translate(${x}px, ${y}px) scale(${scale})` });
    const motion = layer.animate([frame(from, 1), frame(to, ICON)], { duration: 2 * SLIDE_MS, delay: delay + GLOW_MS, easing: "ease-in-out", fill: "backwards" });
    motion.finished.finally(() => layer.remove());
  }

  /** Where a point or a pile lies. */
  at(place) {
    const numbers = (element) => element.getAttribute("transform").match(/-?[\d.]+/g).map(Number);
    if (this.groups.has(place)) return numbers(this.groups.get(place));
    const row = this.rows().find(({ dataset }) => dataset.pile === place);
    const [[x, y], [, down]] = [numbers(row.parentElement), numbers(row)];
    return [x, y + down];
  }

  rows() {
    return [...this.svg.querySelectorAll("[data-pile]")];
  }

  piecesIn(group) {
    return [...group.children].map((use) => this.pieces.get(use.getAttribute("href"))).join("");
  }

  // --- words -----------------------------------------------------------------------------------------------

  named(pieces) {
    return [...pieces].map((piece) => this.symbols.get(piece).dataset.word).join(this.words.comma);
  }

  label(spot, pieces) {
    return filled(pieces ? this.words.taken : this.words.empty, { spot, pieces: this.named(pieces) });
  }

  /** The turn in words; the whole position is the description of the drawing. */
  tell(path, seat) {
    const { titles, moves, last, pieces, piles, counted, comma } = this.words;
    const turn = [moves[seat ?? 2], ...(path.length ? [filled(last, { path: path.join(comma) })] : [])];
    const standing = [...this.groups.keys()].sort((one, other) => one.localeCompare(other, "en", { numeric: true }));
    const lines = Object.entries(pieces).map(([piece, line]) => [line, standing.filter((point) => letters(this.shown.points.get(point)).includes(piece))]);
    const lying = Object.entries(piles).map(([pile, line]) => [line, Object.entries(this.shown.piles.get(pile)).filter(([, count]) => count)]);
    const held = ([kind, count]) => (kind === EACH || kind === STACKS ? count : filled(counted, { count, piece: this.named(kind) }));
    this.svg.querySelector("title").textContent = titles[seat ?? 2];
    this.svg.querySelector("desc").textContent = [
      ...turn,
      ...lines.filter(([, spots]) => spots.length).map(([line, spots]) => filled(line, { spots: spots.join(comma) })),
      ...lying.filter(([, kinds]) => kinds.length).map(([line, kinds]) => filled(line, { pieces: kinds.map(held).join(comma) })),
    ].join(" ");
    return turn.join(" ");
  }
};

function setShown(element, isShown) {
  if (isShown) element.removeAttribute("display");
  else element.setAttribute("display", "none");
}

// The drawing of a board as a script has it: it follows effects (gipf_engine/kit/effects.py), and knows no game. Pieces are
// letters with a symbol each; they stand on points, bottom to top, and lie on piles, where some kinds of them are counted.
// Pieces slide, and what is taken glows before it travels to its pile.

const SLIDE_MS = 180;
const GLOW_MS = 300;
const ICON = 0.55; // a piece on a pile, beside one on a point
const MOST_LAID_OUT = 4; // stacks of a pile that lie side by side
const HEIGHT_AT = [-14, -15]; // where the height of a stack is written, from the middle of its topmost piece
const [EACH, STACKS] = ["*", "="]; // what is counted on a pile instead of one kind of piece

const wordsOf = (effects) => effects.split(" ").filter(Boolean);
const letters = (stack) => stack.map(({ piece }) => piece).join("");
const filled = (sentence, values) => sentence.replace(/\{(\w+)\}/g, (_all, name) => values[name]);
const rounded = (value) => Math.round(value * 100) / 100; // as the server writes numbers
const pause = () => matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden;

/**
 * What is where: `points` has stacks by point, `piles` numbers by pile and kind, `lies` what lies side by side, `gone` the points that have left the
 * board, `taken` what left points since the turn began, `ways` those pieces that moved in the last step.
 */
class Stand {
  constructor(points, piles, lies, gone = new Set(), taken = []) {
    [this.points, this.piles, this.lies, this.gone, this.taken, this.ways] = [points, piles, lies, gone, taken, []];
  }

  /** What it is after some effects. */
  after(effects) {
    const points = new Map([...this.points].map(([point, stack]) => [point, stack.map(({ piece }) => ({ piece, way: [] }))]));
    const piles = new Map([...this.piles].map(([pile, kinds]) => [pile, { ...kinds }]));
    const lies = new Map([...this.lies].map(([pile, stacks]) => [pile, [...stacks]]));
    const next = new Stand(points, piles, lies, new Set(this.gone), [...this.taken]);
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

  /** Whether a pile is shown. */
  has(pile) {
    return this.piles.has(pile) || this.lies.has(pile);
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
    const [lying, kinds] = [this.lies.get(pile), this.piles.get(pile)];
    if (lying && by > 0) lying.push(pieces);
    else if (lying) lying.splice(lying.indexOf(pieces), 1);
    if (!kinds) return; // it is not counted, or not shown
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
    for (const { dataset } of this.rowsOf("pile")) piles.set(dataset.pile, { ...piles.get(dataset.pile), [dataset.held]: Number(dataset.count) });
    const lies = new Map(this.rowsOf("lies").map((row) => [row.dataset.lies, [...row.children].map(({ dataset }) => dataset.stack)]));
    this.base = this.shown = new Stand(points, piles, lies);
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

  /** A whole turn: what comes is shown from here. `path` are the points of its way, `seat` is to move, `said` tells it. */
  settle({ effects, path, seat, said }, isMoving = true) {
    this.show(effects, isMoving);
    this.marks = [this.ghostsOf(this.shown), this.wayOf(path)];
    this.told = [];
    this.clear(this.shown.gone);
    this.base = new Stand(this.shown.points, this.shown.piles, this.shown.lies);
    this.draw(this.base, this.marks, false);
    for (const bar of this.svg.querySelectorAll(".b-turn")) setShown(bar, Number(bar.dataset.seat) === seat);
    this.tell(seat, said);
  }

  /** Position `at` of a line, each of which is drawn or told by its turn; one turn on, it moves. Returns its words. */
  showOf(line, at) {
    const goesOn = this.line === line && this.lineAt + 1 === at && "effects" in line[at];
    [this.line, this.lineAt] = [line, at];
    if (!goesOn) {
      const from = line.findLastIndex((board, each) => each <= at && "svg" in board);
      this.load(line[from].svg);
      if (from === at) return line[at].words.join(" ");
      const before = line.slice(from + 1, at);
      if (before.length) this.settle({ effects: before.map(({ effects }) => effects).join(" "), path: [], seat: null, said: "" }, false);
    }
    this.settle({ ...line[at], seat: line[at].turn }, goesOn);
    return line[at].said;
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
    for (const row of this.rowsOf("pile")) this.drawCount(row, stand.piles.get(row.dataset.pile)[row.dataset.held]);
    for (const row of this.rowsOf("lies")) this.layOut(row, stand.lies.get(row.dataset.lies));
    for (const [at, name] of [".b-ghost", ".b-last"].entries()) this.svg.querySelector(name).innerHTML = marks[at];
    if (isMoving && !pause()) this.move(stand);
  }

  drawStack(group, stack) {
    group.innerHTML = this.stackOf(letters(stack));
    const hit = this.svg.querySelector(`.b-hits > [data-spot="${group.dataset.point}"]`);
    if (!hit) return;
    hit.setAttribute("aria-label", this.label(group.dataset.point, letters(stack)));
    if ("stacks" in this.svg.dataset) this.fit(hit, this.at(group.dataset.point), letters(stack));
  }

  /** What is hit for a stack reaches from its top to its foot; the dot of a target lies on the rim of its face. */
  fit(hit, [x, y], pieces) {
    const { layer, reach } = this.svg.dataset;
    const lift = this.lift(pieces.length);
    const dot = pieces && this.symbols.get(pieces.at(-1)).dataset.dot;
    const [focus, target] = [".b-focus", ".b-target"].map((each) => hit.querySelector(each));
    focus.setAttribute("y", y - reach - lift);
    focus.setAttribute("height", 2 * reach + lift);
    target.setAttribute("cx", x + Number(dot || 0));
    target.setAttribute("cy", dot ? y - layer - lift : y);
  }

  layOut(row, lying) {
    const stacks = lying.slice(0, MOST_LAID_OUT);
    if ([...row.children].map(({ dataset }) => dataset.stack).join() === stacks.join()) return;
    const { step, scale } = row.dataset;
    row.innerHTML = stacks.map((stack, at) => `<g data-stack="${stack}" transform="translate(${at * step} 0) scale(${scale})">${this.stackOf(stack)}</g>`).join("");
  }

  drawCount(row, count) {
    if (Number(row.dataset.count) === count) return;
    row.dataset.count = count;
    row.querySelector("text").textContent = count;
    setShown(row, count > 0 || "stays" in row.dataset);
    const side = row.parentElement;
    if (!side.dataset.row) return;
    const lying = [...side.children].filter((each) => each.getAttribute("display") !== "none");
    for (const [at, each] of lying.entries()) each.setAttribute("transform", `translate(0 ${at * Number(side.dataset.row)})`);
  }

  stackOf(pieces) {
    if (pieces.length > 1 && this.symbols.has(pieces)) return this.use(pieces);
    let level = 0;
    const lift = this.lift(pieces.length);
    const step = lift / Math.max(1, pieces.length - 1);
    const drawn = [...pieces].map((piece) => {
      const y = rounded(-step * level);
      level += "flat" in this.symbols.get(piece).dataset ? 0 : 1;
      return this.use(piece, y);
    });
    const [x, y] = HEIGHT_AT;
    if (pieces.length > 1 && Number(this.svg.dataset.rise)) drawn.push(`<text class="b-height" x="${x}" y="${rounded(y - lift)}">${pieces.length}</text>`);
    return drawn.join("");
  }

  /** How far above the lowest piece of a stack the topmost lies: where `rise` is not enough, all lie closer together. */
  lift(height) {
    const [layer, rise] = [Number(this.svg.dataset.layer), Number(this.svg.dataset.rise)];
    const lift = layer * Math.max(0, height - 1);
    return rise ? Math.min(lift, rise) : lift;
  }

  use(piece, y = 0) {
    return `<use href="#${this.symbols.get(piece).id}" x="0" y="${y}"></use>`;
  }

  ghostsOf({ taken, points }) {
    const left = taken.filter(({ point }) => points.get(point).length === 0);
    return left.map(({ point, pieces }) => `<g data-point="${point}" transform="translate(${this.at(point).join(" ")})">${this.stackOf(pieces)}</g>`).join("");
  }

  /** The ways of all actions of a turn: each has as many points as `legs` says, or they are one where a stack has gone on. */
  wayOf(path) {
    const way = path.map((point) => this.at(point));
    const { legs } = this.svg.dataset;
    const points = legs && way.length % legs === 0 ? Number(legs) : way.length;
    return way.map((_at, each) => (each % points ? "" : this.legOf(way.slice(each, each + points)))).join("");
  }

  legOf(way) {
    const mark = (name, [x, y]) => `<use href="#${this.svg.querySelector(`defs > [data-mark="${name}"]`).id}" x="${x}" y="${y}"></use>`;
    if (way.length === 1) return mark("to", way[0]);
    const entered = "rim" in this.svg.dataset ? mark("to", way[1]) : "";
    const ends = "stacks" in this.svg.dataset ? mark("from", way[0]) + mark("to", way.at(-1)) : entered;
    const [from, to] = way.slice(-2);
    const [right, down] = [to[0] - from[0], to[1] - from[1]];
    const share = 1 - this.svg.dataset.short / Math.hypot(right, down);
    const tip = [from[0] + right * share, from[1] + down * share];
    const points = [...way.slice(0, -1), tip].map((place) => place.join(",")).join(" ");
    const turned = (Math.atan2(down, right) * 180) / Math.PI;
    return `${ends}<polyline class="b-way" points="${points}" fill="none" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round"></polyline>`
      + `<path class="b-arrow" d="M2 0L-7 -5L-5 0L-7 5Z" transform="translate(${tip.join(" ")}) rotate(${turned})"></path>`;
  }

  // --- motion ----------------------------------------------------------------------------------------------

  /** What moved slides from where it was; then what was taken travels to its pile. */
  move(stand) {
    const legs = Math.max(0, ...stand.ways.map(({ way }) => way.length - (this.groups.has(way.at(-1)) ? 0 : 1)));
    for (const [point, stack] of stand.points) {
      const uses = this.groups.get(point).children;
      for (const [at, { way }] of stack.entries()) {
        const seen = way.filter((place) => this.groups.has(place) || stand.has(place));
        if (seen.length) this.slide(uses[Math.min(at, uses.length - 1)], seen, this.at(point));
      }
    }
    const leaving = stand.ways.filter(({ way }) => way.length > 1 && stand.has(way.at(-1)) && (this.groups.has(way.at(-2)) || stand.has(way.at(-2))));
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
    const lying = this.rowsOf("lies").find(({ dataset }) => dataset.lies === place);
    const row = this.rowsOf("pile").find(({ dataset }) => dataset.pile === place);
    const [[x, y], [right, down]] = lying ? [numbers(lying), [lying.dataset.step * (lying.children.length - 1), 0]] : [numbers(row.parentElement), numbers(row)];
    return [x + right, y + down];
  }

  rowsOf(kind) {
    return [...this.svg.querySelectorAll(`[data-${kind}]`)];
  }

  piecesIn(group) {
    return [...group.children].map((use) => this.pieces.get(use.getAttribute("href"))).join("");
  }

  // --- words -----------------------------------------------------------------------------------------------

  named(pieces) {
    return this.symbols.get(pieces)?.dataset.word ?? [...pieces].map((piece) => this.symbols.get(piece).dataset.word).join(this.words.comma);
  }

  label(spot, pieces) {
    const { empty, taken } = this.words;
    return pieces.length > 1 && "stacks" in this.svg.dataset ? this.stackWords("high", spot, pieces) : filled(pieces ? taken : empty, { spot, pieces: this.named(pieces) });
  }

  stackWords(sentence, spot, pieces) {
    return filled(this.words[sentence], { spot, height: pieces.length, pieces: this.named([...pieces].reverse()) });
  }

  /** The position is the description of the drawing. */
  tell(seat, said) {
    const { titles, pieces, piles, stacked, counted, comma } = this.words;
    const standing = [...this.shown.points].map(([point, stack]) => [point, letters(stack)]).sort(([one], [other]) => one.localeCompare(other, "en", { numeric: true }));
    const isOf = (piece, stack) => (this.symbols.has(stack) ? stack === piece : stack.includes(piece));
    const isHigh = ([, stack]) => "stacks" in this.svg.dataset && stack.length > 1;
    const stacks = standing.filter(isHigh).sort(([, one], [, other]) => other.length - one.length);
    const lines = Object.entries(pieces).map(([piece, line]) => [line, standing.filter((each) => !isHigh(each) && isOf(piece, each[1])).map(([point]) => point)]);
    const lying = Object.entries(piles).map(([pile, line]) => [pile, line, Object.entries(this.shown.piles.get(pile) ?? {}).filter(([, count]) => count)]);
    const beside = [...this.shown.lies].filter(([pile, there]) => there.length && !this.shown.piles.has(pile)).map(([pile, there]) => filled(piles[pile], { pieces: this.named(there) }));
    const stacksOn = (pile) => (pile in stacked ? this.shown.lies.get(pile).filter(Boolean).map((stack) => filled(stacked[pile], { pieces: this.named([...stack].reverse()) })) : []);
    const held = ([kind, count]) => (kind === EACH || kind === STACKS ? count : filled(counted, { count, piece: this.named(kind) }));
    this.svg.querySelector("title").textContent = titles[seat ?? 2];
    this.svg.querySelector("desc").textContent = [
      said,
      ...stacks.map(([spot, stack]) => this.stackWords("stack", spot, stack)),
      ...lines.filter(([, spots]) => spots.length).map(([line, spots]) => filled(line, { spots: spots.join(comma) })),
      ...beside,
      ...lying.filter(([, , kinds]) => kinds.length).flatMap(([pile, line, kinds]) => [filled(line, { pieces: kinds.map(held).join(comma) }), ...stacksOn(pile)]),
    ].join(" ");
  }
};

function setShown(element, isShown) {
  if (isShown) element.removeAttribute("display");
  else element.setAttribute("display", "none");
}

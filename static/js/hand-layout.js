// Who sits where in a round that is laid out by hand: boards with White and Black, byes, and all others, who are idle.
// It knows no page. Loaded before the script that uses it, as `HandLayout`.

const BOARD = /^(\d+)-(\d+)$/;
const BYE = /^(\d+):([a-z]+)$/;

class HandLayout {
  /** `numbers`: everybody, in the order in which the idle are listed. `text`: "4-1 2-5 3:half". */
  constructor(numbers, text) {
    this.numbers = numbers;
    this.past = [];
    this.boards = [];
    this.byes = new Map();
    for (const place of text.split(" ")) {
      const [, white, black] = place.match(BOARD) ?? [];
      const [, alone, kind] = place.match(BYE) ?? [];
      if (white) this.boards.push({ white: Number(white), black: Number(black) });
      if (alone) this.byes.set(Number(alone), kind);
    }
    this.makeRoom();
  }

  /** The round as forms send it; a board with one seat empty is none. */
  get text() {
    const boards = this.boards.filter(({ white, black }) => white && black).map(({ white, black }) => `${white}-${black}`);
    return [...boards, ...[...this.byes].map(([number, kind]) => `${number}:${kind}`)].join(" ");
  }

  get idle() {
    return this.numbers.filter((number) => !this.placeOf(number));
  }

  /** {board, side}, {bye: kind}, or null for whoever is idle. */
  placeOf(number) {
    for (const [board, seats] of this.boards.entries()) {
      const side = ["white", "black"].find((each) => seats[each] === number);
      if (side) return { board, side };
    }
    return this.byes.has(number) ? { bye: this.byes.get(number) } : null;
  }

  at(place) {
    return this.boards[place.board]?.[place.side] ?? null;
  }

  /** Let `number` have a place, and whoever sits there the place that it leaves. Null: it is idle. */
  put(number, place) {
    this.note();
    const before = this.placeOf(number);
    const other = place && "side" in place ? this.at(place) : null;
    this.take(number);
    if (other) this.take(other);
    this.set(number, place);
    if (other) this.set(other, before);
    this.makeRoom();
  }

  /** Two who are idle meet on the first board that nobody sits at. Returns the board. */
  pair(white, black) {
    this.note();
    let board = this.boards.findIndex((seats) => !seats.white && !seats.black);
    if (board < 0) board = this.boards.push({}) - 1;
    this.boards[board] = { white, black };
    this.makeRoom();
    return board;
  }

  /** Nobody has a place any more, but for those who are `kept`. */
  clear(kept) {
    this.note();
    for (const seats of this.boards) if (!kept.has(seats.white)) seats.white = seats.black = null;
    this.makeRoom();
  }

  swap(board) {
    this.note();
    const { white, black } = this.boards[board];
    this.boards[board] = { white: black, black: white };
  }

  take(number) {
    const place = this.placeOf(number);
    if (place && "side" in place) this.boards[place.board][place.side] = null;
    this.byes.delete(number);
  }

  set(number, place) {
    if (place && "side" in place) this.boards[place.board][place.side] = number;
    else if (place) this.byes.set(number, place.bye);
  }

  /** The first board on which this side is free. */
  firstFree(side) {
    const board = this.boards.findIndex((seats) => !seats[side]);
    return { board: board < 0 ? this.boards.push({ white: null, black: null }) - 1 : board, side };
  }

  /** As many seats as there are players without one: empty boards at the end come and go. */
  makeRoom() {
    const free = () => this.boards.reduce((sum, { white, black }) => sum + !white + !black, 0);
    const isEmpty = ({ white, black }) => !white && !black;
    const idle = this.idle.length;
    while (free() < idle) this.boards.push({ white: null, black: null });
    while (this.boards.length && isEmpty(this.boards.at(-1)) && free() - 2 >= idle) this.boards.pop();
  }

  note() {
    this.past.push(JSON.stringify([this.boards, [...this.byes]]));
  }

  undo() {
    const [boards, byes] = JSON.parse(this.past.pop());
    this.boards = boards;
    this.byes = new Map(byes);
  }
}

globalThis.HandLayout = HandLayout;

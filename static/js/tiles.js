// Tiles of a solitaire that move: where they lay before and lie now, and those that are dragged. play.js says when.

const SLIDE_MS = 180;
const FAR_ENOUGH = 8; // pixels that make a press a drag
const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden;

const tilesOf = (board) => [...board.querySelectorAll("[data-tile]")];
/** The middle of a tile and its size, in units of the drawing. */
function placeOf(tile) {
  const [, x, y, , scale] = tile.getAttribute("transform").match(/translate\((\S+) (\S+)\)( scale\((\S+)\))?/);
  return { x: Number(x), y: Number(y), scale: Number(scale ?? 1) };
}
const written = ({ x, y, scale }) => `translate(${x}px, ${y}px) scale(${scale})`;
const far = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);

/** Every tile of a board: what it is, its place by name, where that is. */
function lookAt(board) {
  return board ? tilesOf(board).map((tile) => ({ kind: tile.dataset.tile, at: tile.dataset.at, ...placeOf(tile) })) : [];
}

/** Each tile slides from where one of its kind lay: two of a kind are alike, so the nearer is taken. New ones appear. */
function slide(board, before) {
  if (still() || !before.length) return;
  const left = [...before];
  const tiles = tilesOf(board).map((tile) => ({ tile, to: placeOf(tile) }));
  const stays = ({ tile, to }) => left.findIndex((each) => each.kind === tile.dataset.tile && far(each, to) < 1);
  const moving = tiles.filter((each) => {
    const at = stays(each);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  for (const { tile, to } of moving) {
    const [from] = left.filter(({ kind }) => kind === tile.dataset.tile).sort((one, other) => far(one, to) - far(other, to));
    if (from) left.splice(left.indexOf(from), 1);
    const frames = from ? [{ transform: written(from) }, { transform: written(to) }] : [{ opacity: 0 }, { opacity: 1 }];
    if (from) tile.parentNode.append(tile); // over those that stay
    tile.animate(frames, { duration: SLIDE_MS, easing: "ease-out" });
  }
}

/** A tile that follows the pointer. `dropped(spot, place)`: what it was let go on, a spot, "tray" or nothing. */
class Drag {
  constructor(event, hit, dropped) {
    this.hit = hit;
    this.dropped = dropped;
    this.from = { x: event.clientX, y: event.clientY };
    this.id = event.pointerId;
    this.tile = hit.ownerSVGElement.querySelector(`[data-at="${hit.dataset.spot}"]`);
  }

  move(event) {
    const way = { x: event.clientX - this.from.x, y: event.clientY - this.from.y };
    if (!this.moves && Math.hypot(way.x, way.y) < FAR_ENOUGH) return;
    if (!this.moves) this.begin();
    const unit = 1 / this.hit.ownerSVGElement.getScreenCTM().a;
    this.tile.style.translate = `${way.x * unit}px ${way.y * unit}px`;
    event.preventDefault();
  }

  begin() {
    this.moves = true;
    this.hit.setPointerCapture(this.id);
    this.tile.parentNode.append(this.tile);
    this.tile.classList.add("is-dragged");
  }

  end(event) {
    if (!this.moves) return;
    const found = document.elementsFromPoint(event.clientX, event.clientY);
    const spot = found.map((each) => each.closest("[data-spot]")).find((each) => each && each !== this.hit);
    this.cancel();
    const place = spot ?? (found.some((each) => each.closest("[data-tray], [data-play-bar]")) ? "tray" : null);
    if (place) this.dropped(this.hit, place);
  }

  cancel() {
    if (!this.moves) return;
    this.tile.classList.remove("is-dragged");
    const way = this.tile.style.translate;
    this.tile.style.translate = "";
    if (!still() && way) this.tile.animate([{ translate: way }, { translate: "none" }], { duration: SLIDE_MS, easing: "ease-out" });
  }
}

/** Tiles that may be chosen can be dragged onto another one, or onto the tray; the bar stands for it where it is out of view. */
function letDrag(dropped) {
  let drag = null;
  let after = false; // a click follows the end of a drag
  document.addEventListener("pointerdown", (event) => {
    after = false;
    const hit = event.target.closest?.("[data-play-board] [data-spot]");
    if (hit?.getAttribute("aria-disabled") === "false" && event.isPrimary && !event.button) drag = new Drag(event, hit, dropped);
  });
  document.addEventListener("pointermove", (event) => event.pointerId === drag?.id && drag.move(event), { passive: false });
  document.addEventListener("pointerup", (event) => {
    if (event.pointerId !== drag?.id) return;
    after = Boolean(drag.moves);
    drag.end(event);
    drag = null;
  });
  document.addEventListener("pointercancel", () => {
    drag?.cancel();
    drag = null;
  });
  document.addEventListener("click", (event) => {
    if (after && event.target.closest?.("[data-play-board]")) event.stopPropagation();
    after = false;
  }, { capture: true });
}

globalThis.Tiles = { lookAt, slide, letDrag };

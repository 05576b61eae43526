// An ordinary turn is on the board before the server has answered: what the board's `data-motion` says is done with the pieces
// that stand there. It is a picture alone, and the answer takes its place: rows that are taken, ends and refusals come with it.

const NEAR = 1; // pixels of the drawing: places are written with two digits

/** In GIPF a piece of `data-comes` comes in from a dot, and pushes those in its way: "g2", "a1-c3", "Gb2" for a GIPF-piece. */
function push(svg, path, text) {
  const found = /^(G?)(?:([a-i]\d)-)?([a-i]\d)$/.exec(text);
  const piece = found?.[1] ? svg.dataset.comes.toUpperCase() : svg.dataset.comes;
  const symbol = [...svg.querySelectorAll("defs > [id]")].find((each) => each.id.endsWith(`-${piece}`));
  if (!found || !symbol || path.length > 2) return;
  const standing = [...svg.querySelectorAll(".b-pieces > use")];
  const at = ([x, y]) => standing.find((use) => near(use, "x", x) && near(use, "y", y));
  const dot = found[2] ?? (path.length === 2 ? path[0] : null);
  let here = placeOf(svg, found[3]);
  if (dot) {
    const step = stepFrom(svg, dot, here);
    here = plus(placeOf(svg, dot), step);
    const entered = here;
    const pushed = [];
    for (let next = at(here); next; next = at(here)) {
      pushed.push(next);
      here = plus(here, step);
    }
    for (const use of pushed) put(use, plus([Number(use.getAttribute("x")), Number(use.getAttribute("y"))], step));
    here = entered;
  } else if (at(here)) return;
  const comes = document.createElementNS(svg.namespaceURI, "use");
  comes.setAttribute("href", `#${symbol.id}`);
  put(comes, here);
  svg.querySelector(".b-pieces").append(comes);
}

/** In LYNGK a stack goes onto another one, by how much `data-layer` says above its foot for each piece there. */
function carry(svg, path, text) {
  if (path.length !== 2 || text !== path.join("-")) return;
  const [from, to] = path.map((key) => stackAt(svg, key));
  if (!from || !to) return;
  const [foot, onto] = [from, to].map((stack) => stack.querySelector("use"));
  const pieces = to.children.length - 1; // without the shadow
  const [right, down] = ["x", "y"].map((name) => Number(onto.getAttribute(name)) - Number(foot.getAttribute(name)));
  from.setAttribute("transform", `translate(${right} ${down - pieces * Number(svg.dataset.layer)})`);
  foot.remove();
  to.after(from);
}

/** The stack that fills the box of a place: its foot stands at the lower end. */
function stackAt(svg, key) {
  const box = svg.querySelector(`[data-spot="${key}"] .b-focus`);
  if (!box) return null;
  const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => Number(box.getAttribute(name)));
  const stands = (stack) => {
    const foot = stack.querySelector("use");
    const down = Number(foot.getAttribute("y"));
    return near(foot, "x", x + width / 2) && y < down && down < y + height;
  };
  return [...svg.querySelectorAll(".b-pieces > .b-stack")].findLast(stands) ?? null;
}

function placeOf(svg, key) {
  const mark = svg.querySelector(`[data-spot="${key}"] .b-target`);
  return [Number(mark.getAttribute("cx")), Number(mark.getAttribute("cy"))];
}

/** From a dot to its neighbour on the way to a place. */
function stepFrom(svg, dot, place) {
  const from = placeOf(svg, dot);
  const way = [place[0] - from[0], place[1] - from[1]];
  const steps = Math.round(Math.hypot(...way) / Number(svg.dataset.unit));
  return way.map((part) => part / steps);
}

function plus([x, y], [right, down]) {
  return [x + right, y + down];
}

function near(use, name, value) {
  return Math.abs(Number(use.getAttribute(name)) - value) < NEAR;
}

function put(use, [x, y]) {
  use.setAttribute("x", x);
  use.setAttribute("y", y);
}

const MOTIONS = { push, carry };

for (const board of document.querySelectorAll("[data-board-input] [data-board]")) {
  board.addEventListener("board-made", ({ detail: { path, text } }) => {
    const svg = board.querySelector("svg");
    MOTIONS[svg?.dataset.motion]?.(svg, path, text);
  });
}

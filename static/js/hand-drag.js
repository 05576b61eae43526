// Players that can be dragged from place to place: with a mouse by any part of their name, by touch by their handle, so that
// a finger still scrolls the page. Loaded before the script that uses it, as `letDragPlayers`.

const FAR = 6; // px: less is a click
const EDGE = 64; // px from the edge of the window: there the page scrolls along
const PLACES = "[data-key]";

/** `dropped(from, to)` is called with the keys of the two places. */
function letDragPlayers(table, dropped) {
  let drag = null;
  let after = false; // a click follows the end of a drag, where it began
  table.addEventListener("pointerdown", (event) => {
    after = false;
    const player = event.target.closest("[data-number]");
    const byHandle = event.pointerType === "mouse" || event.target.closest("[data-handle]");
    if (!player || !byHandle || event.button || !event.isPrimary || player.getAttribute("aria-disabled") === "true") return;
    drag = { player, id: event.pointerId, x: event.clientX, y: event.clientY, ghost: null };
  });
  document.addEventListener("pointermove", (event) => event.pointerId === drag?.id && move(event));
  document.addEventListener("pointerup", (event) => event.pointerId === drag?.id && drop(event));
  document.addEventListener("pointercancel", () => end());
  document.addEventListener("keydown", (event) => event.key === "Escape" && end());
  table.addEventListener("click", swallow, { capture: true });

  function move(event) {
    if (!drag.ghost && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < FAR) return;
    drag.ghost ??= lift();
    drag.ghost.style.translate = `${event.clientX - drag.x}px ${event.clientY - drag.y}px`;
    light(placeAt(event));
    if (event.clientY < EDGE) scrollBy(0, -12);
    if (event.clientY > innerHeight - EDGE) scrollBy(0, 12);
  }

  function lift() {
    const { left, top, width } = drag.player.getBoundingClientRect();
    const ghost = drag.player.cloneNode(true);
    ghost.removeAttribute("data-key");
    ghost.setAttribute("aria-hidden", "true");
    ghost.classList.add("hand-ghost");
    Object.assign(ghost.style, { left: `${left}px`, top: `${top}px`, width: `${width}px` });
    drag.player.classList.add("is-lifted");
    table.append(ghost);
    table.setPointerCapture(drag.id);
    return ghost;
  }

  /** The place under the pointer: a seat, or the part of the page around it. */
  function placeAt(event) {
    const found = document.elementsFromPoint(event.clientX, event.clientY).filter((each) => !each.closest(".hand-ghost"));
    const place = found.map((each) => each.closest(PLACES)).find((each) => each && each !== drag.player);
    const around = found.map((each) => each.closest("[data-around]")).find(Boolean);
    return place ?? (around && table.querySelector(`[data-key="${around.dataset.around}"]`));
  }

  function light(place) {
    for (const each of table.querySelectorAll(".is-aimed")) if (each !== place) each.classList.remove("is-aimed");
    place?.classList.add("is-aimed");
  }

  function drop(event) {
    const from = drag.player.dataset.key;
    const to = drag.ghost && placeAt(event)?.dataset.key;
    end(Boolean(drag.ghost));
    if (to && to !== from) dropped(from, to);
  }

  function end(moved = false) {
    if (!drag) return;
    drag.ghost?.remove();
    drag.player.classList.remove("is-lifted");
    light(null);
    drag = null;
    after = moved;
  }

  function swallow(event) {
    if (after) event.stopPropagation();
    after = false;
  }
}

globalThis.letDragPlayers = letDragPlayers;

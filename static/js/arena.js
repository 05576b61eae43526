// In an arena the reader's game opens by itself as soon as it begins, once: whoever comes back to the arena stays there.
// Without this file a button leads to it.

const OPENED = "arena-board";

function openBoard() {
  const board = document.querySelector("[data-arena-board]")?.dataset.arenaBoard;
  if (!board || sessionStorage.getItem(OPENED) === board) return;
  sessionStorage.setItem(OPENED, board);
  location.assign(board);
}

document.addEventListener("parts-taken", openBoard);
openBoard();

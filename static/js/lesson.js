// Once the task of a lesson is done, the way on has the focus, so that Enter leads to the next one.

document.addEventListener("board-state", ({ detail }) => {
  if (detail.over) document.querySelector("[data-next]")?.focus({ preventScroll: true });
});

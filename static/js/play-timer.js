// How long a deal has taken, beside its table. It can be folded away; the browser keeps that for all deals.

const KEPT = "play-timer";

function written(seconds) {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60];
  const two = (number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

function showTime() {
  const timer = document.querySelector("[data-play-timer]");
  if (!timer) return;
  if (timer.hidden) {
    timer.open = localStorage.getItem(KEPT) !== "folded";
    timer.hidden = false;
  }
  const until = timer.dataset.until ? new Date(timer.dataset.until) : new Date();
  timer.querySelector("[data-play-time]").textContent = written(Math.max(0, (until - new Date(timer.dataset.since)) / 1000));
}

document.addEventListener("click", (event) => {
  const timer = event.target.closest?.("[data-play-timer] > summary")?.parentNode;
  if (timer) localStorage.setItem(KEPT, timer.open ? "folded" : "open"); // as it is before the click
});
document.addEventListener("play-shown", showTime);
setInterval(showTime, 1000);
showTime();

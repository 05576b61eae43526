// The bell of the header: it shows at once what waits, on any page, and the title of the page counts it.

const TITLE_COUNT = /^\(\d+\) /;
let looking = false;

/** The title says how much waits to who has another page in front. */
function countInTitle(count) {
  document.title = (count > 0 ? `(${count}) ` : "") + document.title.replace(TITLE_COUNT, "");
}

async function look() {
  const bell = document.querySelector("[data-notifications]");
  if (!bell || looking) return;
  looking = true;
  const answer = await fetch(bell.dataset.notifications).catch(() => null);
  looking = false;
  if (!answer?.ok || answer.redirected) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-notifications]");
  if (!fresh) return;
  if (Number(fresh.dataset.unread) > Number(bell.dataset.unread)) {
    bell.classList.add("bell-rings");
    document.querySelector("[data-notifications-says]").textContent = fresh.querySelector("[data-notifications-words]").textContent;
  }
  bell.replaceChildren(...fresh.childNodes); // the element stays: the connection knows it
  bell.dataset.unread = fresh.dataset.unread;
  countInTitle(Number(fresh.dataset.unread));
}

const bell = document.querySelector("[data-notifications]");
if (bell) {
  countInTitle(Number(bell.dataset.unread));
  document.addEventListener("bell", look);
  bell.addEventListener("animationend", () => bell.classList.remove("bell-rings"));
  window.addEventListener("pageshow", (event) => event.persisted && look());
}

// Small comforts of every page. Each of them works without this file too, by a plain form or a plain link.
// What the first view does not need waits until it is painted: scripts that a page names so, and more letters.

const KANA_AND_KANJI = /[\u3040-\u30ff\u3400-\u9fff\uff66-\uff9f]/;

/** The theme changes where one stands; the server keeps it in the cookie, as the form alone would have it done. */
function changeThemeInPlace() {
  const form = document.querySelector("[data-theme-form]");
  form?.addEventListener("submit", async (event) => {
    const chosen = event.submitter;
    if (chosen?.name !== "theme") return;
    event.preventDefault();
    const before = document.documentElement.dataset.theme;
    show(chosen.value);
    const body = new URLSearchParams(new FormData(form, chosen));
    const answer = await fetch(form.action, { method: "POST", body, redirect: "manual" }).catch(() => null);
    if (answer?.type !== "opaqueredirect") show(before);
  });

  function show(theme) {
    document.documentElement.dataset.theme = theme;
    for (const button of form.querySelectorAll("button[name=theme]")) {
      button.setAttribute("aria-pressed", String(button.value === theme));
    }
  }
}

/**
 * What lies over the page closes by Escape, by a click beside it, when the focus leaves it, since it would hide what has
 * the focus next, and when another opens; a question, by Escape in it.
 */
function closeMenus() {
  const over = "details:is(.menu, .sum)[open]";
  const questions = "details:is(.confirm, .more-results)[open]:focus-within";
  document.addEventListener("click", (event) => {
    for (const menu of document.querySelectorAll(over)) if (!menu.contains(event.target)) menu.open = false;
  });
  document.addEventListener("focusin", ({ target }) => {
    for (const menu of document.querySelectorAll(over)) if (!menu.contains(target)) menu.open = false;
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    for (const menu of document.querySelectorAll(`${over}, ${questions}`)) {
      menu.open = false;
      menu.querySelector("summary").focus();
    }
  });
}

/** In a menu the arrows go from one link or button to the next, and from its name into it, as in menus of programs. */
function moveInMenus() {
  const steps = { ArrowDown: 1, ArrowUp: -1 };
  document.addEventListener("keydown", (event) => {
    const menu = event.target.closest("details.menu");
    const step = steps[event.key];
    if (!menu || !step || event.target.closest("input, select, textarea")) return;
    event.preventDefault(); // the page stays where it is
    menu.open = true;
    const all = [...menu.querySelectorAll("a, button")].filter((each) => each.checkVisibility());
    const here = all.indexOf(document.activeElement);
    const next = here < 0 && step < 0 ? all.length - 1 : (here + step + all.length) % all.length;
    all[next]?.focus();
  });
}

/** What could not be dealt with for a moment is sent again, once, after the time that the server asks for. */
function sendAgain() {
  const form = document.querySelector("form[data-again]");
  if (!form) return;
  document.querySelector("[data-again-said]").hidden = false;
  // Not all at the same moment: a hundred phones were told the same number of seconds.
  const wait = setTimeout(() => form.requestSubmit(), Number(form.dataset.again) * 1000 * (1 + Math.random()));
  form.addEventListener("submit", () => clearTimeout(wait));
}

/** After a refused form, the keyboard and the screen reader begin at what went wrong. */
function beginAtErrors() {
  document.querySelector("[data-focus]")?.focus();
}

/** Japanese names on a page in another language get their letters; other pages do not load the list of pieces. */
function fetchJapaneseLetters() {
  const main = document.querySelector("main");
  if (document.documentElement.lang === "ja") return;
  if (KANA_AND_KANJI.test(main.textContent)) return addJapaneseLetters();
  const watcher = new MutationObserver((changes) => {
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
    if (!added.some((node) => KANA_AND_KANJI.test(node.textContent))) return;
    watcher.disconnect();
    addJapaneseLetters();
  });
  watcher.observe(main, { childList: true, subtree: true });
}

function addJapaneseLetters() {
  const list = document.getElementById("page-script").dataset.japanese;
  document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: list }));
}

/** On a phone the tab of this page may lie outside; it is brought into view without moving the page. */
function showCurrentTab() {
  for (const tab of document.querySelectorAll(".tabs [aria-current]")) {
    const tabs = tab.closest(".tabs.many > ul, .tabs");
    const here = tab.getBoundingClientRect();
    const all = tabs.getBoundingClientRect();
    tabs.scrollLeft += here.x + here.width / 2 - (all.x + all.width / 2);
  }
}

/** Names are looked up while one types, where a form says which part of its page shows what was found. */
function searchWhileTyping() {
  for (const form of document.querySelectorAll("form[data-found]")) {
    let wait, asking;
    const look = () => {
      clearTimeout(wait);
      asking?.abort();
      asking = new AbortController();
      return showFound(form, asking.signal);
    };
    form.addEventListener("input", () => {
      clearTimeout(wait);
      wait = setTimeout(look, 250);
    });
    if ("enterTakesFirst" in form.dataset) takeFirstByEnter(form, look);
  }
}

/** Enter takes the first of what was found for what stands in the field now; with nothing found it searches. */
function takeFirstByEnter(form, look) {
  form.addEventListener("submit", async (event) => {
    if (event.submitter !== form.querySelector("button") || !form.contains(document.activeElement)) return;
    if (document.activeElement === event.submitter) return;
    event.preventDefault();
    await look();
    const first = document.querySelector(`#${form.dataset.found} form:not(details form)`);
    if (first) first.requestSubmit();
    else form.submit();
  });
}

async function showFound(form, signal) {
  try {
    const answer = await fetch(`?${new URLSearchParams(new FormData(form))}`, { signal });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const found = answer.ok && page.getElementById(form.dataset.found);
    if (found) document.getElementById(found.id).replaceChildren(...found.childNodes);
  } catch {
    // no answer, or more was typed meanwhile: the button is there
  }
}

/** Work that goes on elsewhere is shown again every few seconds until it is over; without scripts the browser loads the page. */
function renewWhileWorking() {
  const shown = document.querySelector("[data-renew]");
  if (!shown) return;
  setTimeout(async () => {
    const answer = await fetch(location.href).catch(() => null);
    if (answer?.redirected) return location.assign(answer.url);
    if (answer?.ok) {
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-renew]");
      if (!fresh) return location.reload();
      if (!shown.contains(document.activeElement)) shown.replaceChildren(...fresh.childNodes);
    }
    renewWhileWorking();
  }, Number(shown.dataset.renew) * 1000);
}

/** A new club most likely meets where whoever sets it up is: the browser's time zone is chosen to begin with. */
function chooseOwnTimeZone() {
  for (const box of document.querySelectorAll("[data-shows]")) {
    box.closest("label").hidden = false;
    box.addEventListener("change", () => { document.getElementById(box.dataset.shows).type = box.checked ? "text" : "password"; });
  }
  for (const field of document.querySelectorAll('select[data-time-zone="browser"]')) {
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone; // here: the first one takes a browser 20 ms
    const isOffered = [...field.options].some((option) => option.value === own);
    if (isOffered && !document.querySelector(".summary")) field.value = own;
  }
}

/** Buttons that put the text of a field on the clipboard, and those that hand an address to the apps of the device. */
function offerCopyingAndSharing() {
  for (const button of document.querySelectorAll("button[data-copy]")) {
    button.hidden = false;
    button.addEventListener("click", () => copyField(button));
  }
  if (!navigator.share) return;
  for (const button of document.querySelectorAll("button[data-share]")) {
    button.hidden = false;
    const { share: url, shareTitle: title } = button.dataset;
    button.addEventListener("click", () => navigator.share({ url, title }).catch(() => null)); // called off by the reader
  }
}

async function copyField(button) {
  const field = document.getElementById(button.dataset.copy);
  field.select();
  const written = await navigator.clipboard?.writeText(field.value).then(() => true, () => false);
  const copied = written || document.execCommand("copy"); // without https there is no clipboard but the selection's
  const status = document.querySelector("[data-copy-status]");
  status.textContent = copied ? status.dataset.done : status.dataset.failed;
  status.classList.toggle("visually-hidden", copied);
  if (!copied) return;
  button.dataset.copied = "";
  setTimeout(() => delete button.dataset.copied, 2000);
}

/** Do something once the page has been painted. A page in a tab that is not looked at is not painted. */
function afterPaint(act) {
  if (document.hidden) act();
  else requestAnimationFrame(() => setTimeout(act));
}

/** Scripts that follow what is on the page, and would only delay its first sight: `<template data-later="address">`. */
function startLaterScripts() {
  for (const { dataset } of document.querySelectorAll("template[data-later]")) import(dataset.later);
}

changeThemeInPlace();
offerCopyingAndSharing();
chooseOwnTimeZone();
renewWhileWorking();
closeMenus();
moveInMenus();
beginAtErrors();
sendAgain();
searchWhileTyping();
afterPaint(() => {
  startLaterScripts();
  showCurrentTab();
  fetchJapaneseLetters();
});

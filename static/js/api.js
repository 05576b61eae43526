// The OpenAPI document, drawn by Swagger UI from files of this server. It asks no other host: no validator, no fonts.

const place = document.getElementById("api");
const night = window.matchMedia("(prefers-color-scheme: dark)");

/** Swagger UI has colours for the night of its own: they follow the theme of the page. */
function followTheme() {
  const theme = document.documentElement.dataset.theme;
  document.documentElement.classList.toggle("dark-mode", theme === "dark" || (theme !== "light" && night.matches));
}

followTheme();
night.addEventListener("change", followTheme);
new MutationObserver(followTheme).observe(document.documentElement, { attributeFilter: ["data-theme"] });

/** The `type` of a problem leads to a line of a table that is folded away: unfold it, and show the line. */
function showProblem() {
  const line = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const problems = line?.closest("details");
  if (!problems) return;
  problems.open = true;
  line.scrollIntoView({ block: "center" });
}

showProblem();
window.addEventListener("hashchange", showProblem);

/** Endpoints are described in the reader's language, everything else in English: say so, for voices and directions. */
function markLanguage() {
  for (const words of place.querySelectorAll(":is(.opblock-summary-description, .opblock-description):not([lang])")) {
    words.lang = place.dataset.language;
    words.dir = "auto";
  }
}

new MutationObserver(markLanguage).observe(place, { childList: true, subtree: true });

SwaggerUIBundle({
  url: place.dataset.document,
  domNode: place,
  deepLinking: true,
  docExpansion: "none", // a list of over 150 lines Swagger UI draws in pieces, which move what one reads
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
  withCredentials: false,
});

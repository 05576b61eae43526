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

SwaggerUIBundle({
  url: place.dataset.document,
  domNode: place,
  deepLinking: true,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
  withCredentials: false,
});

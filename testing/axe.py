"""axe-core: the rules of WCAG that a program can check, on the page that is open."""

from __future__ import annotations

from importlib.resources import files

from playwright.sync_api import Page

_AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
_OF_OTHERS = "/api/v1/docs"
"""Made by Swagger UI, whose markup is not ours."""
_FAULTS = """async what => {
    const rules = {"target-size": {enabled: true}};  // 2.5.8, which axe leaves out unless it is named
    const preload = {assets: ["media"]};  // no rule of these tags reads style sheets, which take long
    // Of large drawings the first of each kind is looked into; of others, drawn alike, the name and the place are.
    const known = new Set();
    const emptied = [];
    for (const drawing of document.querySelectorAll("svg:not(svg *)")) {
        const kind = drawing.getAttribute("class");
        if (drawing.querySelectorAll("*").length <= 40) continue;
        if (!known.has(kind)) { known.add(kind); continue; }
        const inside = document.createDocumentFragment();
        inside.append(...[...drawing.children].filter(each => !each.matches("title, desc")));
        emptied.push([drawing, inside]);
    }
    const options = what === "all" ? {runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"], rules}
        : {runOnly: {type: "rule", values: [what]}};
    const found = await axe.run(document, {...options, preload, resultTypes: ["violations"]});
    for (const [drawing, inside] of emptied) drawing.append(inside);
    return found.violations.map(each => `${each.id}: ${each.nodes[0].html.slice(0, 120)}`);
}"""
_IN_THEME = "theme => { document.documentElement.dataset.theme = theme; }"


def axe_faults(page: Page) -> list[str]:
    """What axe-core finds, each with the first place."""
    page.evaluate(_AXE)
    return list(page.evaluate(_FAULTS, "all"))


def axe_faults_in_both_themes(page: Page) -> list[str]:
    """What axe-core finds by day, and of the colours by night: nothing else of a page differs."""
    page.emulate_media(reduced_motion="reduce")  # colours change at once
    page.evaluate(_IN_THEME, "light")
    by_day = axe_faults(page)
    page.evaluate(_IN_THEME, "dark")
    return by_day + [f"by night: {fault}" for fault in page.evaluate(_FAULTS, "color-contrast")]


def faults_of(page: Page, address: str) -> list[str]:
    """What axe-core finds on the page that is open."""
    if address == _OF_OTHERS:
        return []
    return axe_faults(page)

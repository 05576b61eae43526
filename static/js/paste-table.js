// A table that is pasted into a box of names: from a web page or a mail its cells come as HTML, and are put down with a tab
// between them, a line each, so that no column is lost. Whatever else is pasted comes as text, as without this file.

const CELLS = "td, th";

const textOf = (cell) => cell.textContent.replace(/\s+/gu, " ").trim();

function linesOf(table) {
  return [...table.rows].map((row) => {
    const cells = [...row.querySelectorAll(CELLS)].filter((cell) => cell.closest("table") === table);
    return cells.flatMap((cell) => [textOf(cell), ...Array(Math.min(cell.colSpan, 60) - 1).fill("")]).join("\t");
  });
}

function textOfTables(html) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const tables = [...page.querySelectorAll("table")].filter((table) => !table.querySelector("table"));
  const lines = tables.flatMap(linesOf).filter((line) => line.trim());
  return lines.some((line) => line.includes("\t")) ? lines.join("\n") : "";
}

function pasteTable(event) {
  const text = textOfTables(event.clipboardData?.getData("text/html") ?? "");
  if (!text) return;
  event.preventDefault();
  const box = event.currentTarget;
  box.setRangeText(text, box.selectionStart, box.selectionEnd, "end");
  box.dispatchEvent(new Event("input", { bubbles: true }));
}

for (const box of document.querySelectorAll("textarea[data-paste-table]")) box.addEventListener("paste", pasteTable);

"""Parts of a page that can be exchanged one by one: elements with `data-part` and an id. They may lie in each other.

A drawing that follows effects says in attributes which one it is (`data-shown`), which one came before
(`data-before`) and what happened in between (`data-effects`). Where that one was seen, the element alone goes out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser

Attributes = list[tuple[str, str | None]]


@dataclass(frozen=True, slots=True)
class Part:
    """An element as it stands in the page. `around` is its text with a gap for every part that lies in it.

    `shown` names the drawing in it, `told` is the element alone where it says what happened since `before`.
    """

    html: str
    around: str
    inner: tuple[str, ...]
    shown: str = ""
    before: str = ""
    told: str = ""


@dataclass(frozen=True, slots=True)
class Parts:
    """All parts of a page by their ids. `roots` lie in no other."""

    by_id: Mapping[str, Part]
    roots: tuple[str, ...]

    def html_of(self, ids: Iterable[str]) -> dict[str, str]:
        """The elements with these ids."""
        return {each: self.by_id[each].html for each in ids}


NO_PARTS = Parts({}, ())


def split_parts(html: str) -> Parts:
    """Find the parts of a page. An element whose id stands there twice counts once, as it is first."""
    reader = _Reader(html)
    reader.feed(html)
    reader.close()
    return Parts(reader.found, tuple(reader.roots))


def changed_parts(before: Parts, now: Parts) -> dict[str, str] | None:
    """The least elements to exchange, by id; None where parts came or went that lie in no other."""
    if before.roots != now.roots:
        return None
    return {part: html for root in now.roots for part, html in _changed(before, now, root)}


def _changed(before: Parts, now: Parts, part: str) -> Iterator[tuple[str, str]]:
    old, new = before.by_id[part], now.by_id[part]
    if old.html == new.html:
        return
    if new.told and new.before == old.shown:
        yield part, new.told
        return
    if old.around != new.around or old.inner != new.inner:
        yield part, new.html
        return
    for inner in new.inner:
        yield from _changed(before, now, inner)


@dataclass
class _Open:
    """A part whose end is still to come. `depth` counts elements of its own kind in it that are open."""

    id: str
    tag: str
    start: int
    begin: str
    named: dict[str, str | None]
    depth: int = 0
    inner: list[tuple[str, int, int]] = field(default_factory=list)


class _Reader(HTMLParser):
    """Notes where parts begin and end. Other elements may leave out their ends, as HTML lets them."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=False)
        self.html = html
        self.found: dict[str, Part] = {}
        self.roots: list[str] = []
        self._open: list[_Open] = []
        self._lines = [0]
        for line in html.split("\n"):
            self._lines.append(self._lines[-1] + len(line) + 1)

    def handle_starttag(self, tag: str, attrs: Attributes) -> None:
        named = dict(attrs)
        name = named.get("id")
        if "data-part" in named and name and name not in self.found:
            self._open.append(_Open(name, tag, self._offset(), self.get_starttag_text() or "", named))
        elif self._open and self._open[-1].tag == tag:
            self._open[-1].depth += 1

    def handle_startendtag(self, tag: str, attrs: Attributes) -> None:
        """`<path …/>` has no end of its own to wait for."""

    def handle_endtag(self, tag: str) -> None:
        if not self._open or self._open[-1].tag != tag:
            return
        if self._open[-1].depth:
            self._open[-1].depth -= 1
        else:
            self._end_part(self._open.pop(), self.html.index(">", self._offset()) + 1)

    def _end_part(self, part: _Open, end: int) -> None:
        around, at = [], part.start
        for _id, inner_start, inner_end in part.inner:
            around.append(self.html[at:inner_start])
            at = inner_end
        around.append(self.html[at:end])
        names = tuple(name for name, _start, _end in part.inner)
        shown, past = part.named.get("data-shown") or "", part.named.get("data-before") or ""
        told = f"{part.begin}</{part.tag}>" if "data-effects" in part.named else ""
        self.found[part.id] = Part(self.html[part.start : end], "\0".join(around), names, shown, past, told)
        if self._open:
            self._open[-1].inner.append((part.id, part.start, end))
        else:
            self.roots.append(part.id)

    def _offset(self) -> int:
        line, column = self.getpos()
        return self._lines[line - 1] + column

"""Reading a drawn board: its elements by class, and where symbols were put."""

import re
from collections import Counter
from xml.etree import ElementTree

SVG = "{http://www.w3.org/2000/svg}"


class Drawing:
    def __init__(self, markup):
        self.markup = markup
        self.root = ElementTree.fromstring(markup)
        self.defs = self.root.find(f"{SVG}defs")
        self.within_defs = set(self.defs.iter()) if self.defs is not None else set()

    def all(self, tag="*", class_=None, within=None):
        """Elements outside of <defs> with this tag and class."""
        wanted = f"{SVG}{tag}" if tag != "*" else None
        return [
            element
            for element in (self.root if within is None else within).iter(wanted)
            if element not in self.within_defs and (class_ is None or class_ in element.get("class", "").split())
        ]

    def one(self, tag="*", class_=None):
        (element,) = self.all(tag, class_)
        return element

    def uses(self, class_):
        """[(symbol, x, y)] of what was put into the groups of a class."""
        return [
            (use.get("href").rpartition("-")[2], float(use.get("x")) + right, float(use.get("y")) + down)
            for group in self.all("g", class_)
            for use, right, down in self._uses_in(group)
        ]

    def _uses_in(self, group, right=0.0, down=0.0):
        """Every use below a group, with what the groups between have moved it by."""
        for each in group:
            if each.tag.endswith("}use"):
                yield each, right, down
            elif moved := re.fullmatch(r"translate\(([-0-9.]+) ([-0-9.]+)\)", each.get("transform", "")):
                yield from self._uses_in(each, right + float(moved[1]), down + float(moved[2]))
            else:
                yield from self._uses_in(each, right, down)

    def symbols(self, class_):
        return Counter(symbol for symbol, _x, _y in self.uses(class_))

    def texts(self, class_):
        return [text.text for group in self.all("*", class_) for text in self.all("text", within=group)]

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
        self.parents = {child: parent for parent in self.root.iter() for child in parent}
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
            (use.get("href").rpartition("-")[2], *self.place(use))
            for group in self.all("g", class_)
            for use in self.all("use", within=group)
        ]

    def place(self, use):
        """Where a symbol is put, with the groups that it is in."""
        x, y = float(use.get("x")), float(use.get("y"))
        within = self.parents.get(use)
        while within is not None:
            moved = re.match(r"translate\((\S+) (\S+)\)(?: scale\((\S+)\))?", within.get("transform", ""))
            if moved:
                scale = float(moved[3] or 1)
                x, y = x * scale + float(moved[1]), y * scale + float(moved[2])
            within = self.parents.get(within)
        return round(x, 2), round(y, 2)

    def symbols(self, class_):
        return Counter(symbol for symbol, _x, _y in self.uses(class_))

    def texts(self, class_):
        return [text.text for group in self.all("*", class_) for text in self.all("text", within=group)]

from collections.abc import Sequence

from fontTools.ttLib import TTFont

class Merger:
    def merge(self, fontfiles: Sequence[str]) -> TTFont: ...

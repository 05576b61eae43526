"""How chance lays out Guo Wu Guan (see `gipf_engine.rules.setup_seed`).

The recipe, version `VERSION`:
1. Bytes: the SHA-256 of the ASCII text "<version>:<seed>:<n>" for n = 0, 1, 2 …, one digest after the other. The
   seed is written as 64 small hexadecimal digits.
2. A number below m: the next byte b with b < 256 - 256 % m (others are skipped), taken as b % m.
3. Start with the tiles from 66 down to 11, those that are there twice twice; where the general is always the same tile
   it is taken out and laid first. For i = last, last - 1 … 1 exchange tile i with tile j, where j is a number below
   i + 1. Tiles are counted from 0.
"""

from __future__ import annotations

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.guowuguan.layout import Layout
from gipf_engine.rules.guowuguan.tiles import ALL_TILES, INDEX, names
from gipf_engine.rules.setup_seed import SetupGenerator, shuffle

VERSION = "guowuguan-setup-1"

_BYTES = Message(
    _(
        "Bytes: the SHA-256 of the text recipe:seed:0, then that of recipe:seed:1, and so on. "
        "The recipe is its name, the seed its 64 lower-case hexadecimal digits."
    )
)
_NUMBERS = Message(
    _(
        "A number below m: the next byte, unless it is 256 − (256 mod m) or more; then it is skipped and the next"
        " one is taken. The number is the byte mod m."
    )
)
_ALL = Message(
    _(
        "Put the 32 tiles in a row, from 66 down to 11, equal ones side by side, numbered 0 to 31. For i "
        "= 31, 30 … 1, swap tile i with tile j, where j is a number below i + 1. Then lay them out in "
        "reading order: generals, levels from the top, commons."
    )
)
_ONE_FIRST = Message(
    _(
        "Tile %(tile)s is the general and is placed first. Put the other 31 tiles in a row, from 66 down "
        "to 11, equal ones side by side, numbered 0 to 30. For i = 30, 29 … 1, swap tile i with tile j, "
        "where j is a number below i + 1. Then lay them out in reading order: levels from the top, "
        "commons."
    )
)


def generator_for(layout: Layout) -> SetupGenerator:
    """The recipe of a game that is laid out like this."""
    first = bytes([INDEX[layout.returning]]) if layout.returning else b""
    numbering = Message(_ONE_FIRST.template, {"tile": layout.returning}) if layout.returning else _ALL

    def draw(seed: str) -> str:
        return draw_setup(seed, first)

    return SetupGenerator(VERSION, draw, (_BYTES, _NUMBERS, numbering), _script(first))


def draw_setup(seed: str, first: bytes = b"") -> str:
    """The set-up of a seed (64 small hexadecimal digits): 64 digits. `first` is laid before all others.

    Raises `BadSetup`.
    """
    tiles = list(_others(first))
    shuffle(tiles, VERSION, seed)
    return "".join(names(first + bytes(tiles)))


def _others(first: bytes) -> bytes:
    """All tiles but those; each of `first` is there once."""
    return bytes(tile for tile in ALL_TILES if tile not in first)


def _script(first: bytes) -> str:
    """A piece of shell that prints the set-up of `$seed`. Three hashes are 96 bytes; about one in 25 is skipped."""
    row = "".join(names(_others(first)))
    return f"""\
for n in 0 1 2; do printf '{VERSION}:%s:%s' $seed $n | sha256sum | cut -c1-64; done |
fold -w2 | awk '
  function digit(s, place) {{ return index("0123456789abcdef", substr(s, place, 1)) - 1 }}
  BEGIN {{ last = {len(row) // 2 - 1}; i = last
          for (k = 0; k <= last; k++) a[k] = substr("{row}", 2 * k + 1, 2) }}
  i > 0 {{ b = 16 * digit($1, 1) + digit($1, 2); m = i + 1
          if (b < 256 - 256 % m) {{ j = b % m; t = a[i]; a[i] = a[j]; a[j] = t; i-- }} }}
  END {{ printf "%s", "{"".join(names(first))}"; for (k = 0; k <= last; k++) printf "%s", a[k]; print "" }}'
"""

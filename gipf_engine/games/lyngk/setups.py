"""How chance lays out LYNGK (see `gipf_engine.rules.setup_seed`).

The recipe, version `VERSION`:
1. Bytes: the SHA-256 of the ASCII text "<version>:<seed>:<n>" for n = 0, 1, 2 …, one digest after the other. The
   seed is written as 64 small hexadecimal digits.
2. A number below m: the next byte b with b < 256 - 256 % m (others are skipped, so that no number is likelier
   than another), taken as b % m.
3. Start with IIIIIIIIBBBBBBBBRRRRRRRRGGGGGGGGKKKKKKKKJJJ. For i = 42, 41 … 1 exchange letter i with letter j,
   where j is a number below i + 1 (Fisher-Yates). Letters are counted from 0.
"""

from __future__ import annotations

from gipf_engine.games.lyngk.board import PIECES
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.setup_seed import SetupGenerator, shuffle

VERSION = "lyngk-setup-1"

ORDERED = "".join(kind * count for kind, count in PIECES.items())


def draw_setup(seed: str) -> str:
    """The set-up of a seed (64 small hexadecimal digits): 43 letters in spot order. Raises `BadSetup`."""
    letters = list(ORDERED)
    shuffle(letters, VERSION, seed)
    return "".join(letters)


STEPS = (
    Message(
        _(
            "Bytes: the SHA-256 of the text recipe:seed:0, then that of recipe:seed:1, and so on. "
            "The recipe is its name, the seed its 64 lower-case hexadecimal digits."
        )
    ),
    Message(
        _(
            "A number below m: the next byte, unless it is 256 − (256 mod m) or more; then it is skipped and the next"
            " one is taken. The number is the byte mod m."
        )
    ),
    Message(
        _(
            "Put the pieces in a row: eight ivory, eight blue, eight red, eight green, eight black, three "
            "jokers, numbered 0 to 42. For i = 42, 41 … 1, swap piece i with piece j, where j is a number "
            "below i + 1. Then place them on the spots a1, b1, b2 … i1."
        )
    ),
)

SCRIPT = """\
for n in 0 1 2; do printf 'lyngk-setup-1:%s:%s' $seed $n | sha256sum | cut -c1-64; done |
fold -w2 | awk '
  function digit(s, place) { return index("0123456789abcdef", substr(s, place, 1)) - 1 }
  BEGIN { for (i = 42; i >= 0; i--) a[i] = substr("IIIIIIIIBBBBBBBBRRRRRRRRGGGGGGGGKKKKKKKKJJJ", i + 1, 1); i = 42 }
  i > 0 { b = 16 * digit($1, 1) + digit($1, 2); m = i + 1
          if (b < 256 - 256 % m) { j = b % m; t = a[i]; a[i] = a[j]; a[j] = t; i-- } }
  END { for (i = 0; i < 43; i++) printf "%s", a[i]; print "" }'
"""
"""Three hashes are 96 bytes; 42 are used, and about one in twenty-five is skipped."""

CHANCE = SetupGenerator(VERSION, draw_setup, STEPS, SCRIPT)

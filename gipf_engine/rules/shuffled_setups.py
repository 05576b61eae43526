"""Set-ups that are all pieces of a game in a row, shuffled by a seed (see `setup_seed`).

1. Bytes: the SHA-256 of the ASCII text "<version>:<seed>:<n>" for n = 0, 1, 2 …, one digest after the other. The
   seed is written as 64 small hexadecimal digits.
2. A number below m: the next byte b with b < 256 - 256 % m (others are skipped, so that no number is likelier
   than another), taken as b % m.
3. Start with the pieces in order. For i = last, last - 1 … 1 exchange letter i with letter j, where j is a number
   below i + 1 (Fisher-Yates). Letters are counted from 0.
"""

from __future__ import annotations

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.setup_seed import SetupGenerator, shuffle

_BYTES = Message(
    _(
        "Bytes: the SHA-256 of the text recipe:seed:0, then that of recipe:seed:1, and so on. "
        "The recipe is its name, the seed its 64 lower-case hexadecimal digits."
    )
)
_NUMBER = Message(
    _(
        "A number below m: the next byte, unless it is 256 − (256 mod m) or more; then it is skipped and the next"
        " one is taken. The number is the byte mod m."
    )
)
_SCRIPT = """\
for n in BLOCKS; do printf 'VERSION:%s:%s' $seed $n | sha256sum | cut -c1-64; done |
fold -w2 | awk '
  function digit(s, place) { return index("0123456789abcdef", substr(s, place, 1)) - 1 }
  BEGIN { for (i = LAST; i >= 0; i--) a[i] = substr("PIECES", i + 1, 1); i = LAST }
  i > 0 { b = 16 * digit($1, 1) + digit($1, 2); m = i + 1
          if (b < 256 - 256 % m) { j = b % m; t = a[i]; a[i] = a[j]; a[j] = t; i-- } }
  END { for (i = 0; i < COUNT; i++) printf "%s", a[i]; print "" }'
"""
_SURE = 16
"""Pieces for which one hash of 32 bytes is surely enough: about one byte in twenty-five is skipped."""


def shuffle_pieces(version: str, pieces: str, told: Message) -> SetupGenerator:
    """The recipe `version` for these pieces, a letter each. `told`: its third step, in which the pieces have names."""

    def draw(seed: str) -> str:
        letters = list(pieces)
        shuffle(letters, version, seed)
        return "".join(letters)

    return SetupGenerator(version, draw, (_BYTES, _NUMBER, told), _write_script(version, pieces))


def _write_script(version: str, pieces: str) -> str:
    blocks = " ".join(map(str, range(len(pieces) // _SURE + 1)))
    values = {"BLOCKS": blocks, "VERSION": version, "LAST": len(pieces) - 1, "PIECES": pieces, "COUNT": len(pieces)}
    text = _SCRIPT
    for name, value in values.items():
        text = text.replace(name, str(value))
    return text

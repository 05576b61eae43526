"""Files with characters changed, lost, doubled or moved are read or refused, and what is read can be written."""

from __future__ import annotations

from random import Random

import pytest

from gipf_engine.tournament import trf
from testing.swiss_corpus import tournaments
from tests.engine.trf.test_records import HEADER, PLAYERS, TRAILER

ALPHABET = "01239 wbWBDLHFUZ+-=?.#XA\t\r\u00e9½"


def damaged(text: str, random: Random) -> str:
    for _ in range(random.choice((1, 1, 2, 5))):
        at = random.randrange(len(text) or 1)
        kind = random.choice(("change", "lose", "double", "cut", "line"))
        if kind == "change":
            text = text[:at] + random.choice(ALPHABET) + text[at + 1 :]
        elif kind == "lose":
            text = text[:at] + text[at + 1 :]
        elif kind == "double":
            text = text[: at + 1] + text[at:]
        elif kind == "cut":
            text = text[: max(at, 200)]
        else:
            lines = text.split("\n")
            random.shuffle(lines)
            text = "\n".join(lines[: random.randint(1, len(lines))])
    return text


def settles(data: bytes, dialect: trf.Dialect) -> bool:
    """Whether a file is read and its writing settles; False where it is refused."""
    try:
        file = trf.read(data)
        written = trf.write(file.table, file.document, dialect)
    except trf.TrfError as refused:
        assert all(str(problem) for problem in refused.problems)
        assert refused.problems
        return False
    again = trf.read(written)
    assert trf.write(again.table, again.document, dialect) == written
    return True


@pytest.mark.parametrize("source", ["sample", "d0004", "g0001"])
def test_damage_is_refused_or_mended_but_never_a_crash(source: str) -> None:
    text = HEADER + PLAYERS + TRAILER if source == "sample" else tournaments()[source].decode()
    random = Random(source)
    outcomes = [settles(damaged(text, random).encode(), random.choice(list(trf.Dialect))) for _ in range(300)]
    assert outcomes.count(True) > 20
    assert outcomes.count(False) > 20


@pytest.mark.parametrize(
    "data", [b"\x00\xff\xfe", b"001", b"\r\n\r\n", b"###", b"XXR", b"162  W", b"240", "½".encode()]
)
def test_scraps_are_refused(data: bytes) -> None:
    assert not settles(data, trf.Dialect.TRF26)

"""The 120 reference tournaments of tests/data/swiss, unpacked in memory."""

from __future__ import annotations

import tarfile
from functools import cache

from testing import DATA

ARCHIVE = DATA / "swiss" / "corpus.tar.xz"


@cache
def files() -> dict[str, bytes]:
    """Every file of the archive by its path in it ("d0000.trf", "tiebreaks/d0000.tsv")."""
    with tarfile.open(ARCHIVE, "r:xz") as archive:
        found = {}
        for member in archive.getmembers():
            stream = archive.extractfile(member) if member.isfile() else None
            if stream is not None:
                found[member.name] = stream.read()
        return found


def tournaments() -> dict[str, bytes]:
    """The TRF files by name, "d0000" and so on."""
    return {name.removesuffix(".trf"): data for name, data in files().items() if name.endswith(".trf")}


def tie_breaks(name: str) -> tuple[list[str], dict[int, list[str]]]:
    """The reference standings of one tournament: the column heads and each start number's values."""
    head, *rows = files()[f"tiebreaks/{name}.tsv"].decode().splitlines()
    split = [row.split("\t") for row in rows]
    return head.split("\t"), {int(row[0]): row for row in split}


COLUMNS = [
    "PTS",
    "BH",
    "BH/C1",
    "BH/C2",
    "BH/M1",
    "SB",
    "SB/C1",
    "DE",
    "WIN",
    "WON",
    "BPG",
    "BWG",
    "PS",
    "PS/C1",
    "REP",
    "STD",
    "FB",
    "FB/C1",
    "AOB",
    "KS",
    "ARO",
    "ARO/C1",
    "TPR",
    "PTP",
    "APRO",
    "APPO",
]

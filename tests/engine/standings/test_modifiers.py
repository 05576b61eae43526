"""What stands behind the slashes of a code is said, so that "BH/C1" does not read like "BH" (FIDE C.07, article 14)."""

from __future__ import annotations

import pytest

from gipf_engine.tournament.standings import tie_break
from gipf_engine.tournament.standings.modifiers import describe

BUCHHOLZ = "The scores of all opponents, added up."


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("BH", BUCHHOLZ),
        ("BH/C1", f"{BUCHHOLZ} The lowest is left out."),
        ("BH/C2", f"{BUCHHOLZ} The 2 lowest are left out."),
        ("BH/M1", f"{BUCHHOLZ} The lowest and the highest are left out."),
        ("BH/M2", f"{BUCHHOLZ} The 2 lowest and the 2 highest are left out."),
        (
            "BH/C1/P",
            f"{BUCHHOLZ} The lowest is left out. A forfeit counts as a game against the opponent who was due.",
        ),
        ("BH/F", f"{BUCHHOLZ} The games of the last round count as drawn."),
    ],
)
def test_a_variant_says_what_it_leaves_out(code: str, text: str) -> None:
    assert str(describe(tie_break(code))) == text


@pytest.mark.parametrize(
    ("code", "more"),
    [
        ("KS/L+1", "The limit is moved by +0.5 points."),
        ("KS/L-2", "The limit is moved by −1 points."),
        ("ARO/C1", "The lowest is left out."),
        ("TPR/U1400", "Players without a rating count as 1400."),
        ("RTNG/R", "The lower value ranks first."),
        ("TPN/R", "The higher value ranks first."),
    ],
)
def test_every_other_variant_has_its_words(code: str, more: str) -> None:
    chosen = tie_break(code)
    assert str(describe(chosen)) == f"{chosen.help} {more}"

"""XX and BB records beside the records of TRF26 that replaced them."""

from __future__ import annotations

import pytest

from gipf_engine.results import Scoring
from gipf_engine.tournament import trf
from gipf_engine.tournament.crosstable import Bye, ByeKind, CrossTable, Entrant, ForbiddenGroup
from tests.engine.trf.trf_lines import file, player

FOUR = (player(1, "   3 w 1"), player(2, "   4 b 0"), player(3, "   1 b 0"), player(4, "   2 w 1"))


def table(*lines: str) -> CrossTable:
    return trf.read(file(*FOUR, *lines)).table


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("XXR 7", "142 7"),
        ("XXC white1", "152 W"),
        ("XXC black1", "152 B"),
        ("XXS W=3.0 D=1.0 PAB=3.0", "162  W 3.0    D 1.0"),
        ("XXS WW=3 BW=3 FW=3 FPB=3", "162  W 3.0    P 1.0"),
        ("XXS PAB=0.5", "162  P 0.5"),
        ("BBU  0.5", "162  P 0.5"),
        ("XXP 1 2", "260   1 999    1    2"),
        ("XXZ 2 3", "240 Z   2    2    3"),
    ],
)
def test_old_and_new_records_make_the_same_table(old: str, new: str) -> None:
    assert table(old) == table(new)


def test_acceleration_by_entrant_equals_acceleration_by_range() -> None:
    by_entrant = table("XXA    1  1.0  1.0  0.5", "XXA    2  1.0  1.0  0.5")
    by_range = table("250       1.0   1   2    1    2", "250       0.5   3   3    1    2")
    assert by_entrant == by_range
    assert [entrant.accelerated for entrant in by_entrant.entrants] == [(10, 10, 5), (10, 10, 5), (), ()]


def test_bbp_records_set_one_kind_of_points_each() -> None:
    scoring = table("BBW  3.0", "BBD  1.0", "BBL  0.5", "BBZ  0.2", "BBF  0.1", "BBU  2.0").scoring
    assert scoring == Scoring(
        win=30,
        draw=10,
        loss=5,
        pairing_bye=20,
        full_bye=30,
        half_bye=10,
        zero_bye=2,
        forfeit_win=30,
        forfeit_loss=1,
    )


def test_absence_may_be_called_a_or_z_in_record_162() -> None:
    assert table("162  A 0.5") == table("162  Z 0.5")


def test_the_pairing_bye_is_worth_a_win_unless_said_except_with_javafos_record() -> None:
    assert table("162  W 3.0").scoring.pairing_bye == 30
    assert table("BBW  3.0").scoring.pairing_bye == 30
    assert table("XXS W=3.0").scoring.pairing_bye == 10


def test_those_absent_from_the_next_round_have_an_announced_bye() -> None:
    entrants = table("XXZ 2").entrants
    assert entrants[1].cells[1] == Bye(ByeKind.ZERO)
    assert len(entrants[0].cells) == 1


def test_points_that_162_cannot_say_are_written_beside_it() -> None:
    scoring = Scoring(win=30, draw=10, pairing_bye=30, full_bye=20, half_bye=10, forfeit_win=30)
    written = trf.write(CrossTable((Entrant(1, "A"), Entrant(2, "B")), 0, scoring=scoring))
    assert b"162  W 3.0    D 1.0\r\n" in written
    assert b"XXS FPB=2.0\r\n" in written
    assert trf.read(written).table.scoring == scoring


def test_trf16_writes_its_extensions() -> None:
    entrants = (Entrant(1, "A", accelerated=(10, 5)), Entrant(2, "B"), Entrant(3, "C", withdrawn=True))
    group = ForbiddenGroup(frozenset({1, 2}))
    scoring = Scoring(win=20, forfeit_win=20, full_bye=20, pairing_bye=20)
    made = CrossTable(entrants, 0, rounds_planned=5, scoring=scoring, forbidden=(group,))
    lines = trf.write(made, trf.Document(kind="FIDE_DUTCH"), trf.Dialect.TRF16).decode().split("\r\n")
    assert "092 FIDE_DUTCH" in lines
    assert "XXR 5" in lines
    assert "XXS WW=2.0 BW=2.0 FPB=2.0 PAB=2.0 FW=2.0" in lines
    assert "XXA    1  1.0  0.5" in lines
    assert "XXP 1 2" in lines
    assert "BBW  2.0" in lines  # for bbpPairings, which does not read XXS
    assert lines[8].endswith("0000 - Z")  # the withdrawn one is absent from the coming round


def test_trf16_refuses_a_pairing_that_is_forbidden_in_some_rounds_only() -> None:
    group = ForbiddenGroup(frozenset({1, 2}), first_round=2)
    made = CrossTable((Entrant(1, "A"), Entrant(2, "B")), 0, forbidden=(group,))
    with pytest.raises(trf.TrfError, match="export TRF26"):
        trf.write(made, dialect=trf.Dialect.TRF16)


@pytest.mark.parametrize(
    ("made", "reason"),
    [
        (CrossTable((Entrant(1, "A"),), 0, games_per_round=2), "no place for rounds of two games"),
        (CrossTable((Entrant(10000, "A"),), 0), "no place for pairing numbers above 9999"),
        (CrossTable((Entrant(1, "A", rating=10000),), 0), "no place for ratings above 9999"),
        (CrossTable((), 0), "no entrants"),
    ],
)
def test_what_the_format_has_no_place_for_is_refused_with_a_reason(made: CrossTable, reason: str) -> None:
    with pytest.raises(trf.TrfError, match=reason):
        trf.write(made)


def test_a_round_robin_keeps_its_rest_rounds_and_its_kind() -> None:
    rows = (player(1, "0000 - Z"), player(2, "   3 w 1"), player(3, "   2 b 0"))
    read = trf.read(file(*rows, "192 BERGER_ROUNDROBIN"))
    assert read.table.predetermined
    assert read.table.entrants[0].cells == (Bye(ByeKind.REST),)
    assert b"192 BERGER_ROUNDROBIN" in trf.write(read.table, read.document)
    assert b"192 CUSTOM_ROUNDROBIN" in trf.write(read.table)


def test_games_without_colours_make_a_table_without_colours() -> None:
    read = trf.read(file(player(1, "   2 - 1"), player(2, "   1 - 0")))
    assert read.table.colour_free
    assert trf.read(trf.write(read.table)).table == read.table

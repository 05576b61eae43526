"""TRF files of other programs as events here, and what other programs find in ours."""

from __future__ import annotations

from dataclasses import replace

import pytest

from common.journal.models import JournalEntry
from gipf_engine.tournament import trf
from players.models import Account, Club
from testing.tournaments.factories import key_asked, running, swiss_after_round_1
from testing.tournaments.hand_edits import swap_colours
from testing.tournaments.round_trips import WISHES, exported, taken_in
from tests.engine.trf.trf_lines import file, player
from tests.tournaments.ranked_files import ranked
from tournaments.core.event_config import config_of
from tournaments.core.loader import load
from tournaments.events.services import events
from tournaments.interchange.formats import importers
from tournaments.interchange.formats.import_check import check_rounds
from tournaments.interchange.formats.imported_event import FileRefused, group_repairs
from tournaments.models import Event
from tournaments.rounds.services import rounds

pytestmark = [pytest.mark.django_db, pytest.mark.core]


def without_colours(white: str, black: str, points: str) -> bytes:
    """Four players after round 1; of the board of 2 and 4 the file gives these results and no colours."""
    return file(
        *("012 Cup", "042 2026/03/01", "052 2026/03/01", "142 3", "152 W", '### gipfel {"rules":"gipf-standard"}'),
        player(1, "   3 w 1", points="1.0", name="Ada"),
        player(2, f"   4 - {white}", points="0.0", name="Ben"),
        player(3, "   1 b 0", points="0.0", name="Cleo"),
        player(4, f"   2 - {black}", points=points, name="Dan"),
    ).encode()


FORFEITS = without_colours("-", "+", "1.0")


def rounds_of(data: bytes) -> list[str]:
    """The round columns of each 001 line."""
    return [line[91:].rstrip() for line in data.decode().splitlines() if line.startswith("001")]


@pytest.mark.parametrize(("format_", "code"), [("swiss-dutch", "FIDE_DUTCH"), ("round-robin", "BERGER_ROUNDROBIN")])
def test_files_name_the_format_as_every_reader_knows_it(
    format_: str, code: str, club: Club, organiser: Account
) -> None:
    event = running(club, organiser, format=format_, rounds_planned=3)
    assert f"192 {code}\r\n" in exported(event, "trf26").decode()
    assert f"092 {code}\r\n" in exported(event, "trf16").decode()


@pytest.mark.parametrize("kind", ["FIDE_DUTCH_2025", "FIDE_DUTCH_2026"])
def test_a_name_of_the_edition_in_force_that_some_readers_refuse_is_not_written_again(
    kind: str, club: Club, organiser: Account
) -> None:
    event = taken_in(FORFEITS + f"192 {kind}\n".encode(), club, organiser)
    assert trf.read(exported(event, "trf26")).document.kind == "FIDE_DUTCH"


TEAMS = [
    "310   7 Amberg                           AMB   1900.5    2.0    1.0   1     2    3",
    "310   9 Bonn                                             0.0    1.0   1     1    4",
]


def test_a_match_of_two_teams_is_one_here_and_its_teams_keep_their_names(club: Club, organiser: Account) -> None:
    """1 and 4 against 2 and 3, which no other format gives; TRF26 numbers teams from 1."""
    data = file(
        *("012 Match", "042 2026/03/01", "052 2026/03/01", "142 2", "192 FIDE_SCHEVENINGEN"),
        '### gipfel {"rules":"gipf-standard"}',
        *(player(1, "   2 w 1", points="1.0", name="Ada"), player(2, "   1 b 0", points="0.0", name="Ben")),
        *(player(3, "   4 b 1", points="1.0", name="Cleo"), player(4, "   3 w 0", points="0.0", name="Dan")),
        *TEAMS,
    ).encode()
    event = taken_in(data, club, organiser)
    assert (event.format, [each.group for each in load(event).entries]) == ("scheveningen", [1, 2, 2, 1])
    for kind in ("trf26", "json"):
        again = taken_in(exported(event, kind), club, organiser)
        lines = [line for line in exported(again, "trf26").decode().splitlines() if line.startswith("310")]
        assert [(line[8:53].rstrip(), line[53:71].split(), line[73:].split()) for line in lines] == [
            ("Bonn", ["1.0", "1.0", "1"], ["1", "4"]),
            ("Amberg                           AMB   1900.5", ["1.0", "1.0", "1"], ["2", "3"]),
        ]
        assert "192 FIDE_SCHEVENINGEN" in exported(again, "trf26").decode()


@pytest.mark.parametrize("kind", ["trf26", "trf16", "json"])
def test_forfeits_without_colours_get_none(kind: str, club: Club, organiser: Account) -> None:
    event = taken_in(FORFEITS, club, organiser)
    again = taken_in(exported(event, kind), club, organiser)
    assert rounds_of(exported(again, "trf26")) == rounds_of(FORFEITS)
    assert check_rounds(importers.parse(FORFEITS, WISHES)).lines == []


def test_colours_are_known_again_where_an_arbiter_swaps_them(club: Club, organiser: Account) -> None:
    event = taken_in(without_colours("?", "?", "0.0"), club, organiser)
    board = next(each for each in load(event).rounds[0].pairings if not each.has_colours)
    swap_colours(event.pk, organiser, board.id, reason="drawn before the round")
    assert rounds_of(exported(Event.objects.get(pk=event.pk), "trf26"))[1::2] == ["   4 b ?", "   2 w ?"]


def test_a_file_of_finished_rounds_leaves_out_what_is_being_played(club: Club, organiser: Account) -> None:
    """Round 1 is over and round 2 is being played: in its file only round 1 stands, and each line ends with it."""
    event = swiss_after_round_1(club, organiser)
    rounds.start_round(event.pk, organiser)
    whole, finished = (exported(event, kind) for kind in ("trf16", "trf16-finished"))
    assert all(row.endswith("?") for row in rounds_of(whole))
    assert rounds_of(finished) == [row[:8] for row in rounds_of(whole)]
    assert trf.read(finished).table.rounds_planned == trf.read(whole).table.rounds_planned


def test_a_format_that_is_not_ours_is_told_and_its_rounds_are_compared_with_nothing(club: Club) -> None:
    """1 and 2 meet in round 1, which is not what the rules of Swiss give."""
    lines = [player(n, f"{o:>4} {c} {r}", name=f"Player {n}") for n, o, c, r in PAIRED]
    for header, told in (("092 Keizer", 0), ("092 Swiss", 1)):
        incoming = importers.parse(file(header, "142 3", "152 W", *lines).encode(), WISHES)
        assert len(check_rounds(incoming).lines) == told
        assert any("“Keizer”" in str(each) for each in incoming.repairs) is (told == 0)


PAIRED = [(1, 2, "w", 1), (2, 1, "b", 0), (3, 4, "w", 1), (4, 3, "b", 0)]


def test_tie_breaks_that_a_file_does_not_name_are_those_that_give_its_ranks() -> None:
    incoming = importers.parse(ranked("BH", "PS"), WISHES)
    assert incoming.ranks is not None
    assert (incoming.ranks.guessed, incoming.ranks.ranked, incoming.ranks.differences) == (True, 12, ())
    codes = ", ".join(incoming.plan.tie_breaks or ())
    told = f"The file names no tie-breaks. {codes} give 12 of its 12 ranks: they were taken."
    assert told in [str(each) for each in incoming.repairs]


def test_tie_breaks_that_are_chosen_go_before_and_ranks_that_differ_are_named() -> None:
    incoming = importers.parse(ranked("BH", "PS", swapped=True), replace(WISHES, tie_breaks=("BH", "PS")))
    assert incoming.plan.tie_breaks == ("BH", "PS")
    assert incoming.ranks is not None and not incoming.ranks.guessed
    assert len(incoming.ranks.differences) == 2
    assert "the rules give rank 1, the file has 12" in str(incoming.ranks.differences[0])


def test_tie_breaks_change_until_the_event_is_closed_confirmed_twice_and_in_the_journal(
    club: Club, organiser: Account
) -> None:
    event = swiss_after_round_1(club, organiser)
    wanted = replace(config_of(event), tie_breaks=("WIN",))
    first = key_asked(events.edit_event, event.pk, organiser, plan=wanted)
    second = key_asked(events.edit_event, event.pk, organiser, plan=wanted, confirm=(first,))
    events.edit_event(event.pk, organiser, plan=wanted, confirm=(first, second))
    assert Event.objects.get(pk=event.pk).tie_breaks == ["WIN"]
    entry = JournalEntry.objects.filter(scope__key=event.scope).latest("pk")
    assert (entry.action, entry.data["fields"]) == ("edit-event", ["tie_breaks"])


def test_many_lines_with_one_fault_are_told_as_one() -> None:
    rows = [
        player(number, "0000 - -,0000 - U" if number == 1 else "0000 - -", name="Somebody") for number in range(1, 60)
    ]
    incoming = importers.parse(file("142 3", *rows).encode(), WISHES)
    groups = group_repairs(incoming.repairs)
    assert len(incoming.repairs) > 60 and len(groups) < 8
    assert max(groups, key=lambda each: len(each.lines)).lines == tuple(range(3, 61))


def test_abnormal_points_are_refused_since_only_results_are_stored() -> None:
    games = (player(1, "   2 w 1", points="2.0"), player(2, "   1 b 0", points="0.0"))
    with pytest.raises(FileRefused, match=r"abnormal points \(299\) cannot be kept: enter them as results"):
        importers.parse(file("012 Cup", *games, "299 W         2.0  001    1").encode(), WISHES)

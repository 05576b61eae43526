"""Past games come in as a whole, once, count as `rategames` counts them, and can be taken back."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from common import pieces
from common.jobs.services import run_due
from common.journal.models import JournalEntry, Scope
from games.core.queries.lists import games_of
from games.histories.history_file import read_file
from games.histories.services.histories import HistoryRefused, bring_back, import_history, take_back
from games.models import Claim, Game, History, PastEvent
from games.results.services.results import claim_result
from gipf_engine.ratings import system_for
from gipf_engine.ratings.history_file import HistoryGame, rate_history, read_history
from players.models import Account, Club, Person
from players.permissions import NotAllowed
from ratings.core.queries.rating_list import rating_list
from ratings.pools.services.pools import pool_for
from testing.factories import PersonFactory
from testing.games.history_files import HEAD, SMALL, synthetic

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]
RULES = "gipf-standard"
MISTAKES = (
    HEAD
    + "2024-13-02,Open,1,Ada,Ben,1\n"
    + "2024-03-02,Open,1,Ada,Ada,1\n"
    + "2024-03-02,Open,1,Ada,Ben,2\n"
    + "2024-03-02,Open,1,Ada,Ben,0.5\n"
    + f"2024-03-02,{'x' * 201},1,Ada,Ben,1\n"
    + "2999-01-01,Open,1,Ada,Ben,1\n"
    + "2024-03-02,Open,1,Ada,Ben,0.5\n"
    + "2024-03-02,Open,1,Ada,Ben,1\n"
    + "2024-03-02,Open,1,Ada,Ben,1\n"
)


def ratings(club: Club) -> dict[str, tuple[int, int]]:
    run_due()
    return {row.name: (row.value, row.games) for row in rating_list(pool_for(RULES, club))}


def by_the_engine(data: bytes) -> dict[str, tuple[int, int]]:
    return {row.name: (row.rating, row.games) for row in rate_history(system_for("elo", {}), read_history(data))}


def test_a_file_comes_in_as_events_that_the_list_counts_as_rategames_does(club: Club, organiser: Account) -> None:
    ada = PersonFactory(name="Byron, Ada", member_of=club)
    history = import_history(club.pk, organiser, SMALL.encode(), rules=RULES, people={"Ada Byron": ada.pk})
    assert (history.state, history.games, bytes(history.content), history.people) == ("in", 7, b"", {})
    found = ratings(club)
    found["Ada Byron"] = found.pop("Byron, Ada")
    assert found == by_the_engine(SMALL.encode())
    events = PastEvent.objects.filter(history=history).values_list("name", "starts_on__day", "ends_on__day")
    assert list(events) == [("Spring Open", 2, 3), ("", 11, 11), ("Side Event", 3, 3)]
    assert set(Claim.objects.values_list("source", "account")) == {("import", organiser.pk)}
    assert Person.objects.filter(memberships__club=club, name="Cleo Mol").count() == 1


def test_the_same_file_and_the_same_games_come_in_once(club: Club, organiser: Account) -> None:
    import_history(club.pk, organiser, SMALL.encode(), rules=RULES, people={})
    people = dict(Person.objects.values_list("name", "pk"))
    with pytest.raises(HistoryRefused, match="imported before"):
        import_history(club.pk, organiser, SMALL.encode(), rules=RULES, people=people)
    with pytest.raises(HistoryRefused, match="here already"):
        import_history(club.pk, organiser, SMALL.encode() + b"\n", rules=RULES, people=people)
    assert (Game.objects.count(), History.objects.count()) == (7, 1)
    # The same pair twice on one day in one round: each line is a game, and one of them is known.
    more = SMALL + "2024-04-11,,,Ada Byron,Cleo Mol,0\n"
    assert import_history(club.pk, organiser, more.encode(), rules=RULES, people=people).games == 1
    assert Game.objects.count() == 8


def test_what_was_taken_back_is_seen_nowhere_and_comes_back_as_it_was(
    club: Club, organiser: Account, stranger: Account, client: Client
) -> None:
    history = import_history(club.pk, organiser, SMALL.encode(), rules=RULES, people={})
    before = ratings(club)
    game = Game.objects.filter(past__round="2").earliest("pk")
    with pytest.raises(NotAllowed):
        take_back(history.pk, stranger)
    take_back(history.pk, organiser)
    assert ratings(club) == {}
    assert games_of(game.white_id) == []
    assert client.get(f"/games/{game.pk}").status_code == 404
    assert client.get(f"/past-events/{PastEvent.objects.earliest('pk').pk}").status_code == 404
    assert Game.objects.count() == Claim.objects.count() == 7  # nothing is deleted
    bring_back(history.pk, organiser)
    assert ratings(club) == before
    assert client.get(f"/games/{game.pk}").status_code == 200
    acts = JournalEntry.objects.filter(scope__key=club.scope).order_by("pk").values_list("action", flat=True)
    assert list(acts)[-3:] == ["import-history", "take-history-back", "bring-history-back"]


def test_a_file_that_came_anew_is_not_brought_back_beside_itself(club: Club, organiser: Account) -> None:
    first = import_history(club.pk, organiser, SMALL.encode(), rules=RULES, people={})
    people = dict(Person.objects.values_list("name", "pk"))
    take_back(first.pk, organiser)
    import_history(club.pk, organiser, SMALL.encode(), rules=RULES, people=people)
    with pytest.raises(HistoryRefused, match="imported before"):
        bring_back(first.pk, organiser)
    with pytest.raises(HistoryRefused, match="another state"):
        take_back(first.pk, organiser)


def test_a_corrected_result_rates_everything_after_it_again(club: Club, organiser: Account) -> None:
    import_history(club.pk, organiser, SMALL.encode(), rules=RULES, people={})
    ratings(club)
    game = Game.objects.get(past__line=2)
    claim_result(game.pk, organiser, "0-1", source="page", reason="the sheet says so")
    corrected = SMALL.replace("Ada Byron,Ben Kip,1", "Ada Byron,Ben Kip,0")
    assert ratings(club) == by_the_engine(corrected.encode())


def test_nobody_plays_himself_under_two_names(club: Club, organiser: Account) -> None:
    one = PersonFactory(name="Ada", member_of=club)
    with pytest.raises(HistoryRefused, match="Line 2: Ada Byron and Ben Kip would be one person"):
        import_history(club.pk, organiser, SMALL.encode(), rules=RULES, people={"Ada Byron": one.pk, "Ben Kip": one.pk})
    assert not History.objects.exists()


def test_a_large_file_is_stored_in_portions_and_gone_on_with(
    club: Club, organiser: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pieces, "BREATH", 0)
    data = synthetic(1100, 40)
    history = import_history(club.pk, organiser, data, rules=RULES, people={})
    assert (history.state, Game.objects.count()) == ("coming", 0)
    with pytest.raises(HistoryRefused, match="wait until it is complete"):
        import_history(club.pk, organiser, SMALL.encode(), rules=RULES, people={})
    from games.histories.services import history_storing

    store, left = history_storing.HistoryStore._store_games, [2]

    def die(self: history_storing.HistoryStore, games: Sequence[HistoryGame]) -> None:
        if not left[0]:
            raise RuntimeError("killed")
        left[0] -= 1
        store(self, games)

    with monkeypatch.context() as patched:
        patched.setattr(history_storing.HistoryStore, "_store_games", die)
        run_due()
    assert Game.objects.count() == 800
    assert not Person.objects.filter(name="Player 001").exists()
    assert Scope.objects.filter(key__startswith="past:", hidden=False).count() == 0
    assert ratings(club) == {}
    from common.jobs.models import Job

    Job.objects.update(due_at="2020-01-01T00:00Z", leased_until=None)
    run_due()
    history.refresh_from_db()
    assert (history.state, Game.objects.count(), Person.objects.count()) == (
        "in",
        1100,
        40 + Account.objects.exclude(person=None).count(),
    )
    assert ratings(club) == by_the_engine(data)


def test_whoever_may_no_longer_import_is_refused_when_the_worker_comes(club: Club, organiser: Account) -> None:
    history = import_history(club.pk, organiser, synthetic(600, 10), rules=RULES, people={})
    organiser.grants.all().delete()
    run_due()
    history.refresh_from_db()
    assert (history.state, Game.objects.count(), Person.staged.count()) == ("refused", 0, 0)
    assert "may no longer import" in history.refusal["template"]


def upload(client: Client, club: Club, text: str, **fields: str) -> str:
    from django.core.files.uploadedfile import SimpleUploadedFile

    file = SimpleUploadedFile("games.csv", text.encode())
    sent = {"file": file, "rules": RULES, "rated": "on", **fields}
    return client.post(f"/clubs/{club.slug}/histories", sent, follow=True).content.decode()


def test_the_preview_names_every_problem_by_its_line(club: Club, organiser: Account, client: Client) -> None:
    client.force_login(organiser)
    page = re.sub(r"\s+", " ", upload(client, club, MISTAKES))
    for said in (
        "Line 2: date: 2024-13-02 is not a date", "Line 3: Ada cannot play both sides", "Line 4: result: 2 is not",
        "Line 5: result: this game has no draws", "The same kind in lines 8", "Line 6: event: this is too long",
        "Line 7: date: 2999-01-01 is in the future", "Line 8: the same as line 5",
    ):  # fmt: skip
        assert said in page, said
    assert "Import 0 games" not in page and "This file cannot be imported" in page
    assert not Game.objects.exists()


def test_what_may_be_one_game_or_one_player_twice_is_told_by_its_line() -> None:
    """Lines 3 and 5 are line 2 from the other side and as it is; 4 is of another round. Lines 6 and 7 have Ada in small
    letters and with an accent, which is told once. Without a round two games of one day are no more than that."""
    lines = ("O,1,Ada,Ben,1", "O,1,Ben,Ada,0", "O,2,Ben,Ada,0", "O,1,Ada,Ben,1", "O,3,adá,Ben,1", "O,4,Ben,adá,1")
    alone = (",,Cleo,Ben,1", ",,Ben,Cleo,0")
    text = HEAD + "".join(f"2024-03-02,{line}\n" for line in (*lines, *alone))
    found = read_file(text.encode(), RULES, date(2026, 1, 1))
    assert not found.faults
    assert sorted((each.line, str(each.why)) for each in found.cautions) == [
        (3, "the game of line 2 from the other side: both games count"),
        (5, "the same as line 2: both games count"),
        (6, "adá is nearly Ada of line 2: two players"),
    ]


def test_near_names_are_asked_for_and_the_games_are_imported(club: Club, organiser: Account, client: Client) -> None:
    near = PersonFactory(name="Cleo Moll", member_of=club)
    client.force_login(organiser)
    page = upload(client, club, SMALL)
    assert "1 name looks like an existing member" in page
    address = f"/clubs/{club.slug}/histories/{History.objects.get().pk}"
    asked = client.post(address)
    assert asked.status_code == 400
    assert "Choose who this is." in asked.content.decode()
    name = re.findall(r'<select name="(person_\d+)"', page)[0]
    done = client.post(address, {name: str(near.pk)}, follow=True).content.decode()
    assert "7 games are imported." in done
    assert len(games_of(near.pk)) == 4
    event = client.get(f"/past-events/{PastEvent.objects.get(name='Spring Open').pk}").content.decode()
    assert "Cleo Moll" in event
    assert event.count("/games/") == 4
    assert "already" in upload(client, club, SMALL)


def test_others_may_not(club: Club, stranger: Account, client: Client) -> None:
    client.force_login(stranger)
    assert client.get(f"/clubs/{club.slug}/histories").status_code == 403
    with pytest.raises(NotAllowed):
        import_history(club.pk, stranger, SMALL.encode(), rules=RULES, people={})


def test_the_command_imports_and_names_wrong_lines(club: Club, tmp_path: Path) -> None:
    file, said, wrong = tmp_path / "games.csv", StringIO(), StringIO()
    file.write_bytes(synthetic(620, 12))
    call_command("importhistory", str(file), "--club", club.slug, "--rules", RULES, stdout=said)
    assert "620 games of 12 events, 0 known before, 12 new players" in said.getvalue()
    assert Game.objects.filter(parent_scope__hidden=False).count() == 620
    assert set(Claim.objects.values_list("account", flat=True)) == {None}
    file.write_text(MISTAKES)
    with pytest.raises(CommandError) as failed:
        call_command("importhistory", str(file), "--club", club.slug, "--rules", RULES, stderr=wrong)
    assert failed.value.returncode == 3
    assert f"{file}:4: result: 2 is not 1, 0.5 or 0" in wrong.getvalue()

"""Files out and in by pages and commands: first everything is shown, then it is stored; who may; what is wrong."""

from __future__ import annotations

import re
from io import StringIO
from pathlib import Path
from time import process_time
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client
from playwright.sync_api import expect

from common.jobs import services as jobs
from common.jobs.models import Job
from common.jobs.services import run_due
from common.journal.models import JournalEntry, Scope
from gipf_engine.tournament.trf import read
from players.models import Account, Club, Grant, Person
from players.roles import Role
from players.uploads.forms import keep_text
from testing.browser import Open
from testing.factories import PersonFactory
from testing.tournaments.factories import entry, running, swiss_after_round_1, table, with_players
from tests.engine.trf.trf_lines import file, player
from tests.tournaments.ranked_files import ranked
from tournaments.core.loader import load
from tournaments.interchange.formats.exporters import EXPORTERS
from tournaments.interchange.services import import_requests
from tournaments.models import Event, ImportRequest
from tournaments.rounds.services import rounds

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(club: Club, organiser: Account) -> Event:
    return swiss_after_round_1(club, organiser)


def brought(client: Client, club: Club, data: bytes) -> Any:
    """What the first page answers to a file."""
    return client.post(f"/clubs/{club.slug}/events/import", {"file": SimpleUploadedFile("event.trf", data)})


def second_form(page: str) -> dict[str, str]:
    """The second page's form as it stands: the file, the name, what TRF leaves open, and everybody's person."""
    fields = dict(re.findall(r'<input type="hidden" name="(sent)" value="([^"]*)"', page))
    fields |= dict(re.findall(r'<input type="text" name="(name)" value="([^"]*)"', page))
    for name, options in re.findall(r'<select name="(\w+)"[^>]*>(.*?)</select>', page, re.DOTALL):
        fields[name] = re.findall(r'value="([^"]*)" selected', options)[0]
    return fields


# --- out ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", EXPORTERS)
def test_whoever_runs_an_event_takes_its_files_along(event: Event, desk: Client, kind: str) -> None:
    assert f'href="/events/{event.pk}/files/{kind}"' in desk.get(f"/events/{event.pk}/files").content.decode()
    answer = desk.get(f"/events/{event.pk}/files/{kind}")
    assert answer.content == EXPORTERS[kind].serialize(load(event))
    assert answer["Content-Disposition"].startswith(f'attachment; filename="event-{event.pk}-')


def test_others_do_not(event: Event, stranger: Account, arbiter_to_be: Account) -> None:
    for account in (stranger, arbiter_to_be, None):
        client = Client()
        if account is not None:
            client.force_login(account)
        for address in ("files", "files/trf26", "files/json"):
            assert client.get(f"/events/{event.pk}/{address}").status_code in (302, 403)


def test_what_a_format_cannot_say_is_told(club: Club, organiser: Account, event: Event, desk: Client) -> None:
    draft = with_players(club, organiser, ("Kim", "Lee"))
    page = desk.get(f"/events/{draft.pk}/files").content.decode()
    assert "TRF needs pairing numbers" in page and f"/events/{draft.pk}/files/trf26" not in page
    assert f"/events/{draft.pk}/files/json" in page
    answer = desk.get(f"/events/{draft.pk}/files/trf26")
    assert answer.status_code == 409 and "start the event first" in answer.content.decode()
    assert desk.get(f"/events/{event.pk}/files/pgn").status_code == 404
    assert desk.get("/events/999999/files/trf26").status_code == 404


# --- in -------------------------------------------------------------------------------------------------


def test_a_file_is_shown_first_and_stored_when_somebody_says_so(event: Event, club: Club, desk: Client) -> None:
    data = (
        EXPORTERS["trf26"]
        .serialize(load(event))
        .replace(b"012 Spring Open", b"012 Spring Open again")
        .replace(b" Dan ", b" Zed ")
    )
    events, lines = Event.objects.count(), JournalEntry.objects.count()
    page = brought(desk, club, data).content.decode()
    assert "Nothing: everything is imported unchanged." in page
    assert "1 paired, with 2 games" in page
    assert (Event.objects.count(), JournalEntry.objects.count()) == (events, lines)
    form = second_form(page)
    assert form["person_1"] == str(Person.objects.get(name="Ada").pk) and "person_4" not in form
    answer = desk.post(f"/clubs/{club.slug}/events/import", form)
    made = Event.objects.latest("pk")
    assert answer.headers["Location"] == f"/events/{made.pk}"
    assert (made.name, made.rated, made.state) == ("Spring Open again", False, "running")
    assert [name for _rank, name, _points in table(made)] == ["Ada", "Ben", "Cleo", "Zed"]
    assert Person.objects.filter(name="Ada").count() == 1


def test_the_second_page_lists_every_repair_and_takes_other_choices(event: Event, club: Club, desk: Client) -> None:
    text = EXPORTERS["trf26"].serialize(load(event)).decode()
    text = "".join(line for line in text.splitlines(keepends=True) if not line.startswith("### gipfel"))
    page = brought(desk, club, text.encode()).content.decode()
    assert "The file names no game: GIPF, standard game was assumed." in page
    form = second_form(page) | {"name": "Our Open", "rules": "gipf-tournament", "rated": "on", "person_1": ""}
    desk.post(f"/clubs/{club.slug}/events/import", form)
    made = Event.objects.latest("pk")
    assert (made.name, made.rules, made.rated) == ("Our Open", "gipf-tournament", True)
    assert Person.objects.filter(name="Ada").count() == 2


def test_the_second_page_compares_ranks_and_takes_other_tie_breaks(club: Club, desk: Client) -> None:
    page = brought(desk, club, ranked("BH", "PS")).content.decode()
    assert "The same as in the file, by points and" in page
    address, form = f"/clubs/{club.slug}/events/import", second_form(page) | {"name": "Cup"}
    other = desk.post(address, form | {"tie_breaks": "RTNG", "compare": "1"}).content.decode()
    assert "of 12 differ from those of the file, by points and RTNG." in other
    wrong = desk.post(address, form | {"tie_breaks": "NONE"})
    assert wrong.status_code == 400 and "There is no tie-break NONE." in wrong.content.decode()
    assert not Event.objects.exists()
    desk.post(address, form | {"tie_breaks": "sb, WIN"})
    assert Event.objects.get().tie_breaks == ["SB", "WIN"]


REMATCHES = file(
    *("012 Cup", "142 8", "152 W", '### gipfel {"rules":"gipf-standard"}'),
    *(
        player(number, ",".join([f"{other:>4} {colour} {score}"] * 7), points=points, name=name)
        for number, other, colour, score, points, name in (
            (1, 2, "w", 1, "7.0", "Ada"),
            (2, 1, "b", 0, "0.0", "Ben"),
        )
    ),
).encode()
"""Two players who meet seven times with the same colours."""


def test_the_second_page_lists_the_first_breaches_of_each_kind_and_a_download_has_all(club: Club, desk: Client) -> None:
    """Six rematches; from round 3 on both have a colour for the third time, and it weighs too much: ten of each."""
    address, page = f"/clubs/{club.slug}/events/import", brought(desk, club, REMATCHES).content.decode()
    said = re.sub(r"\s+", " ", re.sub("<[^>]*>", " ", re.sub("[\u2068\u2069]|</?bdi>", "", page)))
    assert "Met before (6) round 2: Ada and Ben have met before round 3:" in said
    assert "round 6: Ada and Ben have met before and 1 more" in said and "round 7: Ada and Ben have" not in said
    form = {"sent": second_form(page)["sent"], "breaches": "1"}
    lines = desk.post(address, form).content.decode().splitlines()
    assert [line for line in lines if "met before" in line] == [
        f"round {number}: Ada and Ben have met before" for number in range(2, 8)
    ]
    assert sum("third time running" in line for line in lines) == 10
    assert not Event.objects.exists()


def test_breaches_are_confirmed_by_kind_and_all_kept_in_files(club: Club, desk: Client) -> None:
    address = f"/clubs/{club.slug}/events/import"
    form = second_form(brought(desk, club, REMATCHES).content.decode())
    asked = desk.post(address, form).content.decode()
    assert asked.count("have met before") == 5
    desk.post(address, form | dict(re.findall(r'name="(confirm)" value="(\w+)"', asked)))
    comments = Event.objects.get().file_header["comments"]
    assert [line for line in comments if "met before" in line] == [
        f"Import @ Round {number}: 1 and 2 have met before" for number in range(2, 8)
    ]


def test_a_file_that_cannot_be_taken_is_refused_line_by_line(event: Event, club: Club, desk: Client) -> None:
    data = EXPORTERS["trf26"].serialize(load(event)).replace(b" w 1", b" q 1").replace(b" Cleo ", b" <b> ")
    answer = brought(desk, club, data)
    page = answer.content.decode()
    assert answer.status_code == 400 and "is not opponent, colour and result" in page
    assert re.search(r"<li>line \d+: ", page) and "<b>" not in page.partition("<main")[2]


@pytest.mark.parametrize(
    "data",
    [b"\0" * 100, b"{", "\N{PILE OF POO}".encode() * 50, b"=HYPERLINK()", b"<script>alert(1)</script>"],
)
def test_what_is_no_file_is_told_so(club: Club, desk: Client, data: bytes) -> None:
    answer = brought(desk, club, data)
    assert answer.status_code == 400
    assert "<script>alert" not in answer.content.decode()
    assert not Event.objects.exists() and not JournalEntry.objects.exists()


def test_a_file_that_is_empty_missing_or_too_large_is_told_so(club: Club, desk: Client) -> None:
    address = f"/clubs/{club.slug}/events/import"
    assert "This field is required" in desk.post(address, {}).content.decode()
    assert "This file is empty" in brought(desk, club, b"").content.decode()
    large = brought(desk, club, b"012 x\n" * 3_500_000)
    assert large.status_code == 400 and "at most 20 MB" in large.content.decode()
    assert not Event.objects.exists()


@pytest.mark.parametrize("sent", ["", "###", "0", "-1", "999999", "9" * 40, "١"])
def test_a_second_page_without_its_file_begins_anew(club: Club, desk: Client, sent: str) -> None:
    answer = desk.post(f"/clubs/{club.slug}/events/import", {"sent": sent, "name": "X"})
    assert answer.status_code == 400 and "choose it again" in answer.content.decode()
    assert not Event.objects.exists()


def test_a_second_page_takes_no_file_of_another_account(club: Club, desk: Client, stranger: Account) -> None:
    other = keep_text(stranger, b"012 X\n")
    answer = desk.post(f"/clubs/{club.slug}/events/import", {"sent": str(other.pk), "name": "X"})
    assert answer.status_code == 400 and "choose it again" in answer.content.decode()


@pytest.mark.slow
@pytest.mark.parametrize(
    "data",
    [
        b"name\n" * 4_000_000, b"\r" * 20_000_000, b'{"a":[' + b'{"b":1},' * 2_500_000 + b"1]}",
        b"[" + b"1," * 10_000_000, b"[" * 20_000_000,
    ],
    ids=["one column", "ends of lines", "objects", "numbers", "depth"],
)  # fmt: skip
def test_twenty_megabytes_of_nothing_are_refused_before_they_are_read(club: Club, desk: Client, data: bytes) -> None:
    """Read whole, the first takes half a minute and 2.8 GB."""
    began = process_time()
    answer = brought(desk, club, data)
    assert answer.status_code == 400 and "holds more than any event" in answer.content.decode()
    assert process_time() - began < 5


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"name": ""}, "This field is required"),
        ({"name": "<script>"}, "characters not allowed in names"),
        ({"name": "n" * 81}, "at most 80 characters"),
        ({"rules": "chess"}, "Select a valid choice"),
        ({"format": "league"}, "Select a valid choice"),
        ({"person_1": "999999"}, "Select a valid choice"),
        ({"person_2": "ADA"}, "These would be one person: Ada, Ben"),
    ],
)
def test_a_wrong_choice_on_the_second_page_stores_nothing(
    event: Event, club: Club, desk: Client, wrong: dict[str, str], message: str
) -> None:
    """A record called Ben was found to be Ada's, so that Ben of the file may be Ada; but not while Ada is there too."""
    ada = Person.objects.get(name="Ada")
    PersonFactory(name="Ben", merged_into=ada)
    form = second_form(brought(desk, club, EXPORTERS["trf26"].serialize(load(event))).content.decode())
    if wrong == {"person_2": "ADA"}:
        wrong = {"person_2": str(ada.pk)}
    events, lines = Event.objects.count(), JournalEntry.objects.count()
    answer = desk.post(f"/clubs/{club.slug}/events/import", form | wrong)
    assert answer.status_code == 400 and message in answer.content.decode()
    assert "<script>" not in answer.content.decode().partition("<main")[2]
    assert (Event.objects.count(), JournalEntry.objects.count()) == (events, lines)


def test_only_organisers_of_the_club_bring_files(
    event: Event, club: Club, stranger: Account, arbiter_to_be: Account
) -> None:
    data = EXPORTERS["trf26"].serialize(load(event))
    for account in (stranger, arbiter_to_be, None):
        client = Client()
        if account is not None:
            client.force_login(account)
        assert client.get(f"/clubs/{club.slug}/events/import").status_code in (302, 403)
        assert brought(client, club, data).status_code in (302, 403)
        answer = client.post(f"/clubs/{club.slug}/events/import", {"sent": "1", "name": "X"})
        assert answer.status_code in (302, 403)
    assert Event.objects.count() == 1


# --- commands -------------------------------------------------------------------------------------------


def test_commands_take_events_out_and_in(event: Event, club: Club, tmp_path: Path) -> None:
    first, second = tmp_path / "one.trf", tmp_path / "two.trf"
    call_command("exportevent", str(event.pk), "--format", "trf16", "--output", str(first))
    said = StringIO()
    call_command("importevent", str(first), "--club", club.slug, stdout=said)
    made = Event.objects.latest("pk")
    assert said.getvalue().splitlines() == [
        f"event {made.pk}",
        "Spring Open: 4 known players, 0 new, 1 rounds, 2 games",
    ]
    call_command("exportevent", str(made.pk), "--format", "trf16", "--output", str(second))
    assert first.read_bytes() == second.read_bytes()
    assert JournalEntry.objects.filter(action="import-event", actor=None).count() == 2


def test_a_check_stores_nothing_and_says_every_repair(event: Event, club: Club, tmp_path: Path) -> None:
    file = tmp_path / "one.trf"
    file.write_bytes(EXPORTERS["trf26"].serialize(load(event)).replace(b"062 4", b"062 7"))
    said, wrong = StringIO(), StringIO()
    call_command("importevent", str(file), "--club", club.slug, "--check", stdout=said, stderr=wrong)
    assert wrong.getvalue().splitlines() == ["line 5: the number was replaced: there are 4: 062 7"]
    assert said.getvalue().splitlines() == ["Spring Open: 4 known players, 0 new, 1 rounds, 2 games"]
    assert Event.objects.count() == 1


def test_commands_say_in_words_what_is_wrong(event: Event, club: Club, organiser: Account, tmp_path: Path) -> None:
    file = tmp_path / "one.trf"
    file.write_bytes(b"012 Nobody\n")
    for arguments, message in (
        (["importevent", str(file), "--club", club.slug], "there is no entrant"),
        (["importevent", str(file), "--club", "nowhere"], "There is no club nowhere."),
        (["importevent", str(tmp_path / "none"), "--club", club.slug], "No such file or directory"),
        (["exportevent", "999999"], "There is no event 999999."),
        (["exportevent", str(with_players(club, organiser, ("Kim", "Lee")).pk)], "start the event first"),
    ):
        with pytest.raises(CommandError, match=message):
            call_command(*arguments)


def test_a_league_comes_back_as_one(club: Club, organiser: Account, desk: Client) -> None:
    event = running(club, organiser, format="league", format_options={"groups": 2})
    page = brought(desk, club, EXPORTERS["trf26"].serialize(load(event))).content.decode()
    desk.post(f"/clubs/{club.slug}/events/import", second_form(page))
    made = Event.objects.latest("pk")
    assert (made.format, [entry(made, name).group for name in ("Ada", "Ben", "Cleo", "Dan")]) == (
        "league",
        [1, 1, 2, 2],
    )
    rounds.start_round(made.pk, organiser)


# --- large files ----------------------------------------------------------------------------------------


@pytest.fixture
def every_file_is_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_requests, "MOST_GAMES", 0)


def ask(desk: Client, club: Club, event: Event, **more: str) -> Any:
    """Bring the file of an event, and say on the second page that it is to be taken in."""
    page = brought(desk, club, EXPORTERS["json"].serialize(load(event))).content.decode()
    return desk.post(f"/clubs/{club.slug}/events/import", second_form(page) | more)


def test_a_large_file_is_taken_in_by_a_worker_and_its_page_leads_to_the_event(
    event: Event, desk: Client, club: Club, organiser: Account, every_file_is_large: None
) -> None:
    answer = ask(desk, club, event, name="Taken in later")
    request = ImportRequest.objects.get()
    assert answer["Location"] == f"/clubs/{club.slug}/imports/{request.pk}"
    assert not Event.objects.filter(name="Taken in later").exists()
    Job.objects.filter(kind="import").update(done=1, total=3)
    page = desk.get(answer["Location"]).content.decode()
    assert '<progress max="3" value="1">' in page and 'http-equiv="refresh"' in page
    run_due()
    made = Event.objects.get(name="Taken in later")
    assert desk.get(answer["Location"])["Location"] == f"/events/{made.pk}"
    assert JournalEntry.objects.get(scope__key=made.scope, action="import-event").actor == organiser.pk
    request.refresh_from_db()
    assert (request.event, bytes(request.content), request.choices) == (made, b"", {}), "no name stays in it"
    jobs.request(import_requests.IMPORT, f"import:{request.pk}")
    run_due()
    assert Event.objects.filter(name="Taken in later").count() == 1, "asked for once more, it is there already"


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_how_far_a_large_file_is_appears_without_loading_the_page(
    event: Event, desk: Client, club: Club, organiser: Account, every_file_is_large: None, open_page: Open
) -> None:
    page = open_page(ask(desk, club, event, name="Later")["Location"], organiser)
    page.evaluate("document.body.id = 'same'")
    Job.objects.filter(kind="import").update(done=1, total=3)
    expect(page.locator("#same progress")).to_have_attribute("max", "3", timeout=20_000)
    run_due()
    page.wait_for_url(f"**/events/{Event.objects.get(name='Later').pk}", timeout=20_000)


def test_why_a_large_file_is_not_taken_stands_on_its_page(
    event: Event, desk: Client, club: Club, organiser: Account, every_file_is_large: None
) -> None:
    answer = ask(desk, club, event)
    Grant.objects.filter(account=organiser).delete()
    run_due()
    assert desk.get(answer["Location"]).status_code == 403
    Grant.objects.create(account=organiser, role=Role.ORGANISER, scope=Scope.objects.get(key=club.scope))
    page = desk.get(answer["Location"]).content.decode()
    assert "The account that asked for it may no longer create events here." in page and "http-equiv" not in page
    assert Event.objects.count() == 1 and not Job.objects.exists()


def test_how_far_a_file_is_is_told_to_those_who_may_bring_one(
    event: Event, desk: Client, club: Club, stranger: Account, every_file_is_large: None
) -> None:
    address = ask(desk, club, event)["Location"]
    other = Client()
    assert other.get(address).status_code == 302
    other.force_login(stranger)
    assert other.get(address).status_code == 403
    assert other.get(address.replace(club.slug, "another")).status_code == 404


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_ranks_of_a_file_without_tie_breaks_are_those_of_the_event(
    club: Club, organiser: Account, open_page: Open
) -> None:
    """The file is brought on a phone; the tie-breaks that were found are compared with others, and taken."""
    page = open_page(f"/clubs/{club.slug}/events/import", organiser)
    page.set_viewport_size({"width": 390, "height": 844})
    page.locator("#id_file").set_input_files(
        {"name": "cup.trf", "mimeType": "text/plain", "buffer": ranked("BH", "PS")}
    )
    page.locator("main form button").first.click()
    expect(page.get_by_text("The same as in the file, by points and")).to_be_visible()
    found = page.locator("#id_tie_breaks").input_value()
    page.locator("#id_tie_breaks").fill("RTNG")
    page.get_by_role("button", name="Compare ranks").click()
    expect(page.get_by_text("differ from those of the file, by points and RTNG.")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.locator("#id_tie_breaks").fill(found)
    page.locator("#id_name").fill("Cup")
    page.get_by_role("button", name="Import the event").click()
    page.wait_for_url("**/events/*")
    made = Event.objects.get()
    assert ", ".join(made.tie_breaks) == found
    ranks = {number: rank for rank, name, _points in table(made) for number in [int(name.removeprefix("Player "))]}
    assert ranks == {each.number: int(each.extras["rank"]) for each in read(ranked("BH", "PS")).table.entrants}

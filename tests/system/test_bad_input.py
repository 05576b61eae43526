"""Bad input to every form: a clear message, a status of 4xx, nothing stored. Never 500.

Endpoints come from the URL list, forms and fields from the pages as a browser reads them, so that a new one is tried as
well. Each form is first filled in well, which is taken; then one field at a time is wrong. What is taken is undone.
The endpoints of the API are tried in the same way in tests/api/test_bad_input.py.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

import pytest
from django.conf import settings
from django.db import connection, transaction
from django.test import Client
from django.utils.html import strip_tags

from players.models import Account, Club
from players.setup.setup_token import setup_address
from testing.system.good_input import FIRST, filled
from testing.system.html_forms import CHOICES, Field, HtmlForm, as_sent, html_forms
from testing.system.site_fixture import ADMINISTRATOR, Site
from testing.system.urls import endpoints, methods_at
from testing.tables import changed, rows_of_all_tables
from testing.tournaments.factories import entry
from tournaments.core.formats import formats, has_opponents
from tournaments.events.forms.formats import leaves_rounds_open, names_of, names_of_others, rounds_field

pytestmark = [pytest.mark.postgresql, pytest.mark.sweep]

ENDPOINTS = {endpoint.name: endpoint for endpoint in endpoints()}
SCRIPT, FORMULA = "<script>alert(1)</script>", '=HYPERLINK("http://example.org";"x")'
HUGE = "1" + "0" * 30
ONCE = {FIRST, "day-begin"}
"""Their forms are gone once they were sent, as they were here: tests/play/solitaires/test_days.py sends that of a
day."""
OF_THE_MOMENT = {
    "sign-in-code",
    "account-second-factor-new",
    "account-second-factor-codes",
    "account-second-factor-off",
    "account-passkeys",
    "sign-in-passkey",
    "sign-up-passkey",
}
"""Their forms take a code that is good for half a minute (tests/players/accounts/test_second_factor.py fills them in),
or what a device answers to a question of the moment (tests/players/accounts/test_passkeys.py has such a device)."""
AFTER_A_REFUSAL = {"game-recorder-continue"}
"""Its form stands on the page of a record that was refused: tests/games/records/test_refused_record.py sends it."""
BY_SCRIPT = {"play-here", "play-quick-here", "play-quick-stop", "event-draft-check"}
"""No form sends them: tests/play/table/test_offers.py sends what the board does, and
tests/tournaments/rounds/test_round_layouts.py a pairing by hand."""
OF_ODD_GAMES = {"rated-games"}
"""Its form lists games that may distort the lists: tests/ratings/arranged/test_arranged_games.py sends it."""
OF_LONG_LISTS = {"rating-fit-adopt"}
"""Its form takes hundreds of games that other numbers would predict better: tests/ratings/fitting sends it."""
OF_OTHERS = {"arena-join", "play-favourites"}
"""The player of the site plays in the arena and waits for a game, so neither is offered:
tests/tournaments/arenas/test_arena_in_browser.py and tests/play/challenges/test_quick_in_browser.py send them."""
UNDER_FAIR_PLAY = {("practice-attempt-step", "hint")}
"""Refused: the deal is that of a round that is not over. tests/play/test_fair_play.py says when a hint is given."""
READ_NO_BODY = {"mail-unsubscribe"}
"""Mail programs post there with one click: tests/play/table/test_reminders.py does."""
NAMES = {"name", "names", "club_name", "place", "username", "typed", "email", "time_zone"}
"""Fields that take no markup and no formula. Free texts take both, and show them as text."""

_SENT = {"players.Upload", "players.UploadPart"}
KEPT_FOR_A_DAY = {
    "event-enter-list": _SENT, "event-import": _SENT, "history-import": _SENT | {"games.History", "jobs.JobCount"},
}  # fmt: skip
"""What these forms keep of a file, whatever is in it: the next step names it."""
SEEN_BEFORE = {"event-edit": "event-new", "club-settings": "club-new"}
"""Large forms that another endpoint has as well: here one wrong value a field will do."""

HARMLESS: dict[tuple[str, str], str] = {
    ("language", "next"): "an address of elsewhere leads home",
    ("theme", "next"): "an address of elsewhere leads home",
    ("sign-in", "next"): "an address of elsewhere leads home",
    ("sign-in-again", "next"): "an address of elsewhere leads home",
    ("club-person-account", "link"): "says which of two forms was sent, by being there",
    ("club-person-new", "sure"): "a tick: whatever it says, it is there",
    ("record-file-new", "file"): "a worker reads it, and reports what is no record",
    ("entry-bye", "cancel"): "a button: whatever it says, it was pressed",
    ("entry-bye", "half_byes"): "a button: all but “yes” is no",
    ("person-follow", "follow"): "a button: all but “no” is yes",
    ("club-follow", "follow"): "a button: all but “no” is yes",
    ("person-followers", "allowed"): "a button: all but “no” is yes",
    ("person-followers", "from"): "says where to go afterwards",
    ("play-block", "block"): "a button: all but “no” is yes",
    ("play-block", "game"): "says where to go afterwards: what is no number leads to the settings",
    ("account-mail", "reminders"): "a tick: whatever it says, it is there",
    ("account-mail", "pairings"): "a tick: whatever it says, it is there",
    ("account-mail", "reports"): "a tick: whatever it says, it is there",
    ("play-calendar", "calendar"): "a button: all but “no” is yes",
    ("history-import", "file"): "a worker may read it, and its page tells what is wrong",
    ("history-import", "rated"): "a tick: whatever it says, it is there",
    ("event-import", "compare"): "a button: whatever it says, it was pressed",
    ("play-note", "note"): "a private text: what no text has is left out",
    ("study-annotate", "comment"): "a free text: what no text has is left out",
    ("study-chapter", "name"): "a title, which is shown as text: what no text has is left out",
    ("study-chapter-new", "name"): "a title, which is shown as text",
    ("rules-board", "again"): "a button: whatever it says, it was pressed",
    ("analysis-look", "deeper"): "a button: whatever it says, it was pressed",
    ("lesson", "version"): "a board's script sends it; no one else moves the board of a lesson",
    ("play-quick", "members"): "a tick: whatever it says, it is there",
    ("play-confirm", "confirm"): "a button: all but “yes” is no",
}
"""Fields that take anything, and why that is well."""


@dataclass(frozen=True)
class Wrong:
    """One field gone wrong. `sure`: no endpoint may accept it."""

    field: str
    value: str | bytes | None
    sure: bool
    is_typed: bool = True
    """Whether people fill the field in; else the page does, and what is wrong in it no person can mend."""

    def __str__(self) -> str:
        return f"{self.field}={self.value if self.value is None else self.value[:30]!r}"


# --- what is posted ------------------------------------------------------------------------------------


def with_its_format(well: dict[str, Any], field: str) -> dict[str, Any]:
    """A good plan of an event in a format that has `field`: what belongs to other formats is not read."""
    if field not in names_of_others(well["format"]):
        return dict(well)
    key = next(each.key for each in formats() if field in names_of(each.key))
    well = well | {"format": key, "rounds_planned": ""}
    well |= {rounds_field(key): "3"} if leaves_rounds_open(key) else {}
    return well if has_opponents(key) else well | {"rules": "guowuguan-gwg"}


def wrongs(name: str, form: HtmlForm) -> Iterator[Wrong]:
    """Every way in which this form can be filled in badly, one field at a time."""
    for field in form.fields.values():
        takes_all = (name, field.name) in HARMLESS
        values = [each for each in _wrong_values(field) if connection.vendor == "sqlite" or _to_the_database(each[0])]
        for value, sure in values[-1:] if name in SEEN_BEFORE else values:
            yield Wrong(field.name, value, sure and not takes_all, field.kind not in ("hidden", "button"))


def _to_the_database(value: str | bytes | None) -> bool:
    """Whether one database stores it and another refuses it. The rest no form lets pass: tried on SQLite alone."""
    return isinstance(value, str) and ("\0" in value or value == HUGE or len(value) > 300)


def _wrong_values(field: Field) -> Iterator[tuple[str | bytes | None, bool]]:
    if field.required or field.kind == "hidden":  # what else a browser never leaves out
        yield None, field.required
    if field.kind in CHOICES or len(field.options) > 1:
        yield "no-such", True
    elif field.kind == "checkbox":
        return
    elif field.kind == "date":
        yield from ((value, True) for value in ("soon", "2026-02-30", "0000-00-00", HUGE))
    elif field.kind == "number" or (field.kind == "hidden" and (field.value or "").isdigit()):
        yield from ((value, True) for value in ("x", "-1", HUGE))
    elif field.kind == "file":
        yield b"", field.required
        yield from ((value, True) for value in (b"\xff\xfe\0", b"1. Gg2 \0", SCRIPT.encode(), b"x" * 5_000_000))
    else:
        yield "\0" + (field.value or "a"), True
        yield "x" * ((field.longest or 300_000) + 1), True
        if field.name in NAMES:
            yield from ((value, True) for value in (SCRIPT, FORMULA))
        else:
            yield SCRIPT + FORMULA, False
    if field.required:
        yield " ", True


# --- how it is answered ----------------------------------------------------------------------------------

TAKEN = "was taken"
UNREAD = "That could not be read"
"""The heading of the page for what no form of ours sends."""
SAID = re.compile(
    r"""(?:role="alert"|class="(?:errors|note|prose|summary)[^"]*")[^>]*>(.*?)</(?:ul|div|p)>""", re.DOTALL
)


def message(answer: Any) -> str:
    """What a refusing page says."""
    page = answer.content.decode()
    return " ".join(strip_tags(" ".join(SAID.findall(page))).split())


def confirmed(client: Client, action: str, data: Mapping[str, Any]) -> Any:
    """The answer to a form, after whatever it asks was confirmed."""
    answer = client.post(action, as_sent(data))
    for _time in range(2):
        keys = re.findall(r'name="confirm" value="(\w+)"', answer.content.decode()) if answer.status_code == 409 else []
        if keys:
            answer = client.post(action, as_sent(data) | {"confirm": keys})
    return answer


def judge(client: Client, action: str, data: Mapping[str, Any], *, sure: bool, is_typed: bool = False) -> str:
    """Post it: "" when it was answered well, else what is wrong with the answer. What was taken is undone.

    A value that a person typed or chose is refused on a page that says why: not by one that finds nothing, nor by one
    that could read nothing.
    """
    cookies = client.cookies.copy()
    with transaction.atomic():
        answer = confirmed(client, action, data) if sure else client.post(action, as_sent(data))
        if is_typed and (answer.status_code == 404 or UNREAD in answer.content.decode()):
            return f"{answer.status_code} does not say why"
        if 400 <= answer.status_code < 500:
            return "" if len(message(answer)) > 15 else f"{answer.status_code} without a message"
        if answer.status_code == 302:
            answer = client.get(answer["Location"])
        transaction.set_rollback(True)
    client.cookies = cookies
    if answer.wsgi_request.get_host() != "testserver" or SCRIPT in answer.content.decode():
        return "led elsewhere, or showed markup as markup"
    return TAKEN if sure else ""


def faults(client: Client, name: str, form: HtmlForm) -> Iterator[str]:
    """Everything that an endpoint does not refuse as it should, when it is asked by this form."""
    well = filled(name, form)
    refused = (name, form.action.rpartition("/")[2]) in UNDER_FAIR_PLAY
    if (said := judge(client, form.action, well, sure=True)) != TAKEN and not (refused and said == ""):
        yield f"{form.action}: not even {well} was taken {said}"
    for wrong in wrongs(name, form):
        data = with_its_format(well, wrong.field) if "format" in well else dict(well)
        data.pop(wrong.field, None)
        if wrong.value is not None:
            data[wrong.field] = wrong.value
        if fault := judge(client, form.action, data, sure=wrong.sure, is_typed=wrong.is_typed):
            yield f"{form.action} {wrong}: {fault}"


@pytest.mark.parametrize("name", ENDPOINTS)
def test_a_form_takes_what_is_right_and_nothing_else(name: str, site: Site) -> None:
    if "POST" not in methods_at(site.client(ADMINISTRATOR), site.address(ENDPOINTS[name])):
        return
    forms = list(site.forms(name))
    without = ONCE | OF_THE_MOMENT | AFTER_A_REFUSAL | BY_SCRIPT | OF_ODD_GAMES | OF_LONG_LISTS | OF_OTHERS
    assert forms or name in without, "no page has a form for this endpoint: say in site_fixture.py where it is"
    found = [fault for client, form in forms for fault in faults(client, name, form)]
    assert not found, "\n".join(found)
    assert set(site.touched()) <= KEPT_FOR_A_DAY.get(name, set())


def test_the_form_of_the_first_organiser_takes_what_is_right_and_nothing_else(site: Site) -> None:
    """It stands where nobody has an account yet."""
    Account.objects.all().delete()
    address = setup_address().removeprefix(settings.BASE_URL)
    page = Client().get(address).content.decode()
    (form,) = (each for each in html_forms(address, page) if each.path.startswith("/start"))
    before = rows_of_all_tables()
    assert list(faults(Client(), FIRST, form)) == []
    assert changed(before, rows_of_all_tables()) == []


# --- ids of what is there, and belongs elsewhere --------------------------------------------------------


def elsewhere(site: Site) -> dict[tuple[str, str], str]:
    """By endpoint and field, an id of something that is there and has no business in this form."""
    world = site.world
    other = entry(world.running, "Max")
    return {
        ("event-round-edit", "over-the-board"): str(world.running.rounds.get().pairings.earliest("pk").pk),
        ("club-roles", "scope"): f"club:{Club.objects.get(slug='another').pk}",
        ("club-person-unmerge", "record"): str(other.members.get().person_id),
        ("club-person-merge", "kept"): str(other.members.get().person_id),
        ("club-person-merge", "other"): HUGE,
        ("club-person-join", "player"): HUGE,
        ("event-enter", "person_id"): HUGE,
        ("jobs", "job"): HUGE,
    }


def test_ids_in_a_form_are_of_things_that_belong_there(site: Site) -> None:
    found = {}
    for (name, field), value in elsewhere(site).items():
        forms = [(client, form) for client, form in site.forms(name) if field in form.fields]
        for client, form in forms:
            data = filled(name, form) | {field: value}
            found[name, field] = judge(client, form.action, data, sure=True)
    assert found == dict.fromkeys(elsewhere(site), "")
    assert site.touched() == []


# --- large things and files -----------------------------------------------------------------------------


@pytest.mark.slow
def test_five_megabytes_are_refused_before_they_are_read(site: Site) -> None:
    """At every endpoint, as a browser sends them: nobody looks for the key of the form in so much text."""
    browser = Client(enforce_csrf_checks=True)
    browser.get("/about")
    body = urlencode({"text": "1. g2 " * 900_000})
    for name in {*site.pages, FIRST} - READ_NO_BODY:
        answer = browser.post(site.address(ENDPOINTS[name]), body, content_type="application/x-www-form-urlencoded")
        assert answer.status_code == 413, name
        assert message(answer) == "A form can be at most 1 MB. Nothing was saved: go back and shorten it."
    assert site.touched() == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"1. Gg2 " * 800_000, "has at most 256 KB; this file has 5469 KB"),
        (b"\xff\xfe\x00", "not UTF-8 text"),
        (b"", "Paste the moves or choose a file"),
        (b"1. Gg2 \x00", "character"),
        (b"<script>alert(1)</script>", "is not a GIPF turn"),
    ],
)
def test_a_file_that_is_no_record_is_refused(content: bytes, says: str, site: Site) -> None:
    ((client, form),) = site.forms("game-record")
    answer = client.post(form.action, as_sent({"text": "", "file": content}))
    assert answer.status_code == 400
    assert says in message(answer) and SCRIPT not in answer.content.decode()
    assert site.touched() == []

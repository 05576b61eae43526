"""The pages of studies without a script: forms, hostile words, who sees what, files, frames."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.cache import caches
from django.test import Client
from django.urls import reverse
from pytest import Subtests
from rest_framework.test import APIClient

from common.journal import queries as journal_queries
from common.qr_codes import qr_picture
from games.models import Study, StudyTurn
from games.records.services.submit_record import submit_record
from games.studies.services.studies import create_study, edit_study
from games.studies.services.turns import annotate_turn
from games.studies.sources import read_text
from games.studies.stored import written_study
from gipf_engine.studies.json_text import read_json_study
from gipf_engine.studies.text import read_study
from players.models import Account, Club
from players.roles import Role
from testing.clients import signed_in
from testing.factories import AccountFactory, GameFactory, PersonFactory, holder_of, player_in, seated
from testing.games.game_records import WON_BY_BLACK
from testing.play.online import begin, play, reference_turns, two_accounts

pytestmark = pytest.mark.django_db

TEXT = '[Game "gipf"]\n[Rules "basic"]\n\n1. g2 {edge} (1. c2 c6) b3 2. f2 *\n'
SCRIPT = "<script>alert(1)</script>"
RTL = "\u202eevil\u2066"


@pytest.fixture(autouse=True)
def fresh_counts() -> None:
    for cache in caches.all():
        cache.clear()


@pytest.fixture
def study(owner: Account) -> Study:
    return create_study(owner, "Edges", read_text(TEXT).chapters, visibility="public")


def version(study: Study) -> int:
    return journal_queries.version(study.scope)


def at(study: Study, name: str, turn: int = 1, chapter: int = 1) -> str:
    return reverse(name, args=[study.slug, chapter, turn])


def test_a_study_is_made_from_a_form_and_opens_at_its_board(owner: Account) -> None:
    client = signed_in(owner)
    done = client.post(reverse("study-new"), {"title": "Rims", "rules": "lyngk-main", "position": "", "text": ""})
    study = Study.objects.get()
    assert done.headers["Location"] == f"/studies/{study.slug}?edit=1"
    page = client.get(done.headers["Location"]).content.decode()
    assert "data-board-input" in page
    assert len(study.chapters.get().setup) == 43, "what chance lays out is drawn"
    assert Client().get(f"/studies/{study.slug}").status_code == 404


def test_a_pasted_study_keeps_its_title_and_an_illegal_one_stays_in_the_form(owner: Account) -> None:
    client = signed_in(owner)
    refused = client.post(reverse("study-new"), {"title": "", "rules": "", "text": TEXT.replace("f2", "d4")})
    assert refused.status_code == 400
    assert "Chapter 1:" in refused.content.decode()
    assert "2. d4 *" in refused.content.decode()
    client.post(reverse("study-new"), {"title": "", "rules": "", "text": f'[Study "Kept"]\n{TEXT}'})
    assert Study.objects.get().title == "Kept"


def test_an_account_of_no_player_is_told_before_anything_is_filled_in() -> None:
    client = signed_in(AccountFactory(person=None))
    for answer in (client.get(reverse("study-new")), client.post(reverse("study-new"), {"title": ""})):
        assert answer.status_code == 403
        page = answer.content.decode()
        assert "ask an organiser to link your account to you" in page
        assert 'name="title"' not in page


def test_the_page_of_a_game_opens_a_study_of_its_record_at_the_turn_that_is_seen(owner: Account, club: Club) -> None:
    game = GameFactory(club=club)
    submit_record(game.pk, seated(game, "white"), WON_BY_BLACK)
    client = signed_in(owner)
    link = f"/studies/new?game={game.pk}&amp;record=1&amp;ply=7"
    assert link in client.get(f"/games/{game.pk}?ply=7").content.decode()
    assert "Open as a study" not in Client().get(f"/games/{game.pk}").content.decode()
    done = client.post(link.replace("&amp;", "&"), {"title": "My game"})
    study = Study.objects.get()
    assert (study.game, done.headers["Location"]) == (game, f"/studies/{study.slug}?turn=7&edit=1")
    assert study.chapters.get().turns.count() == 25
    assert "My game" in client.get(f"/games/{game.pk}").content.decode()
    assert "My game" not in Client().get(f"/games/{game.pk}").content.decode()


def test_turns_and_comments_by_plain_forms(owner: Account, study: Study) -> None:
    client = signed_in(owner)
    done = client.post(at(study, "study-play", 3), {"turns": "d2", "version": version(study)})
    assert done.headers["Location"] == f"/studies/{study.slug}?chapter=1&turn=6&edit=1#board"
    said = {"comment": "rim", "sign": "?!", "marks": "Gd4, Rd4-e5", "version": version(study)}
    assert client.post(at(study, "study-annotate", 6), said).status_code == 302
    turn = StudyTurn.objects.get(chapter__study=study, number=6)
    assert (turn.comment, turn.sign, turn.marks) == ("rim", "?!", ["Gd4", "Rd4-e5"])
    page = client.get(f"/studies/{study.slug}?turn=6").content.decode()
    assert "b-mark-g" in page
    assert ">d2?!</a>" in page


def test_a_stale_comment_is_refused_with_words_and_stands_in_the_form(owner: Account, study: Study) -> None:
    client, seen = signed_in(owner), version(study)
    annotate_turn(study.slug, owner, 1, 1, comment="from another window", expect=seen)
    late = {"comment": "typed for long", "sign": "", "marks": "", "version": seen}
    refused = client.post(at(study, "study-annotate"), late)
    assert refused.status_code == 409
    page = refused.content.decode()
    assert "changed elsewhere" in page
    assert "typed for long" in page
    by_script = client.post(at(study, "study-annotate"), late, headers={"X-Board": "2"})
    assert (by_script.status_code, "parts" in by_script.json()) == (409, False)
    assert StudyTurn.objects.get(chapter__study=study, number=1).comment == "from another window"


def test_stale_settings_are_refused_and_kept_in_the_form(owner: Account, study: Study) -> None:
    client, seen = signed_in(owner), version(study)
    edit_study(study.slug, owner, title="Other", visibility="public", expect=seen)
    typed = {"title": "Typed", "visibility": "private", "club": "", "version": seen}
    refused = client.post(f"/studies/{study.slug}/settings", typed)
    assert refused.status_code == 409
    assert 'value="Typed"' in refused.content.decode()
    assert "changed elsewhere" in refused.content.decode()


def test_hostile_words_change_nothing_but_themselves(owner: Account, subtests: Subtests) -> None:
    text = f'[Study "x"]\n[Chapter "{SCRIPT}"]\n[Game "gipf"]\n[Rules "basic"]\n\n1. g2 {{{SCRIPT} {RTL}}} *\n'
    study = create_study(owner, f"{SCRIPT}{RTL}", read_text(text).chapters, visibility="public")
    annotate_turn(study.slug, owner, 1, 1, comment=f'"><img src=x onerror=alert(1)> {RTL}', expect=None)
    annotate_turn(study.slug, owner, 1, 0, comment=SCRIPT, expect=None)
    for client in (signed_in(owner), Client()):
        pages = ["/studies?of=public", f"/studies/{study.slug}?turn=1", f"/embed/studies/{study.slug}?turn=1"]
        if "_auth_user_id" in client.session:
            pages += [f"/studies/{study.slug}?turn=1&edit=1", f"/studies/{study.slug}/settings"]
        for address in pages:
            with subtests.test(address):
                shown = client.get(address).content.decode()
                assert "<script>alert" not in shown
                assert "<img src=x" not in shown
                assert "&lt;script&gt;" in shown or "&lt;img" in shown
    state = signed_in(owner).get(at(study, "study-state"))
    assert state.headers["Content-Type"] == "application/json"
    assert "<script>alert" not in json.dumps(state.json()["parts"])
    title = Client().get(f"/studies/{study.slug}").content.decode().split("<h1>")[1].split("</h1>")[0]
    assert title.startswith("<bdi>")
    assert title.endswith("</bdi>")


def test_files_are_read_back_as_they_were(owner: Account, study: Study) -> None:
    text, values = Client().get(f"/studies/{study.slug}/study.txt"), Client().get(f"/studies/{study.slug}/study.json")
    assert read_study(text.content.decode()) == written_study(study) == read_json_study(values.content.decode())
    client = signed_in(owner)
    for content in (text.content.decode(), values.content.decode()):
        client.post(reverse("study-new"), {"title": "", "rules": "", "text": content})
    studies = list(Study.objects.order_by("pk"))
    assert len(studies) == 3
    assert [written_study(each) for each in studies] == [written_study(study)] * 3


def test_pictures_have_the_marks_and_the_frame_has_the_comment(owner: Account, study: Study) -> None:
    annotate_turn(study.slug, owner, 1, 1, marks=["Gd4"], expect=None)
    picture = Client().get(at(study, "study-picture"))
    assert picture.headers["Content-Type"] == "image/svg+xml"
    assert b"b-mark-g" in picture.content
    frame = Client().get(f"/embed/studies/{study.slug}?turn=1")
    assert "frame-ancestors *" in frame.headers["Content-Security-Policy"]
    assert ">edge<" in frame.content.decode()
    page = Client().get(f"/studies/{study.slug}?turn=1")
    assert "frame-ancestors 'none'" in page.headers["Content-Security-Policy"]
    code = Client().get(at(study, "study-code"))
    assert code.content == qr_picture(f"http://testserver/studies/{study.slug}?chapter=1&turn=1")
    assert at(study, "study-code") in page.content.decode()


def test_what_is_not_for_the_reader_is_no_page(owner: Account, study: Study, subtests: Subtests) -> None:
    edit_study(study.slug, owner, title="Edges", visibility="private")
    names = ("study-picture", "study-png", "study-code")
    addresses = [f"/studies/{study.slug}", f"/embed/studies/{study.slug}", f"/studies/{study.slug}/study.txt"]
    addresses += [f"/studies/{study.slug}/study.json", f"/studies/{study.slug}/chapters/1/line"]
    addresses += [f"/api/v1/studies/{study.slug}", *(at(study, name) for name in names)]
    stranger = AccountFactory(person=PersonFactory())
    for address in addresses:
        for reader in (None, stranger):
            with subtests.test(f"{address} {reader}"):
                assert signed_in(reader).get(address).status_code == 404
    assert signed_in(owner).get(f"/embed/studies/{study.slug}").status_code == 404, "a frame knows no reader"
    assert "Edges" not in signed_in(stranger).get("/studies?of=public").content.decode()


def test_places_that_are_not_there_are_no_pages(study: Study) -> None:
    for query in ("?turn=99", "?chapter=7", "?turn=x", "?turn=-1"):
        assert Client().get(f"/studies/{study.slug}{query}").status_code == 404


def test_a_player_reads_no_study_of_the_own_running_game(owner: Account) -> None:
    white, black = two_accounts()
    game = begin(white, black)
    line = reference_turns(white, black)[:9]
    turns = " ".join(token for _account, token in line)
    text = f'[Game "gipf"]\n[Rules "basic"]\n\n{turns} *\n'
    study = create_study(owner, "A game", read_text(text).chapters, visibility="public")
    address = f"/studies/{study.slug}"
    assert signed_in(white).get(address).status_code == 200
    play(game, *line[:8])
    for path in ("", "/study.txt", "/study.json", "/chapters/1/line", "/chapters/1/turns/1/board.svg"):
        refused = signed_in(white).get(f"{address}{path}")
        assert refused.status_code == 409, path
        assert "fair play policy" in refused.content.decode()
        assert Client().get(f"{address}{path}").status_code == 200
    api = APIClient()
    api.force_authenticate(white)
    assert api.get(f"/api/v1/studies/{study.slug}").status_code == 409
    assert signed_in(black).post(f"{address}/copy").status_code == 409


def test_lessons_stand_on_the_page_of_the_club(club: Club) -> None:
    teacher = holder_of(Role.ORGANISER, club.scope, player_in(club))
    study = create_study(teacher, "Lesson 1", read_text(TEXT).chapters)
    typed = {"title": "Lesson 1", "visibility": "club", "club": club.slug, "is_lesson": "on", "version": version(study)}
    assert signed_in(teacher).post(f"/studies/{study.slug}/settings", typed).status_code == 302
    assert "Lesson 1" in signed_in(player_in(club)).get(f"/clubs/{club.slug}").content.decode()
    assert "Lesson 1" not in Client().get(f"/clubs/{club.slug}").content.decode()
    assert "is_lesson" not in signed_in(teacher).get("/studies/new").content.decode()


def by_key(account: Account) -> APIClient:
    client = APIClient()
    client.force_authenticate(account)
    return client


def test_a_program_writes_a_study(owner: Account) -> None:
    api: Any = by_key(owner)
    made = api.post("/api/v1/studies", {"title": "By program", "rules": "zertz-37"}, format="json")
    assert made.status_code == 201, made.json()
    address = f"/api/v1/studies/{made.json()['slug']}"
    assert api.post(f"{address}/chapters", {"text": TEXT}, format="json").json() == {"numbers": [2]}
    turns = api.post(f"{address}/chapters/2/turns", {"after": 3, "turns": "d2"}, format="json")
    assert turns.json() == {"number": 6, "added": 1}
    said = {"comment": "good", "sign": "!", "marks": ["Gd4"]}
    assert api.patch(f"{address}/chapters/2/turns/6", said, format="json").status_code == 204
    assert api.post(f"{address}/chapters/2/turns/4/promote").status_code == 204
    assert api.patch(f"{address}/chapters/2", {"name": "Rims", "place": 1}, format="json").status_code == 204
    assert api.delete(f"{address}/chapters/1").status_code == 204
    told = api.get(address).json()
    (chapter,) = told["parts"]
    assert (told["owner"], chapter["name"]) == ({"id": owner.person_id, "name": "Olga"}, "Rims")
    assert [turn["token"] for turn in chapter["turns"]] == ["", "c2", "c6", "g2", "b3", "f2", "d2"]
    assert chapter["turns"][-1] == {"number": 6, "after": 3, "token": "d2", **said}
    text = api.get(address, HTTP_ACCEPT="text/plain").content.decode()
    assert read_study(text).chapters[0].turns[1].token == "c2"
    assert api.post(f"{address}/copy").status_code == 201
    assert [row["title"] for row in api.get("/api/v1/studies?of=mine").json()["results"]] == ["By program"] * 2
    assert api.delete(address).status_code == 204
    assert api.get(address).status_code == 404


def test_the_api_refuses_illegal_turns_and_older_versions(owner: Account, study: Study) -> None:
    api: Any = by_key(owner)
    address = f"/api/v1/studies/{study.slug}/chapters/1"
    refused = api.post(f"{address}/turns", {"after": 0, "turns": "d4"}, format="json")
    assert (refused.status_code, list(refused.json()["fields"])) == (400, ["turns"])
    api.patch(f"{address}/turns/1", {"comment": "first", "version": 1}, format="json")
    late = api.patch(f"{address}/turns/1", {"comment": "late", "version": 1}, format="json")
    assert (late.status_code, late.json()["code"]) == (409, "stale")
    other: Any = by_key(AccountFactory(person=PersonFactory()))
    assert other.patch(f"{address}/turns/1", {"comment": "mine"}, format="json").status_code == 403

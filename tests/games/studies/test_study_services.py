"""Studies as rows: what is stored, who may do what, and what two who are at one study do to each other."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction
from pytest import Subtests

from common.journal import queries as journal_queries
from common.journal import services as journal
from common.journal.models import JournalEntry, Scope
from common.journal.services import Stale
from games.fair_play import FairPlayRefused
from games.models import Study, StudyChapter, StudyTurn
from games.records.services.submit_record import submit_record
from games.studies.access import StudyRefused, find_study
from games.studies.queries import club_studies, lessons_of, own_studies, public_studies, studies_of_game
from games.studies.services import studies as study_services
from games.studies.services.chapters import add_chapters, edit_chapter, remove_chapter
from games.studies.services.studies import copy_study, create_study, delete_study, edit_study
from games.studies.services.turns import annotate_turn, play_turns, promote_turn, remove_turns
from games.studies.sources import new_chapter, read_source, read_text
from games.studies.stored import tree_of, written_study
from gipf_engine.studies.chapter import BadStudy
from gipf_engine.studies.text import write_study
from players.erasure.services import erase_person
from players.models import Account, Club
from players.people.services.merging import merge_persons
from players.permissions import NotAllowed
from players.roles import Role
from testing.factories import (
    AccountFactory,
    ClubFactory,
    GameFactory,
    PersonFactory,
    administrator,
    holder_of,
    player_in,
    seated,
)
from testing.play.online import begin, play, reference_turns, two_accounts

pytestmark = [pytest.mark.django_db, pytest.mark.core]

TEXT = '[Game "gipf"]\n[Rules "basic"]\n\n1. g2 {edge} (1. c2 c6) b3 2. f2 *\n'


@pytest.fixture
def other() -> Account:
    return AccountFactory(person=PersonFactory(name="Otto"))


@pytest.fixture
def study(owner: Account) -> Study:
    return create_study(owner, "Edges", read_text(TEXT).chapters)


def tokens(study: Study, chapter: int = 1) -> list[tuple[int, int | None, str]]:
    """Number, parent and token of each turn, in the order in which they are read."""
    tree = tree_of(study.chapters.get(number=chapter))
    return [(turn.number, turn.parent, turn.token) for turn in tree.turns]


def version(study: Study) -> int:
    return journal_queries.version(study.scope)


def test_a_study_is_stored_with_its_turns_and_an_address_that_is_not_guessed(owner: Account, study: Study) -> None:
    assert tokens(study) == [(0, None, ""), (1, 0, "g2"), (2, 1, "b3"), (3, 2, "f2"), (4, 0, "c2"), (5, 4, "c6")]
    assert study.chapters.get().turns.get(number=1).comment == "edge"
    assert (study.visibility, study.owner) == ("private", owner.person)
    assert len(study.slug) == 16
    assert create_study(owner, "Edges", read_text(TEXT).chapters).slug != study.slug
    entries = JournalEntry.objects.filter(scope__key=study.scope)
    assert [(entry.action, entry.actor, entry.data) for entry in entries] == [("create-study", owner.pk, {})]


def test_turns_that_are_played_become_lines_and_variations(owner: Account, study: Study) -> None:
    done = play_turns(study.slug, owner, 1, 1, "b3 2. f2 d2", expect=version(study))
    assert (done.number, done.added) == (6, 1), "b3 and f2 were there"
    assert play_turns(study.slug, owner, 1, 1, "d2", expect=version(study)).number == 7
    assert tokens(study) == [
        (0, None, ""),
        (1, 0, "g2"),
        (2, 1, "b3"),
        (3, 2, "f2"),
        (6, 3, "d2"),
        (7, 1, "d2"),
        (4, 0, "c2"),
        (5, 4, "c6"),
    ]


def test_an_illegal_turn_is_refused_and_nothing_of_its_line_is_kept(owner: Account, study: Study) -> None:
    before = version(study), tokens(study)
    for text in ("d2 d4", "nonsense", "", "d2 {a comment}", "(d2)"):
        with pytest.raises(StudyRefused):
            play_turns(study.slug, owner, 1, 1, text, expect=version(study))
    assert (version(study), tokens(study)) == before


def test_the_main_line_is_led_elsewhere_and_turns_are_removed_with_all_that_follow(
    owner: Account, study: Study
) -> None:
    promote_turn(study.slug, owner, 1, 5, expect=version(study))
    assert [token for _number, _parent, token in tokens(study)] == ["", "c2", "c6", "g2", "b3", "f2"]
    assert remove_turns(study.slug, owner, 1, 2, expect=version(study)) == 1
    assert [token for _number, _parent, token in tokens(study)] == ["", "c2", "c6", "g2"]
    with pytest.raises(StudyRefused):
        remove_turns(study.slug, owner, 1, 0, expect=version(study))


def test_what_is_said_of_a_position(owner: Account, study: Study, subtests: Subtests) -> None:
    annotate_turn(study.slug, owner, 1, 1, comment=" a }\r\nb ", sign="!?", marks=["Rd4-e5", "Gd4"], expect=None)
    turn = StudyTurn.objects.get(chapter__study=study, number=1)
    assert (turn.comment, turn.sign, turn.marks) == ("a }\nb", "!?", ["Gd4", "Rd4-e5"])
    annotate_turn(study.slug, owner, 1, 1, sign="", expect=None)
    turn.refresh_from_db()
    assert (turn.comment, turn.sign) == ("a }\nb", "")
    for wrong in ({"sign": "??!"}, {"marks": ["Gz9"]}, {"marks": ["<script>"]}, {"comment": "x" * 4001}):
        with subtests.test(str(wrong)[:30]), pytest.raises(BadStudy):
            annotate_turn(study.slug, owner, 1, 1, **wrong, expect=None)


def test_edits_of_different_turns_go_together_and_of_one_turn_the_later_is_refused(
    owner: Account, study: Study
) -> None:
    seen = version(study)
    annotate_turn(study.slug, owner, 1, 1, comment="first", expect=seen)
    annotate_turn(study.slug, owner, 1, 2, comment="beside", expect=seen)
    play_turns(study.slug, owner, 1, 3, "d2", expect=seen)
    edit_study(study.slug, owner, title="Rims", visibility="private", expect=seen)
    with pytest.raises(Stale):
        annotate_turn(study.slug, owner, 1, 1, comment="second", expect=seen)
    with pytest.raises(Stale):
        edit_study(study.slug, owner, title="Others", visibility="private", expect=seen)
    assert StudyTurn.objects.get(chapter__study=study, number=1).comment == "first"
    assert StudyTurn.objects.get(chapter__study=study, number=2).comment == "beside"


def test_what_stands_on_removed_turns_is_refused(owner: Account, study: Study) -> None:
    seen = version(study)
    remove_turns(study.slug, owner, 1, 2, expect=seen)
    with pytest.raises(StudyRefused, match="removed meanwhile"):
        play_turns(study.slug, owner, 1, 3, "d2", expect=seen)
    with pytest.raises(Stale):
        annotate_turn(study.slug, owner, 1, 1, comment="late", expect=seen)
    with pytest.raises(Stale):
        play_turns(study.slug, owner, 1, 1, "d2", expect=seen)


def test_chapters_are_added_named_moved_and_removed(owner: Account, study: Study) -> None:
    assert add_chapters(study.slug, owner, [new_chapter("lyngk-main"), new_chapter("zertz-37")]) == [2, 3]
    edit_chapter(study.slug, owner, 3, name="  Rings ", place=1, expect=version(study))
    assert list(study.chapters.order_by("place").values_list("number", "name")) == [(3, "Rings"), (1, ""), (2, "")]
    remove_chapter(study.slug, owner, 1, expect=version(study))
    remove_chapter(study.slug, owner, 2, expect=version(study))
    with pytest.raises(StudyRefused, match="at least one chapter"):
        remove_chapter(study.slug, owner, 3, expect=version(study))
    assert StudyTurn.objects.filter(chapter__study=study).count() == 1


def test_limits_of_studies_and_chapters(owner: Account, study: Study, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(study_services, "MOST_STUDIES", 1)
    with pytest.raises(StudyRefused, match="delete one first"):
        create_study(owner, "Another", read_text(TEXT).chapters)
    chapters = read_text(TEXT).chapters * 32
    with pytest.raises(BadStudy, match="at most 32 chapters"):
        add_chapters(study.slug, owner, chapters)
    assert study.chapters.count() == 1


@pytest.mark.parametrize("kind", ["private", "link", "club", "public"])
def test_who_may_read_and_find_a_study(owner: Account, other: Account, club: Club, kind: str) -> None:
    assert owner.person is not None
    member = player_in(club)
    owner = player_in(club)
    study = create_study(owner, "Edges", read_text(TEXT).chapters)
    edit_study(study.slug, owner, title="Edges", visibility=kind, club=club if kind == "club" else None)
    readers = {"owner": owner, "member": member, "other": other, "visitor": None}

    def reads(who: str) -> bool:
        try:
            return find_study(study.slug, readers[who]) == study
        except Study.DoesNotExist:
            return False

    may = {"private": {"owner"}, "club": {"owner", "member"}}.get(kind, set(readers))
    assert {who for who in readers if reads(who)} == may
    assert (study in public_studies()) is (kind == "public")
    assert (study in club_studies(member)) is (kind == "club")
    assert study in own_studies(owner)
    assert study not in own_studies(member)


def test_only_the_owner_changes_it_and_others_copy_what_they_may_read(
    owner: Account, other: Account, study: Study
) -> None:
    with pytest.raises(Study.DoesNotExist):
        copy_study(study.slug, other)
    edit_study(study.slug, owner, title="Edges", visibility="public")
    for change in (
        lambda: edit_study(study.slug, other, title="Mine", visibility="public"),
        lambda: play_turns(study.slug, other, 1, 0, "d2", expect=None),
        lambda: annotate_turn(study.slug, other, 1, 0, comment="mine", expect=None),
        lambda: promote_turn(study.slug, other, 1, 4, expect=None),
        lambda: remove_turns(study.slug, other, 1, 4, expect=None),
        lambda: add_chapters(study.slug, other, read_text(TEXT).chapters),
        lambda: edit_chapter(study.slug, other, 1, name="mine", expect=None),
        lambda: remove_chapter(study.slug, other, 1, expect=None),
        lambda: delete_study(study.slug, other),
    ):
        with pytest.raises(NotAllowed):
            change()
    copied = copy_study(study.slug, other)
    assert write_study(written_study(copied)) == write_study(written_study(study))
    assert (copied.owner, copied.visibility) == (other.person, "private")


def test_lessons_are_marked_by_who_edits_the_club(club: Club, other: Account) -> None:
    member, organiser = player_in(club), holder_of(Role.ORGANISER, club.scope, player_in(club))
    study = create_study(member, "Lesson 1", read_text(TEXT).chapters)
    with pytest.raises(NotAllowed):
        edit_study(study.slug, member, title="Lesson 1", visibility="club", club=club, is_lesson=True)
    with pytest.raises(StudyRefused, match="member of"):
        edit_study(study.slug, member, title="Lesson 1", visibility="club", club=ClubFactory())
    study = create_study(organiser, "Lesson 1", read_text(TEXT).chapters)
    with pytest.raises(StudyRefused, match="for the club or for everyone"):
        edit_study(study.slug, organiser, title="Lesson 1", visibility="link", club=club, is_lesson=True)
    edit_study(study.slug, organiser, title="Lesson 1", visibility="club", club=club, is_lesson=True)
    assert [line.title for line in lessons_of(club, member)] == ["Lesson 1"]
    assert lessons_of(club, other) == lessons_of(club, None) == []
    edit_study(study.slug, organiser, title="Lesson 1", visibility="public", club=club, is_lesson=True)
    assert [line.title for line in lessons_of(club, None)] == ["Lesson 1"]


def test_the_annotations_of_a_record_are_a_study_of_it(owner: Account, other: Account, club: Club) -> None:
    game = GameFactory(club=club)
    with pytest.raises(StudyRefused, match="no record yet"):
        read_source({"game": game.pk})
    notes = '[Game "gipf"]\n[Rules "basic"]\n[Result "1-0"]\n[Termination "resigned"]\n\n1. g2! {good} (1. c2) b3 1-0\n'
    submit_record(game.pk, seated(game, "white"), notes)
    source = read_source({"game": game.pk})
    study = create_study(owner, "Notes", source.chapters, game=source.game)
    assert tokens(study) == [(0, None, ""), (1, 0, "g2"), (2, 1, "b3"), (3, 0, "c2")]
    said = study.chapters.get().turns.get(number=1)
    assert (said.sign, said.comment) == ("!", "good")
    assert [line.slug for line in studies_of_game(game, owner)] == [study.slug]
    assert studies_of_game(game, other) == []
    edit_study(study.slug, owner, title="Notes", visibility="public")
    assert [line.slug for line in studies_of_game(game, None)] == [study.slug]


def test_a_merged_person_keeps_the_studies_of_both_records(owner: Account, study: Study) -> None:
    assert owner.person is not None
    kept = PersonFactory(name="Olga Neu")
    merge_persons(actor=administrator(), kept_id=kept.pk, gone_id=owner.person.pk)
    owner.refresh_from_db()
    assert study in own_studies(owner)
    edit_study(study.slug, owner, title="Still mine", visibility="private")


def test_an_erased_person_leaves_no_study_and_none_of_its_acts(owner: Account, study: Study) -> None:
    assert owner.person is not None
    erase_person(actor=administrator(), person_id=owner.person.pk)
    assert not Study.objects.exists()
    assert not StudyChapter.objects.exists()
    assert not Scope.objects.filter(key=study.scope).exists()


def test_a_study_that_is_deleted_is_gone(owner: Account, study: Study) -> None:
    delete_study(study.slug, owner)
    assert not StudyTurn.objects.exists()
    assert not JournalEntry.objects.filter(action="create-study").exists()
    with pytest.raises(Study.DoesNotExist):
        play_turns(study.slug, owner, 1, 0, "d2", expect=None)


def test_players_open_no_position_of_their_running_game(other: Account) -> None:
    journal.open_scope(journal.SERVER)
    white, black = two_accounts()
    game = begin(white, black, control="7days+14")
    line = reference_turns(white, black)[:9]
    play(game, *line[:8])
    turns = " ".join(token for _account, token in line)
    chapters = read_text(f'[Game "gipf"]\n[Rules "basic"]\n\n{turns} *\n').chapters
    with pytest.raises(FairPlayRefused):
        create_study(white, "My game", chapters)
    study = create_study(other, "A game", chapters)
    edit_study(study.slug, other, title="A game", visibility="public")
    with pytest.raises(FairPlayRefused):
        copy_study(study.slug, black)
    own = create_study(white, "The start", [new_chapter("gipf-basic")])
    with pytest.raises(FairPlayRefused):
        play_turns(own.slug, white, 1, 0, turns, expect=None)
    assert tokens(own) == [(0, None, "")]


@pytest.mark.postgresql
def test_the_database_refuses_what_services_never_write(owner: Account, study: Study, subtests: Subtests) -> None:
    row = study.chapters.get()
    wrongs = {
        "a turn without a parent": {"number": 9, "parent": None, "token": "d2"},
        "a parent that comes later": {"number": 9, "parent": 12, "token": "d2"},
        "twice after one": {"number": 9, "parent": 0, "token": "g2"},
        "a sign": {"number": 9, "parent": 0, "token": "d2", "sign": "x"},
    }
    for name, wrong in wrongs.items():
        with subtests.test(name), pytest.raises(IntegrityError), transaction.atomic():
            StudyTurn.objects.create(chapter=row, **wrong)
    for name, change in {"club": {"visibility": "club"}, "lesson": {"is_lesson": True}}.items():
        with subtests.test(name), pytest.raises(IntegrityError), transaction.atomic():
            Study.objects.filter(pk=study.pk).update(**change)

"""Searches find people."""

from datetime import date

import pytest
from pytest_django import DjangoAssertNumQueries

from players.models import Club, Person
from players.people.queries import search
from players.people.queries.search import choices, first_matching, has_words, matching, more_match
from testing.factories import ClubFactory, MembershipFactory, PersonFactory

pytestmark = pytest.mark.postgresql


def found(text: str) -> list[str]:
    return sorted(matching(text).values_list("name", flat=True))


def test_every_word_counts_and_case_accents_and_order_do_not(db: None) -> None:
    for name in ("Anna Müller", "Annabel Moll", "Bert Muller"):
        PersonFactory(name=name)
    assert found("MULLER") == ["Anna Müller", "Bert Muller"]
    assert found("müll ann") == ["Anna Müller"]
    assert found("ann") == ["Anna Müller", "Annabel Moll"]
    assert found("") == found("  ") == found("zz") == []


def test_persian_names_are_found_with_either_letters(db: None) -> None:
    PersonFactory(name="علی‌رضا کریمی")
    assert found("كريمي") == found("علیرضا") == ["علی‌رضا کریمی"]


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("Søren Kjær", "soren kjaer"),
        ("Łukasz Żak", "lukasz zak"),
        ("Maeve O’Neill", "o'neill"),
        ("Maeve O’Neill", "oneill"),
        ("山田 太郎", "山田太郎"),
        ("山田太郎", "太郎 山田"),
        ("김 철수", "김철수"),
    ],
)
def test_a_name_is_found_without_the_letters_and_signs_of_its_language(db: None, name: str, typed: str) -> None:
    PersonFactory(name=name)
    assert found(typed) == [name]


@pytest.mark.parametrize("text", ["%", "_", "\\", '"'])
def test_signs_with_a_meaning_to_the_database_are_only_signs(db: None, text: str) -> None:
    PersonFactory(name="Anna Meyer")
    assert found(text) == []


def test_a_merged_record_is_found_by_its_own_name_as_the_person_it_is(db: None) -> None:
    kept = PersonFactory(name="Wilhelmina Quist")
    PersonFactory(name="Mina Qvist", merged_into=kept)
    assert [choice.id for choice in choices("qvist")] == [kept.pk]
    assert [choice.name for choice in choices("mina")] == ["Wilhelmina Quist"]


def test_a_pick_list_shows_members_first_and_what_tells_namesakes_apart(
    club: Club, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    other = ClubFactory(name="Delft")
    abroad = PersonFactory(name="Anna Meyer", country="DE", member_of=other)
    here = PersonFactory(name="Anna Meyer", country="NL", member_of=club)
    MembershipFactory(person=here, club=other)
    MembershipFactory(person=here, club=ClubFactory(), since=date(2000, 1, 1), until=date(2001, 1, 1))
    nowhere = PersonFactory(name="Johanna Meyer")
    with django_assert_num_queries(3):
        rows = choices("anna", club=club)
    assert [(row.id, row.country, row.clubs, row.is_member, row.rating) for row in rows] == [
        (here.pk, "NL", ("Rotterdam GIPF Club", "Delft"), True, None),
        (abroad.pk, "DE", ("Delft",), False, None),
        (nowhere.pk, "", (), False, None),
    ]


def test_a_pick_list_is_short_and_can_leave_people_out(club: Club) -> None:
    people = [PersonFactory(name=f"Anna {letter}", member_of=club) for letter in "ABCDEFGHIJKLMNOP"]
    assert [row.id for row in choices("anna", club=club, limit=3)] == [person.pk for person in people[:3]]
    assert [row.id for row in choices("anna", limit=2, without=[people[0].pk])] == [people[1].pk, people[2].pk]


def test_a_member_by_a_merged_record_is_a_member(club: Club) -> None:
    kept = PersonFactory(name="Anna")
    PersonFactory(name="A.", merged_into=kept, member_of=club)
    assert [(row.id, row.clubs, row.is_member) for row in choices("anna", club=club)] == [(kept.pk, (club.name,), True)]
    assert Person.objects.count() == 2


def test_of_many_who_match_the_first_by_name_are_found_and_members_and_beginnings_are_still_picked(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "MOST_MATCHED", 2)
    names = ("Anna Berg", "Bea Bergen", "Cas Bergman", "Bergit Zand", "Zoe Berg")
    people = {name: PersonFactory(name=name) for name in names}
    MembershipFactory(person=people["Zoe Berg"], club=club)
    assert [person.name for person in first_matching("berg").order_by("folded")] == ["Anna Berg", "Bea Bergen"]
    assert more_match("berg") and not more_match("bergi") and len(matching("berg")) == 5
    assert [row.name for row in choices("berg", club=club)] == ["Zoe Berg", "Bergit Zand", "Anna Berg", "Bea Bergen"]
    assert [row.name for row in choices("berg", without=[people["Anna Berg"].pk])] == ["Bergit Zand", "Bea Bergen"]


def test_a_condition_on_names_holds_for_those_who_match_and_no_others(db: None) -> None:
    kept = PersonFactory(name="Wilhelmina Quist")
    PersonFactory(name="Mina Qvist", merged_into=kept)
    PersonFactory(name="Bert")
    for text in ("qvist", "quist", "mina", "wilhelmina qvist", "bert", "", "zz"):
        condition = Person.objects.filter(has_words(text), merged_into=None)
        assert set(condition) == set(matching(text)), text

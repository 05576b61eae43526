"""Columns that raise no question: fees, numbers of members, weeks, categories, provinces."""

from __future__ import annotations

import pytest
from pytest import Subtests

from testing.tournaments.player_lists import read_with_column

MONEY = ("€ 62,50", "62.50 €", "CHF 20.–", "1 500 Ft", "200 Kč", "1,500円", "۲۰۰ تومان", "kr 150")
FEES: tuple[str, ...] = (
    "Contributie",
    "Mitgliedsbeitrag",
    "Cotisation",
    "Quota sociale",
    "Cuota",
    "会費",
    "Składka",
    "Příspěvek",
    "Tagdíj",
)
FEES += ("Aidat", "حق عضویت", "الاشتراك", "会费", "회비", "Mensalidade", "Subscription")


def test_sums_of_money_are_no_clubs_whatever_their_head(subtests: Subtests) -> None:
    for cell in MONEY:
        with subtests.test(cell):
            found = read_with_column("Xyzzy", cell, cell, "€ 5", cell, cell)
            assert [column.head for column in found.unused] == ["Xyzzy"]
            assert not found.questions
    assert [question.key for question in read_with_column("Xyzzy", *["Leeds", "Selby"] * 2, "Leeds").questions] == [
        "column-3"
    ]


def test_a_head_of_fees_is_that_of_no_club_in_many_languages(subtests: Subtests) -> None:
    for head in FEES:
        with subtests.test(head):
            found = read_with_column(head, "junior rate", "Full rate", "Full rate", "Full rate", "Junior rate")
            assert [column.head for column in found.unused] == [head]
            assert not found.questions


@pytest.mark.parametrize("head", ["Mgl.-Nr.", "Mitgliedsnummer", "Lidnr.", "Nr członkowski", "Member no.", "会員番号"])
def test_numbers_of_members_are_no_ratings(head: str) -> None:
    found = read_with_column(head, "1003", "1068", "1029", "1083", "1044")
    assert [column.head for column in found.unused] == [head]
    assert not found.questions
    assert read_with_column("Xyzzy", "1003", "1068", "1029", "1083", "1044").questions


def test_years_and_weeks_of_evaluations_are_no_ratings() -> None:
    weeks = ("2024/47", "2019/12", "2022/40", "2025/09", "2016/50")
    for head in ("letzte Ausw.", "Xyzzy"):
        found = read_with_column(head, *weeks)
        assert [column.head for column in found.unused] == [head]
        assert not found.questions


def test_categories_are_unused_and_asked_about_where_one_may_be_a_title() -> None:
    numbered = read_with_column("Cat.", "1N", "2N", "NC", "3N", "1N")
    assert [column.head for column in numbered.unused] == ["Cat."] and not numbered.questions
    assert [question.key for question in read_with_column("Cat.", "1N", "2N", "CM", "3N", "1N").open_questions] == [
        "column-3"
    ]


@pytest.mark.parametrize("head", ["استان", "Provincia", "Bundesland", "都道府県", "省份", "Kanton"])
def test_a_province_is_no_club(head: str) -> None:
    found = read_with_column(head, "Tehran", "Tehran", "Alborz", "Qom", "Alborz")
    assert [column.head for column in found.unused] == [head]
    assert not any(player.club for player in found.players) and not found.questions

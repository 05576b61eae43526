"""Whole names are found in every form that people write; single words of them only where somebody asks for words."""

from __future__ import annotations

import pytest

from players.erasure.scrubbing import Excerpt, NameFinder, Span, decompose, excerpt, replace_spans

NAME = ["Anna de Meyer"]


def without_names(text: str, names: list[str]) -> str:
    """The text with P in the place of each whole name."""
    found = decompose(text)
    return replace_spans(found, NameFinder(names).wholes(found), "P")


def words(text: str, names: list[str]) -> list[str]:
    """The single words of the names in the text."""
    found = decompose(text)
    return [found[span.start : span.end] for span in NameFinder(names).words(found)]


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("Anna de Meyer left early", "P left early"),
        ("ANNA  DE\nMEYER left", "P left"),
        ("meyer, de anna", "P"),
        ("de Meyer, Anna won", "P won"),
        ("Meyer,Anna de", "P"),
        ("anna_de_meyer.txt", "P.txt"),
        ("/people/anna-de-meyer", "/people/P"),
        ("an\u00adna de mey\u200ber", "P"),
        ("Anna was ill; so was Meyer.", "Anna was ill; so was Meyer."),
        ("Anna. De Meyer", "Anna. De Meyer"),
        ("Annabel de Meyer won", "Annabel de Meyer won"),
        ("Anna de Meyers won", "Anna de Meyers won"),
        ("", ""),
    ],
)
def test_a_whole_name_goes_in_every_form_and_nothing_else_does(text: str, clean: str) -> None:
    assert without_names(text, NAME) == clean


def test_single_words_are_found_apart_from_whole_names() -> None:
    assert words("Anna de Meyer beat Meyer, so Anna smiled; Annabel de facto not", NAME) == ["Meyer", "Anna"]
    assert words("winter league in the Winter", ["Anna Winter"]) == ["winter", "Winter"]
    assert without_names("Winter League", ["Anna Winter", "League of Leagues"]) == "Winter League"


def test_accents_typed_apart_are_seen_and_other_texts_stay() -> None:
    assert without_names("Jose\u0301 Li won", ["José Li"]) == "P won"
    assert without_names("caf\u00e9", ["José Li"]) == "caf\u00e9"


@pytest.mark.parametrize("name", ["Zoë Müller-Strauß", "zoe Muller-Strauß"])
def test_accents_make_no_difference(name: str) -> None:
    for text in ("Zoe Muller-Strauß", "ZOË MÜLLER-STRAUß", "Mu\u0308ller-Strauß, Zoe\u0308"):
        assert without_names(f"{text} won", [name]) == "P won"
    assert words("Zoën and zoeé stay", [name]) == []


def test_persian_names_go_in_both_forms_of_their_letters() -> None:
    for text in ("علی کریمی", "علي كريمي", "کریمی\u200c، علی"):
        assert without_names(f"{text} برد", ["علی کریمی"]) == "P برد"


def test_a_voiced_kana_is_another_letter() -> None:
    assert without_names("かな", ["がな"]) == "かな"
    assert without_names("がな", ["かな"]) == "がな"
    assert without_names("なが", ["なか"]) == "なが"
    assert without_names("김각", ["김가"]) == "김각"


def test_names_without_spaces_between_words_go_from_the_middle_of_a_sentence() -> None:
    assert without_names("昨日山田太郎が勝った", ["山田太郎"]) == "昨日Pが勝った"
    assert without_names("昨日山田太郎が勝った", ["山田 太郎"]) == "昨日Pが勝った"
    assert without_names("昨日山田が勝った", ["山田 太郎"]) == "昨日山田が勝った"
    assert words("昨日山田が勝った", ["山田 太郎"]) == ["山田"]


def test_several_names_go_and_characters_with_a_meaning_are_only_characters() -> None:
    text = decompose("a+b wrote to x.y@example.org")
    spans = NameFinder(["a+b", "x.y@example.org"]).wholes(text)
    assert replace_spans(text, spans, r"\1") == r"\1 wrote to \1"


def test_an_excerpt_says_where_it_was_cut() -> None:
    text = "x" * 50 + " Anna " + "y" * 50
    assert excerpt(text, Span(51, 55)) == Excerpt("…" + "x" * 39 + " ", "Anna", " " + "y" * 39 + "…")
    assert excerpt("Anna won", Span(0, 4)) == Excerpt("", "Anna", " won")


def test_no_text_and_no_name_make_the_search_long() -> None:
    """Doubling the text doubles the work: what would be squared or worse does not end here."""
    assert len(NameFinder([" ".join("a" * 40)]).wholes("a " * 60_000 + "b")) == 1500
    assert NameFinder([" ".join("a" * 39) + " c"]).wholes("a " * 60_000 + "b") == []
    assert NameFinder(["aaa bbb"]).wholes(("aaa" + " " * 1000) * 200) == []

import pytest

from players.scrubbing import scrubbed

NAME = ["Anna de Meyer"]


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("Anna de Meyer left early", "P left early"),
        ("ANNA  DE\nMEYER left", "P left"),
        ("meyer, de anna", "P"),
        ("Anna was ill; so was Meyer.", "P was ill; so was P."),
        ("Annabel Meyers won", "Annabel Meyers won"),
        ("anna_de_meyer.txt", "P_de_P.txt"),
        ("the de-facto winner", "the de-facto winner"),
        ("", ""),
    ],
)
def test_a_name_goes_in_every_form(text: str, clean: str) -> None:
    assert scrubbed(text, NAME, "P") == clean


def test_accents_typed_apart_are_seen_and_other_texts_stay_byte_for_byte() -> None:
    assert scrubbed("Jose\u0301 won", ["José Li"], "P") == "P won"
    assert scrubbed("cafe\u0301", ["José Li"], "P") == "cafe\u0301"


def test_names_without_spaces_between_words_go_from_the_middle_of_a_sentence() -> None:
    assert scrubbed("昨日山田太郎が勝った", ["山田太郎"], "P") == "昨日Pが勝った"
    assert scrubbed("昨日山田が勝った", ["山田 太郎"], "P") == "昨日Pが勝った"


def test_several_names_go_and_characters_with_a_meaning_are_only_characters() -> None:
    assert scrubbed("a+b wrote to x.y@example.org", ["a+b", "x.y@example.org"], r"\1") == r"\1 wrote to \1"

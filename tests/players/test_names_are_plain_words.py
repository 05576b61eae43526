import pytest
from hypothesis import given
from hypothesis import strategies as st

from players.names import LONGEST, NotAName, clean_name, folded


@pytest.mark.parametrize(
    "name",
    [
        "Kris Burm",
        "'t Hooft",
        "“Tiger” Li",
        "José Ángel",
        "山田 太郎",
        "علی‌رضا رضایی",
        "O'Neill-Smith",
        "4F7A",
        "Kim (jr.)",
    ],
)
def test_names_of_every_script_stay_as_they_are(name: str) -> None:
    assert clean_name(name) == name


def test_white_space_is_made_single_and_letters_are_composed() -> None:
    assert clean_name("  Jose\u0301\t\n Pe\u0301rez ") == "José Pérez"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "A name is needed."),
        (" \t\n", "A name is needed."),
        ("x" * 81, "The name is longer than 80 characters."),
        ("<script>alert(1)</script>", "The name holds characters that no name has, such as < or >."),
        ("Anna <b>", "The name holds characters that no name has, such as < or >."),
        ("Anna\u202eakirE", "The name holds characters that no name has, such as < or >."),
        ("An\x00na", "The name holds characters that no name has, such as < or >."),
        ("Anna\u200b", "The name holds characters that no name has, such as < or >."),
        ('=HYPERLINK("http://x")', "A name begins with a letter or a digit."),
        ("+Anna", "A name begins with a letter or a digit."),
        ("-Anna", "A name begins with a letter or a digit."),
        ("@Anna", "A name begins with a letter or a digit."),
        ("|Anna", "A name begins with a letter or a digit."),
        ("''", "A name begins with a letter or a digit."),
    ],
)
def test_what_is_no_name_is_refused_with_a_reason(text: str, why: str) -> None:
    with pytest.raises(NotAName) as refused:
        clean_name(text)
    assert str(refused.value.phrase) == why


@given(st.text(max_size=100))
def test_a_cleaned_name_stays_as_it_is_and_is_no_formula(text: str) -> None:
    try:
        name = clean_name(text)
    except NotAName:
        return
    assert clean_name(name) == name
    assert 0 < len(name) <= LONGEST
    assert name[0] not in "=+-@\t\r" and not set(name) & set("<>")


@pytest.mark.parametrize(
    ("name", "same"),
    [
        ("Müller", "MULLER"),
        ("Straße", "strasse"),
        ("Łukasz  Żak", "łukasz zak"),
        ("علي‌رضا", "علیرضا"),
        ("كريم", "کریم"),
        ("Ｋｒｉｓ", "kris"),
    ],
)
def test_a_search_finds_a_name_however_it_is_typed(name: str, same: str) -> None:
    assert folded(name) == folded(same)

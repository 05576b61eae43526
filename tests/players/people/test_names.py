"""Names are plain words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from players.names import LONGEST, NotAName, clean_name, normalize_name

BLANKS = ("\u115f", "\u1160", "\u3164", "\uffa0", "\u034f", "\u17b4", "\u2060", "\u2800", "\U0001d159", "\U000e0041")
"""Characters that are drawn as nothing: letters, marks and symbols among them."""
INVISIBLE = "The name contains characters not allowed in names, such as < or >."


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
        "葛\U000e0100城 一郎",
        "क्\u200dष",
        "김 철수",
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
        ("<script>alert(1)</script>", "The name contains characters not allowed in names, such as < or >."),
        ("Anna <b>", "The name contains characters not allowed in names, such as < or >."),
        ("Anna\u202eakirE", "The name contains characters not allowed in names, such as < or >."),
        ("An\x00na", "The name contains characters not allowed in names, such as < or >."),
        *((blank, INVISIBLE) for blank in BLANKS),
        *((f"Anna{blank}", INVISIBLE) for blank in BLANKS),
        ("Anna\u200b", "The name contains characters not allowed in names, such as < or >."),
        ('=HYPERLINK("http://x")', "A name must start with a letter or a digit."),
        ("+Anna", "A name must start with a letter or a digit."),
        ("-Anna", "A name must start with a letter or a digit."),
        ("@Anna", "A name must start with a letter or a digit."),
        ("|Anna", "A name must start with a letter or a digit."),
        ("''", "A name must start with a letter or a digit."),
    ],
)
def test_what_is_no_name_is_refused_with_a_reason(text: str, why: str) -> None:
    with pytest.raises(NotAName) as refused:
        clean_name(text)
    assert str(refused.value.message) == why


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("An\u200cna", "Anna"),
        ("Anna\u200d", "Anna"),
        ("علی\u200c رضا\u200c", "علی رضا"),
        ("علی\u200c\u200cرضا", "علی\u200cرضا"),
        ("Anna\ufe0f", "Anna"),
        ("Kings \u265f\ufe0f Club", "Kings \u265f\ufe0f Club"),
        ("\u304d\U000e0100", "\u304d"),
    ],
)
def test_joiners_and_selectors_that_change_nothing_are_dropped(text: str, name: str) -> None:
    assert clean_name(text) == name


@given(st.text(max_size=100), st.sampled_from([*BLANKS, "\u200c", "\u200d", "\ufe0f", "\U000e0100", "\u00ad"]))
def test_what_is_not_seen_makes_no_other_name(text: str, blank: str) -> None:
    middle = len(text) // 2
    assert normalize_name(text[:middle] + blank + text[middle:]) == normalize_name(text)


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
        ("Łukasz  Żak", "lukasz zak"),
        ("Sørensen", "sorensen"),
        ("Ǿrsted", "orsted"),
        ("Đorđe Þór", "dorde thor"),
        ("Ægir Œuvre", "aegir oeuvre"),
        ("O’Neill", "O'Neill"),
        ("O'Neill", "ONeill"),
        ("d´Arc", "dʼarc"),
        ("山田 太郎", "山田太郎"),
        ("やまだ　たろう", "やまだたろう"),
        ("ジョン・スミス", "ジョン スミス"),
        ("김 철수", "김철수"),
        ("علي‌رضا", "علیرضا"),
        ("كريم", "کریم"),
        ("Ｋｒｉｓ", "kris"),
    ],
)
def test_a_search_finds_a_name_however_it_is_typed(name: str, same: str) -> None:
    assert normalize_name(name) == normalize_name(same)


def test_a_name_has_no_stack_of_marks() -> None:
    assert clean_name("Nguyễn Văn Thiệu") and clean_name("דָּוִד")
    with pytest.raises(NotAName, match="too many marks"):
        clean_name("Z" + "\u0301\u0302\u0303\u0304\u0305oe")

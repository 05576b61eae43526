"""Lines that raise no question: payments, gaps beside names, words for no rating."""

from __future__ import annotations

import pytest

from testing.tournaments.player_lists import NAMES, read_text, read_with_column


def test_a_payment_beside_a_player_raises_no_question_and_an_absence_does() -> None:
    for said in ("sur place", "M-Pesa sent", "chèque", "hotově"):
        assert not read_with_column("Xyzzy", "oui", "oui", "oui", said, "oui").questions
    asked = read_with_column("Xyzzy", "oui", "oui", "oui", "withdrawn in May", "oui").open_questions
    assert [question.key for question in asked] == ["state-5"]
    found = read_with_column("Xyzzy", "oui", "oui", "oui", "forfait", "oui")
    assert [line.message.template for line in found.left_out] == ["withdrawn, not a player"]


ROWS = "1;Ada Berg;1512;Leeds;a@x.example;yes\n2;Ben Cole;;York;;yes\n{}3;Cleo Dahl;1477;Leeds;c@x.example;yes\n"
ROWS += "4;Dan Eek;1801;York;d@x.example;\n"


def _bare(line: str) -> dict[str, str]:
    found = read_text("#;Name;Elo;Club;Mail;Paid\n" + ROWS.format(line))
    return {question.key: question.answer for question in found.questions}


def test_a_name_alone_among_players_with_gaps_plays_unless_it_lacks_the_number_that_all_have() -> None:
    assert _bare("5;Eve Fox;;;;\n") == {"line-4": "player"}
    assert _bare(";Eve Fox;;;;\n") == {"line-4": ""}
    below = read_text("#;Name;Elo;Club;Mail;Paid\n" + ROWS.format("") + "\n;Eve Fox;;;;\n")
    assert [(question.key, question.answer) for question in below.questions] == [("line-7", "")]
    apart = read_text("#;Name;Elo;Club;Mail;Paid\n" + ROWS.format("") + "\n5;Eve Fox;;;;\n")
    assert [(question.key, question.answer) for question in apart.questions] == [("line-7", "")]


def test_a_name_alone_in_a_table_without_heads_is_asked_about() -> None:
    found = read_text(ROWS.format("5;Eve Fox;;;;\n"))
    assert [(question.key, question.answer) for question in found.questions] == [("line-3", "")]


def test_a_name_alone_among_players_without_gaps_is_asked_about() -> None:
    full = "".join(f"{at};{name};15{at}0;Leeds;x;yes\n" for at, name in enumerate(NAMES, 1))
    found = read_text(f"#;Name;Elo;Club;Mail;Paid\n{full}6;Gil Hay;;;;\n7;Ida Jay;1400;York;x;yes\n")
    assert [(question.key, question.answer) for question in found.questions] == [("line-7", "")]


def test_such_a_word_with_a_capital_is_a_part_of_the_name() -> None:
    lines = "Ada Berg 1512 Wasa SK\nBen Cole 1634 Wasa SK\nCleo Dahl 1477 SK Lund\n"
    assert read_text(f"{lines}Nils Ek Neu\n").players[-1].name == "Nils Ek Neu"
    assert read_text(f"{lines}Nils Ek Neu Lund\n").players[-1].club == ""


def test_such_a_word_behind_one_word_is_a_part_of_the_name() -> None:
    lines = "Ada Berg 1512 Wasa SK\nBen Cole 1634 Wasa SK\nCleo Dahl 1477 SK Lund\n"
    assert read_text(f"{lines}Nils ny SK Lund\n").players[-1].name == "Nils ny SK Lund"


@pytest.mark.parametrize("word", ["ny", "new", "neu", "nouveau", "nuevo", "novo", "yeni"])
def test_a_word_for_no_rating_may_stand_where_others_have_theirs(word: str) -> None:
    lines = "Ada Berg 1512 Wasa SK\nBen Cole 1634 Wasa SK\nCleo Dahl 1477 SK Lund\n"
    found = read_text(f"{lines}Nils Ek {word} SK Lund\n")
    last = found.players[-1]
    assert (last.name, last.rating, last.club) == ("Nils Ek", None, "SK Lund")
    assert not found.questions
    alone = read_text(f"Ada Berg\nBen Cole\nCleo Dahl\nNils Ek {word} SK Lund\n")
    assert alone.players[-1].club == ""


@pytest.mark.parametrize(
    ("none", "name", "club"), [("新規", "田中 太郎", "青山クラブ"), ("جدید", "سارا کریمی", "باشگاه الوند")]
)
def test_such_a_word_stands_in_other_scripts_too(none: str, name: str, club: str) -> None:
    lines = "".join(f"{name} {rating} {club}\n" for rating in ("1512", "1634", "1477"))
    found = read_text(f"{lines.replace(name, 'Ada Berg', 1)}Ben Cole 1500 {club}\nDan Eek {none} {club}\n")
    assert (found.players[-1].name, found.players[-1].rating, found.players[-1].club) == ("Dan Eek", None, club)


def test_who_does_not_eat_at_the_place_plays() -> None:
    for head, is_asked in (("Vai almoçar no local?", False), ("昼食に参加しますか", False), ("Vai jogar?", True)):
        found = read_with_column(head, "Sim", "Não", "Sim", "Não", "Sim")
        assert [question.key for question in found.open_questions] == ["box-3"] * is_asked

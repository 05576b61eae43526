"""The catalogs' tool: what it finds, keeps, refuses and compiles. Each test has a little house of its own."""

from __future__ import annotations

import gettext
import os
import shutil
from pathlib import Path

import pytest

from gipfel import translations

PYTHON = """
from django.utils.translation import gettext as _, gettext_noop, ngettext, pgettext
def words(count, place):
    gettext_noop("Round robin")
    _("Round %(number)s is "
      "published.") % {"number": 3}
    pgettext("a side of the board", "White")
    _(place)
    return ngettext("one board", "%(count)s boards", count) % {"count": count}
"""
TEMPLATE = """{% translate "Save & go" %} {% include "x.html" with text=_("Nothing yet.") %}
{% blocktranslate count n=total trimmed %}
  {{ n }} game
{% plural %}
  {{ n }} games
{% endblocktranslate %}{{ kind|default:_("plain") }} {% translate "Open" context "a state" %}
"""


@pytest.fixture
def house(tmp_path: Path) -> Path:
    for room in translations.ROOMS:
        (tmp_path / room).mkdir()
    (tmp_path / "templates").mkdir()
    (tmp_path / "games" / "words.py").write_text(PYTHON, encoding="utf-8")
    (tmp_path / "templates" / "page.html").write_text(TEMPLATE, encoding="utf-8")
    for language in translations.LANGUAGES:
        translations.update(tmp_path, language, translations.extract(tmp_path))
    return tmp_path


def translate(house: Path, language: str, **more: str | tuple[str, ...]) -> None:
    """Fill every string with itself, and the ones named in `more` (by first words) with that."""
    catalog = translations.read(translations.path(house, language), language)
    for message in catalog:
        if message.id:
            last = message.id[-1] if isinstance(message.id, tuple) else message.id
            message.string = (last,) * catalog.num_plurals if isinstance(message.id, tuple) else last
            for start, text in more.items():
                if str(last).startswith(start):
                    message.string = text
    translations.path(house, language).write_bytes(translations.serialize(catalog))


def test_every_marker_of_python_and_templates_is_found(house: Path) -> None:
    found = {(message.context, message.id) for message in translations.extract(house) if message.id}
    assert found == {
        (None, "Round robin"),
        (None, "Round %(number)s is published."),
        ("a side of the board", "White"),
        (None, ("one board", "%(count)s boards")),
        (None, "Save & go"),
        (None, "Nothing yet."),
        (None, ("%(n)s game", "%(n)s games")),
        (None, "plain"),
        ("a state", "Open"),
    }


def test_migrations_are_not_read(house: Path) -> None:
    (house / "games" / "migrations").mkdir()
    (house / "games" / "migrations" / "0001.py").write_text("_('old words')", encoding="utf-8")
    assert translations.extract(house).get("old words") is None


def test_an_untranslated_catalog_is_refused_string_by_string(house: Path) -> None:
    assert len(translations.faults(house)) == 9 * 2
    assert all("not translated" in fault for fault in translations.faults(house))


def test_a_whole_translation_has_no_fault(house: Path) -> None:
    for language in translations.LANGUAGES:
        translate(house, language)
    assert translations.faults(house) == []


def test_a_new_string_is_missed_until_the_catalog_is_updated(house: Path) -> None:
    for language in translations.LANGUAGES:
        translate(house, language)
    (house / "games" / "new.py").write_text("_('A new sentence')", encoding="utf-8")
    missed = translations.faults(house)
    assert [fault.split(":")[0] for fault in missed] == ["fa", "ja"]
    assert all("not in the catalog" in fault and "games/new.py" in fault for fault in missed)


def test_a_lost_parameter_is_refused(house: Path) -> None:
    translate(house, "fa", Round="دور")
    translate(house, "ja")
    (fault,) = translations.faults(house)
    assert fault.startswith("fa: a parameter was lost or added")


def test_a_form_for_one_may_leave_out_the_number_but_the_form_for_many_may_not(house: Path) -> None:
    translate(house, "fa")
    translate(house, "ja", **{"%(count)s": ("盤",)})
    (fault,) = translations.faults(house)
    assert fault.startswith("ja: a parameter was lost or added: 'one board'")


def test_a_fuzzy_translation_is_refused(house: Path) -> None:
    translate(house, "fa")
    translate(house, "ja")
    file = translations.path(house, "ja")
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace('msgid "Round robin"', '#, fuzzy\nmsgid "Round robin"'), encoding="utf-8")
    assert [fault.split(":")[1] for fault in translations.faults(house)] == [" fuzzy"]


def test_lost_markup_is_refused(house: Path) -> None:
    (house / "templates" / "bold.html").write_text(
        "{% blocktranslate %}called <bdi>{{ name }}</bdi>{% endblocktranslate %}", encoding="utf-8"
    )
    for language in translations.LANGUAGES:
        translations.update(house, language, translations.extract(house))
        translate(house, language, called="%(name)s")
    assert [fault.split(":")[1] for fault in translations.faults(house)] == [" its tags differ"] * 2


def test_an_update_keeps_what_is_translated_and_forgets_what_nobody_says(house: Path) -> None:
    translate(house, "fa", **{"Round robin": "دوره‌ای"})
    (house / "templates" / "page.html").unlink()
    assert translations.update(house, "fa", translations.extract(house))
    catalog = translations.read(translations.path(house, "fa"), "fa")
    assert catalog["Round robin"].string == "دوره‌ای"
    assert catalog.get("Nothing yet.") is None
    assert "Nothing yet." not in translations.path(house, "fa").read_text(encoding="utf-8")


def test_an_update_without_news_changes_no_byte(house: Path) -> None:
    assert not translations.update(house, "fa", translations.extract(house))


def test_a_compiled_catalog_is_what_gettext_reads_and_is_made_again_only_when_older(house: Path) -> None:
    translate(house, "fa", **{"Round robin": "دوره‌ای"})
    assert translations.compile_all(house) == ["fa", "ja"]
    with translations.path(house, "fa").with_suffix(".mo").open("rb") as stream:
        assert gettext.GNUTranslations(stream).gettext("Round robin") == "دوره‌ای"
    assert translations.compile_all(house) == []
    later = translations.path(house, "fa").with_suffix(".mo").stat().st_mtime + 5
    os.utime(translations.path(house, "fa"), (later, later))
    assert translations.compile_all(house) == ["fa"]


def test_a_phrase_without_a_marker_is_refused(house: Path) -> None:
    (house / "games" / "said.py").write_text(
        'Phrase("the line is full")\nPhrase(_("fine"))\nPhrase(template)\nPhrase("%(a)s %(b)s")\n', encoding="utf-8"
    )
    assert list(translations.unmarked(house)) == ["games/said.py:1: a Phrase whose literal is not marked with _()"]


def test_the_command_needs_no_database_and_no_secret(house: Path, settings, capsys) -> None:
    from django.core.management import CommandError, call_command

    settings.BASE_DIR = house
    call_command("catalogs", "extract")
    assert 'msgid "Round robin"' in capsys.readouterr().out
    with pytest.raises(CommandError, match="18 faults"):
        call_command("catalogs", "check")
    shutil.rmtree(house / "locale")
    call_command("catalogs", "update")
    assert "9 strings; changed: fa, ja" in capsys.readouterr().out

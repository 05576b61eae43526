"""The catalogs' tool: what it finds, keeps, refuses and compiles. Each test has a small project of its own."""

from __future__ import annotations

import gettext
import os
import shutil
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.utils import translation

from gipfel import languages, translations

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
LANGUAGES = ("fa", "ja")
TEMPLATE = """{% translate "Save & go" %} {% include "x.html" with text=_("Nothing yet.") %}
{% blocktranslate count n=total trimmed %}
  {{ n }} game
{% plural %}
  {{ n }} games
{% endblocktranslate %}{{ kind|default:_("plain") }} {% translate "Open" context "a state" %}
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for package in translations.PACKAGES:
        (tmp_path / package).mkdir()
    (tmp_path / "templates").mkdir()
    (tmp_path / "games" / "words.py").write_text(PYTHON, encoding="utf-8")
    (tmp_path / "templates" / "page.html").write_text(TEMPLATE, encoding="utf-8")
    for language in LANGUAGES:
        translations.update(tmp_path, language, translations.extract(tmp_path))
    return tmp_path


def translate(project: Path, language: str, **more: str | tuple[str, ...]) -> None:
    """Fill every string with itself, and the ones named in `more` (by first words) with that."""
    catalog = translations.read(translations.path(project, language), language)
    for message in catalog:
        if message.id:
            last = message.id[-1] if isinstance(message.id, tuple) else message.id
            message.string = (last,) * catalog.num_plurals if isinstance(message.id, tuple) else last
            for start, text in more.items():
                if str(last).startswith(start):
                    message.string = text
    translations.path(project, language).write_bytes(translations.serialize(catalog))


def test_every_marker_of_python_and_templates_is_found(project: Path) -> None:
    found = {(message.context, message.id) for message in translations.extract(project) if message.id}
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


ENDPOINT = '''
class Clubs(View):
    """A class is no endpoint."""

    @extend_schema(responses=Club)
    def post(self, request):
        """A new club. For administrators.

        Its slug stays.
        """

    def get(self, request):
        """Declared nowhere."""

    @extend_schema(responses=Club)
    def helper(self):
        """Answers nothing."""
'''


def test_what_an_endpoint_says_of_itself_is_found_as_the_document_has_it(project: Path) -> None:
    before = {message.id for message in translations.extract(project)}
    (project / "games" / "api.py").write_text(ENDPOINT, encoding="utf-8")
    found = {message.id for message in translations.extract(project)}
    assert found - before == {"A new club. For administrators.\n\nIts slug stays."}


def test_migrations_are_not_read(project: Path) -> None:
    (project / "games" / "migrations").mkdir()
    (project / "games" / "migrations" / "0001.py").write_text("_('old words')", encoding="utf-8")
    assert translations.extract(project).get("old words") is None


def untranslated(project: Path) -> list[str]:
    """What is missing in any language, once nothing else is wrong."""
    findings = translations.check(project)
    assert findings.faults == []
    return [line for lines in findings.untranslated.values() for line in lines]


def test_an_untranslated_catalog_is_listed_string_by_string(project: Path) -> None:
    assert len(untranslated(project)) == 9 * 2
    assert all("not translated" in line for line in untranslated(project))


def test_a_whole_translation_has_no_fault(project: Path) -> None:
    for language in LANGUAGES:
        translate(project, language)
    assert untranslated(project) == []


def test_a_new_string_is_missed_until_the_catalog_is_updated(project: Path) -> None:
    for language in LANGUAGES:
        translate(project, language)
    (project / "games" / "new.py").write_text("_('A new sentence')", encoding="utf-8")
    missed = untranslated(project)
    assert [fault.split(":")[0] for fault in missed] == ["fa", "ja"]
    assert all("not in the catalog" in fault and "games/new.py" in fault for fault in missed)


def test_a_lost_parameter_is_refused(project: Path) -> None:
    translate(project, "fa", Round="دور")
    translate(project, "ja")
    (fault,) = translations.check(project).faults
    assert fault.startswith("fa: a parameter was lost or added")


def test_a_form_for_one_may_leave_out_the_number_but_the_form_for_many_may_not(project: Path) -> None:
    translate(project, "fa")
    translate(project, "ja", **{"%(count)s": ("盤",)})
    (fault,) = translations.check(project).faults
    assert fault.startswith("ja: a parameter was lost or added: 'one board'")


def test_a_fuzzy_translation_is_none(project: Path) -> None:
    translate(project, "fa")
    translate(project, "ja")
    file = translations.path(project, "ja")
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace('msgid "Round robin"', '#, fuzzy\nmsgid "Round robin"'), encoding="utf-8")
    assert [line.split(":")[1] for line in untranslated(project)] == [" fuzzy"]


def test_lost_markup_is_refused(project: Path) -> None:
    (project / "templates" / "bold.html").write_text(
        "{% blocktranslate %}called <bdi>{{ name }}</bdi>{% endblocktranslate %}", encoding="utf-8"
    )
    for language in LANGUAGES:
        translations.update(project, language, translations.extract(project))
        translate(project, language, called="%(name)s")
    assert [fault.split(":")[1] for fault in translations.check(project).faults] == [" its tags differ"] * 2


def test_an_update_keeps_what_is_translated_and_forgets_what_nobody_says(project: Path) -> None:
    translate(project, "fa", **{"Round robin": "دوره‌ای"})
    (project / "templates" / "page.html").unlink()
    assert translations.update(project, "fa", translations.extract(project))
    catalog = translations.read(translations.path(project, "fa"), "fa")
    assert catalog["Round robin"].string == "دوره‌ای"
    assert catalog.get("Nothing yet.") is None
    assert "Nothing yet." not in translations.path(project, "fa").read_text(encoding="utf-8")


def test_an_update_without_news_changes_no_byte(project: Path) -> None:
    assert not translations.update(project, "fa", translations.extract(project))


def test_a_compiled_catalog_is_what_gettext_reads_and_is_made_again_only_when_older(project: Path) -> None:
    translate(project, "fa", **{"Round robin": "دوره‌ای"})
    assert translations.compile_all(project) == ["fa", "ja"]
    with translations.path(project, "fa").with_suffix(".mo").open("rb") as stream:
        assert gettext.GNUTranslations(stream).gettext("Round robin") == "دوره‌ای"
    assert translations.compile_all(project) == []
    later = translations.path(project, "fa").with_suffix(".mo").stat().st_mtime + 5
    os.utime(translations.path(project, "fa"), (later, later))
    assert translations.compile_all(project) == ["fa"]


def test_a_message_without_a_marker_is_refused(project: Path) -> None:
    (project / "games" / "said.py").write_text(
        'Message("the line is full")\nMessage(_("fine"))\nMessage(template)\nMessage("%(a)s %(b)s")\n', encoding="utf-8"
    )
    assert list(translations.find_unmarked(project)) == [
        "games/said.py:1: a Message whose literal is not marked with _()"
    ]


def test_the_command_needs_no_database_and_no_secret(project: Path, settings, capsys) -> None:
    settings.BASE_DIR = project
    call_command("catalogs", "extract")
    assert 'msgid "Round robin"' in capsys.readouterr().out
    shutil.rmtree(project / "locale")
    call_command("catalogs", "update", *LANGUAGES)
    assert "9 strings; changed: fa, ja" in capsys.readouterr().out


def test_the_command_refuses_an_unfinished_translation_unless_it_may_be_unfinished(
    project: Path, settings, capsys
) -> None:
    settings.BASE_DIR = project
    with pytest.raises(CommandError, match="0 faults, 18 not translated"):
        call_command("catalogs", "check")
    call_command("catalogs", "check", "--allow-untranslated")
    said = capsys.readouterr().out
    assert "ja: not translated: 'Save & go' (templates/page.html)" in said
    assert "18 not translated" in said


def test_a_broken_translation_is_refused_though_others_may_be_missing(project: Path, settings) -> None:
    settings.BASE_DIR = project
    catalog = translations.read(translations.path(project, "fa"), "fa")
    catalog["Round %(number)s is published."].string = "دور منتشر شد."
    translations.path(project, "fa").write_bytes(translations.serialize(catalog))
    with pytest.raises(CommandError, match="fa: a parameter was lost or added: 'Round") as refused:
        call_command("catalogs", "check", "--allow-untranslated")
    assert "1 faults, 17 not translated" in str(refused.value)


def test_a_long_list_of_what_is_missing_is_cut_unless_all_is_asked_for(project: Path, settings, capsys) -> None:
    settings.BASE_DIR = project
    (project / "games" / "many.py").write_text("\n".join(f"_('sentence {n}')" for n in range(30)), encoding="utf-8")
    call_command("catalogs", "check", "--allow-untranslated")
    assert "fa: and 19 more" in capsys.readouterr().out
    call_command("catalogs", "check", "--allow-untranslated", "--verbosity", "2")
    assert capsys.readouterr().out.count("fa: not") == 39


def test_a_language_is_added_by_its_name_alone(project: Path, settings) -> None:
    settings.BASE_DIR = project
    call_command("catalogs", "update", "pt_BR", verbosity=0)
    assert languages.offered_languages(project / "locale") == [
        ("en", "English"),
        ("fa", "فارسی"),
        ("ja", "日本語"),
        ("pt-br", "Português Brasileiro"),
    ]
    assert "nplurals=2; plural=(n > 1)" in translations.path(project, "pt_BR").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["tlh", "../fa", ""])
def test_a_language_that_nobody_knows_is_not_added(project: Path, settings, name: str) -> None:
    settings.BASE_DIR = project
    with pytest.raises(CommandError, match="is no language that Django knows"):
        call_command("catalogs", "update", name)
    assert translations.languages(project) == ["fa", "ja"]


def test_what_a_language_lacks_is_read_in_english(project: Path, settings) -> None:
    """A catalog that is hardly begun: its own words where it has some, else those of the code, plurals too."""
    translations.update(project, "nl", translations.extract(project))
    catalog = translations.read(translations.path(project, "nl"), "nl")
    catalog["Round robin"].string = "Ieder tegen ieder"
    translations.path(project, "nl").write_bytes(translations.serialize(catalog))
    translations.compile_all(project)
    settings.LOCALE_PATHS = [project / "locale"]
    settings.LANGUAGES = languages.offered_languages(project / "locale")
    with translation.override("nl"):
        assert translation.get_language() == "nl"
        assert translation.gettext("Round robin") == "Ieder tegen ieder"
        assert translation.gettext("Nothing yet.") == "Nothing yet."
        assert translation.ngettext("one board", "%(count)s boards", 1) == "one board"
        assert translation.ngettext("one board", "%(count)s boards", 2) == "%(count)s boards"

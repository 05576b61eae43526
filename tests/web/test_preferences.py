"""Language and theme are chosen by plain forms: kept in cookies and, for the language, on the account."""

from __future__ import annotations

import re

import pytest
from django.conf import settings
from django.test import Client
from django.utils.translation import override

from players.core.countries import countries
from players.models import Account
from testing.factories import AccountFactory

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("language", "direction"), [("en", "ltr"), ("fa", "rtl"), ("ja", "ltr")])
def test_the_chosen_language_holds_for_every_later_page(client: Client, language: str, direction: str) -> None:
    answer = client.post("/language", {"language": language, "next": "/about"})
    assert (answer.status_code, answer["Location"]) == (302, "/about")
    html = client.get("/search").content.decode()
    assert f'<html lang="{language}" dir="{direction}"' in html


def test_without_a_choice_the_browser_is_asked(client: Client) -> None:
    html = client.get("/", headers={"Accept-Language": "ja,en;q=0.5"}).content.decode()
    assert '<html lang="ja" dir="ltr"' in html


def test_persian_digits_and_days_are_only_ever_chosen(client: Client) -> None:
    """A browser set to Persian, wherever it is, gets Latin digits until its reader has chosen; words stay the same."""
    for asked in ("fa", "fa-IR", "fa-IR,fa;q=0.9,en;q=0.5"):
        html = client.get("/about", headers={"Accept-Language": asked}).content.decode()
        assert '<html lang="fa" dir="rtl"' in html
    latin = html
    client.post("/language", {"language": "fa-x-ir"})
    chosen = client.get("/about").content.decode()
    assert '<html lang="fa-x-ir" dir="rtl"' in chosen
    heading = re.search("<h1>(.*?)</h1>", latin, re.DOTALL)
    assert heading and heading[0] in chosen and "About" not in heading[0]


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_countries_have_names_in_every_language(language: str) -> None:
    with override(language):
        names = dict(countries())
    with override(language.partition("-x-")[0]):
        assert dict(countries()) == names
    assert len(names) > 200 and len(set(names.values())) == len(names)


def test_the_account_remembers_the_language_on_every_device(client: Client) -> None:
    account = AccountFactory()
    client.force_login(account)
    client.post("/language", {"language": "fa"})
    assert Account.objects.get(pk=account.pk).language == "fa"
    elsewhere = Client()
    elsewhere.force_login(account)
    assert '<html lang="fa" dir="rtl"' in elsewhere.get("/").content.decode()


def test_an_unknown_language_is_refused_and_changes_nothing(client: Client) -> None:
    account = AccountFactory(language="ja")
    client.force_login(account)
    for language in ("tlh", "", "<script>", "f" * 5000):
        answer = client.post("/language", {"language": language})
        assert answer.status_code == 400
    assert Account.objects.get(pk=account.pk).language == "ja"
    assert "django_language" not in client.cookies


@pytest.mark.parametrize("target", ["https://elsewhere.example/", "//elsewhere.example", "javascript:alert(1)", ""])
def test_a_choice_never_leads_to_another_host(client: Client, target: str) -> None:
    assert client.post("/language", {"language": "fa", "next": target})["Location"] == "/"
    assert client.post("/theme", {"theme": "dark", "next": target})["Location"] == "/"


@pytest.mark.parametrize("theme", ["dark", "light", "auto"])
def test_the_server_puts_the_theme_into_the_page(client: Client, theme: str) -> None:
    assert client.post("/theme", {"theme": theme, "next": "/about"})["Location"] == "/about"
    html = client.get("/").content.decode()
    assert f'data-theme="{theme}"' in html
    assert f'value="{theme}" aria-pressed="true"' in html


def test_an_unknown_theme_is_refused_and_a_made_up_cookie_is_ignored(client: Client) -> None:
    assert client.post("/theme", {"theme": '"><script>'}).status_code == 400
    client.cookies["theme"] = "sepia"
    assert 'data-theme="auto"' in client.get("/").content.decode()


def test_the_account_page_offers_the_themes_marks_the_chosen_one_and_leads_to_the_boards(client: Client) -> None:
    client.force_login(AccountFactory())
    client.post("/theme", {"theme": "dark"})
    html = client.get("/account").content.decode()
    assert re.findall(r'name="theme" value="(\w+)" class="look" aria-pressed="true"', html) == ["dark"]
    assert 'href="/boards"' in html


@pytest.mark.parametrize("address", ["/language", "/theme"])
def test_a_choice_is_made_by_post_alone(client: Client, address: str) -> None:
    assert client.get(address).status_code == 405


def test_choices_are_protected_against_other_sites(db: None) -> None:
    strict = Client(enforce_csrf_checks=True)
    answer = strict.post("/language", {"language": "fa"})
    assert answer.status_code == 403
    assert "This form is too old" in answer.content.decode()


def test_the_look_of_boards_is_chosen_from_pictures_and_holds_for_every_page(client: Client) -> None:
    page = client.get("/boards").content.decode()
    for board in ("auto", "paper", "wood", "slate", "night"):
        pictures = re.search(f'value="{board}".*?data-board-theme="{board}"(.*?)</label></div>', page, re.DOTALL)
        assert pictures and "board-gipf" in pictures[1] and "board-lyngk" in pictures[1]
    assert 'data-board-theme="auto" data-letters="off" data-patterns="auto"' in client.get("/about").content.decode()
    chosen = {"board": "wood", "letters": "on", "patterns": "off"}
    assert client.post("/boards", chosen)["Location"] == "/boards"
    for address in ("/about", "/day"):
        assert 'data-board-theme="wood" data-letters="on" data-patterns="off"' in client.get(address).content.decode()
    assert re.search(r'id="board-wood" value="wood" checked', client.get("/boards").content.decode())


@pytest.mark.parametrize("wrong", [{"board": "gold"}, {"letters": "auto"}, {"patterns": '"><script>'}])
def test_an_unknown_look_is_refused_and_a_made_up_one_is_ignored(client: Client, wrong: dict[str, str]) -> None:
    chosen = {"board": "wood", "letters": "on", "patterns": "off"}
    assert client.post("/boards", chosen | wrong).status_code == 400
    ((name, value),) = wrong.items()
    client.cookies[name] = value
    assert 'data-board-theme="auto" data-letters="off" data-patterns="auto"' in client.get("/about").content.decode()

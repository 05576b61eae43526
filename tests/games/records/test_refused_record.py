"""A refused record: its turn is marked in what was typed, legal ones stand beside it, and one can go on from there."""

from __future__ import annotations

import pytest
from django.test import Client
from playwright.sync_api import expect

from games.core.running import running_game
from games.core.services.errors import TurnRefused
from games.models import Game, RecordedTurn
from games.recordings.services.record_turns import go_on_from, record_turns
from testing.browser import PHONE, Open, overflow
from testing.factories import ClubFactory, GameFactory, seated
from testing.system.html_forms import HtmlForm, html_forms

TEXT = '[Event "c9 day"]\n\n1. g2 {not c9} b3\n2. f2 c9\n3. d2 *'
"""Its fourth turn is none: there is no point c9."""


@pytest.mark.django_db
class TestWithoutScripts:
    def refused(self, client: Client, game: Game) -> str:
        client.force_login(seated(game, "white"))
        answer = client.post(f"/games/{game.pk}/record", {"text": TEXT})
        assert answer.status_code == 400
        return answer.content.decode()

    def form(self, client: Client, game: Game) -> HtmlForm:
        forms = html_forms(f"/games/{game.pk}/record", self.refused(client, game))
        return next(form for form in forms if form.action.endswith("/continue"))

    def test_the_turn_is_marked_and_the_text_stays(self, client: Client, game: Game) -> None:
        page = self.refused(client, game)
        assert "{not c9} b3\n2. f2 <mark>c9</mark>\n3. d2 *" in page
        assert f"{TEXT.replace(chr(34), '&quot;')}</textarea>" in page
        begin = TEXT.index("c9\n3.")
        assert f'data-begin="{begin}" data-end="{begin + 2}"' in page

    def test_the_nearest_legal_turns_stand_beside_it(self, client: Client, game: Game) -> None:
        page = self.refused(client, game)
        assert 'data-instead="c' in page

    def test_one_goes_on_from_there_in_the_recorder(self, client: Client, game: Game) -> None:
        form = self.form(client, game)
        answer = client.post(form.action, form.untouched())
        page = answer.content.decode()
        assert answer.status_code == 200
        assert running_game(game).tokens == ("g2", "b3", "f2")
        assert 'value="c9 d2"' in page, "what was not legal, and all behind it, waits in the field"

    def test_an_old_page_replaces_nothing_and_loses_nothing(self, client: Client, game: Game) -> None:
        form = self.form(client, game)
        record_turns(game.pk, seated(game, "black"), "d2", expect=0)
        answer = client.post(form.action, form.untouched())
        assert answer.status_code == 409
        assert running_game(game).tokens == ("d2",)
        assert 'value="g2 b3 f2 c9 d2"' in answer.content.decode()

    def test_a_tag_that_is_wrong_marks_nothing(self, client: Client, game: Game) -> None:
        client.force_login(seated(game, "white"))
        text = '[Game "gipf"]\n[Rules "basic"]\n[Setup "x"]\n\ng2'
        assert "data-instead=" not in client.post(f"/games/{game.pk}/record", {"text": text}).content.decode()


@pytest.mark.django_db
def test_turns_that_stand_already_are_not_recorded_again(game: Game) -> None:
    white = seated(game, "white")
    record_turns(game.pk, white, "g2 b3 f2", expect=0)
    assert go_on_from(game.pk, white, ["g2", "b3", "f2"], expect=1).version == 1
    assert go_on_from(game.pk, white, ["g2", "b4", "d2"], expect=1).tokens == ("g2", "b4", "d2")
    assert go_on_from(game.pk, white, ["g2"], expect=2).tokens == ("g2",)
    for refused in (["g2", "d4"], []):
        with pytest.raises(TurnRefused):
            go_on_from(game.pk, white, refused, expect=3)
    assert running_game(game).tokens == ("g2",)
    assert RecordedTurn.objects.filter(token="").count() == 2


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_the_turn_is_selected_and_another_takes_its_place(open_page: Open) -> None:
    game = GameFactory(club=ClubFactory())
    page = open_page(f"/games/{game.pk}/record", seated(game, "white"), width=PHONE)
    page.get_by_label("Moves").fill(TEXT)
    page.get_by_role("button", name="Check and save").click()
    expect(page.get_by_role("heading", name="Before turn 4")).to_be_visible()
    selected = "(() => { const t = document.activeElement; return t.value.slice(t.selectionStart, t.selectionEnd); })()"
    expect(page.locator("#id_text")).to_be_focused()
    assert page.evaluate(selected) == "c9"
    assert overflow(page) == 0
    instead = page.locator("[data-instead]").first
    turn = instead.text_content()
    instead.click()
    assert page.evaluate(selected) == turn
    expect(page.get_by_label("Moves")).to_have_value(TEXT.replace(" c9\n", f" {turn}\n"))
    page.get_by_role("button", name="Check and save").click()
    expect(page.get_by_text("Record saved.")).to_be_visible()

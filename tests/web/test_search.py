"""The search: every word of a name, in any case and spelling; never the erased, the merged or others' drafts."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from players.models import Club
from players.roles import Role
from testing.factories import AccountFactory, ClubFactory, PersonFactory, holder_of, organiser_of
from tests.web.test_home import event

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


def found(client: Client, words: str) -> str:
    """The page's main part, without the field that repeats what was typed."""
    html = client.get("/search", {"q": words}).content.decode()
    return html[html.index('id="main"') :].replace(f'value="{words}"', "")


def test_people_are_found_without_accents_and_in_any_order_of_words(client: Client, club: Club) -> None:
    PersonFactory(name="Jörg Müller", member_of=club)
    PersonFactory(name="Jörg Meier")
    html = found(client, "muller jorg")
    assert "Jörg Müller" in html
    assert "Rotterdam GIPF Club" in html
    assert "Jörg Meier" not in html


def test_clubs_and_public_events_are_found(client: Client, club: Club) -> None:
    event(club, "Rotterdam Open", "running")
    event(club, "Rotterdam Secret", "draft")
    html = found(client, "rotterdam")
    assert "Rotterdam GIPF Club" in html
    assert "Rotterdam Open" in html
    assert "Rotterdam Secret" not in html


def test_an_organiser_finds_the_drafts_of_the_own_club_alone(client: Client, club: Club) -> None:
    event(club, "Rotterdam Secret", "draft")
    event(ClubFactory(), "Other Secret", "draft")
    client.force_login(organiser_of(club))
    html = found(client, "secret")
    assert "Rotterdam Secret" in html
    assert "Other Secret" not in html


def test_an_arbiter_finds_the_drafts_that_he_runs_alone(client: Client, club: Club) -> None:
    his = event(club, "Rotterdam Secret", "draft")
    event(club, "Another Secret", "draft")
    client.force_login(holder_of(Role.ARBITER, his.scope))
    html = found(client, "secret")
    assert "Rotterdam Secret" in html
    assert "Another Secret" not in html


def test_an_administrator_finds_every_draft_and_a_player_none(client: Client, club: Club) -> None:
    event(club, "Rotterdam Secret", "draft")
    client.force_login(holder_of(Role.ADMINISTRATOR, "server"))
    assert "Rotterdam Secret" in found(client, "secret")
    client.force_login(AccountFactory())
    assert "Rotterdam Secret" not in found(client, "secret")


def test_erased_and_merged_people_are_not_found(client: Client) -> None:
    kept = PersonFactory(name="Kept Person")
    PersonFactory(name="Gone Twin", merged_into=kept)
    PersonFactory(name="Pseudonym 17", erased_at=timezone.now())
    assert "Pseudonym 17" not in found(client, "pseudonym")
    html = found(client, "twin")
    assert "Gone Twin" not in html
    assert "Kept Person" in html


def test_a_search_in_vain_says_what_to_try(client: Client) -> None:
    html = found(client, "Nobody At All")
    assert "Nothing here is called “<bdi>Nobody At All</bdi>”" in html


@pytest.mark.parametrize(
    "words", ["<script>alert(1)</script>", "=HYPERLINK(1)", "%", "'; DROP TABLE", "x" * 5000, "\x00"]
)
def test_whatever_is_typed_is_only_looked_for(client: Client, words: str) -> None:
    PersonFactory(name="Innocent Bystander")
    answer = client.get("/search", {"q": words})
    html = answer.content.decode()
    assert answer.status_code == 200
    assert "Innocent Bystander" not in html
    assert "<script>alert" not in html


def test_an_empty_search_is_a_field_to_type_in(client: Client) -> None:
    html = found(client, "")
    assert 'name="q"' in html
    assert "Nothing here is called" not in html


def test_names_of_clubs_and_events_are_compared_as_those_of_people(client: Client, club: Club) -> None:
    event(club, "Åbo Øresund’s Open", "running")
    ClubFactory(name="Łódź 国際 クラブ")
    assert "Åbo Øresund’s Open" in found(client, "oresunds abo")
    assert "Łódź 国際 クラブ" in found(client, "lodz 国際クラブ")

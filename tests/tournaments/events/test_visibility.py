"""Who may see a draft: pages, lists and the search say the same."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser

from gipfel.queries import search
from players.models import Club
from players.roles import Role
from testing.factories import AccountFactory, ClubFactory, holder_of, organiser_of
from testing.tournaments.factories import draft, running, with_players
from tournaments.core.queries.events import Reader, all_events, events_of, may_see

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


def test_every_list_shows_the_drafts_whose_pages_a_reader_may_open(club: Club) -> None:
    other = ClubFactory()
    own, others = organiser_of(club), organiser_of(other)
    known = [
        draft(club, own, name="Secret Cup"),
        draft(club, own, name="Secret Open"),
        draft(other, others, name="Secret"),
    ]
    known += [with_players(club, own, name="Secret Old"), running(other, others, name="Secret New")]
    closed_account = organiser_of(club)
    closed_account.is_active = False
    readers: dict[str, tuple[AnonymousUser | Reader, set[int]]] = {
        "visitor": (AnonymousUser(), {3, 4}),
        "player": (AccountFactory(), {3, 4}),
        "organiser": (own, {0, 1, 3, 4}),
        "organiser whose account is closed": (closed_account, {3, 4}),
        "arbiter of a club": (holder_of(Role.ARBITER, club.scope), {0, 1, 3, 4}),
        "arbiter of an event": (holder_of(Role.ARBITER, known[1].scope), {1, 3, 4}),
        "administrator": (holder_of(Role.ADMINISTRATOR, "server"), {0, 1, 2, 3, 4}),
    }
    for name, (reader, places) in readers.items():
        seen = {known[place].pk for place in places}
        assert {each.pk for each in known if may_see(reader, each)} == seen, name
        assert {each.pk for each in all_events(reader)} == seen, name
        assert reader is not None and {each.pk for each in search("secret", reader).events} == seen, name
        assert {each.pk for one in (club, other) for each in events_of(one, reader)} == seen, name

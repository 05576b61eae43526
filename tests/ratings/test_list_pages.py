"""Pages of published lists: the second version with its difference, the file, and the button of the organisers."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils.html import strip_tags

from common.jobs.models import Job
from players.models import Account, Club
from ratings.ledger.services.ledgers import recompute
from ratings.lists.queries.dated_lists import find_list
from ratings.lists.services import PUBLISH
from ratings.models import Pool
from ratings.pools.services.pools import pool_for
from testing.ratings.factories import FIRST, closed_event, four, publish_version

pytestmark = pytest.mark.django_db


def test_two_versions_their_difference_and_the_file(club: Club, organiser: Account, client: Client) -> None:
    closed_event(club, four(club), FIRST)
    pool = pool_for("gipf-basic", club)
    recompute(pool.pk)
    publish_version(pool)
    start = f"/ratings/{pool.pk}/lists"
    lists = client.get(start).content.decode()
    assert f'href="{start}/1/1"' in lists and f'href="{start}/1/2/difference"' in lists
    assert f'action="{start}/request"' not in lists
    assert f'<a href="{start}/1/2">List 1.2</a>' in client.get(f"{start}/1/1").content.decode(), "the old one says so"
    cited = text_of(client.get(f"{start}/1/2").content.decode(), "cited")
    assert cited.startswith(f"{club.name}: GIPF, basic game, rating list 1.2 of ")
    assert cited.endswith(f", Elo (FIDE). http://testserver{start}/1/2, SHA-256 {find_list(pool, 1).rows_digest}")
    difference = client.get(f"{start}/1/2/difference").content.decode()
    became = '<bdi>7</bdi> <span class="becomes">→</span> <bdi class="strong">5</bdi>'
    assert f"Games until a rating is no longer provisional: {became}" in difference
    assert client.get(f"{start}/1/1/difference").status_code == 404
    lines = client.get(f"{start}/1/2.csv").content.decode("utf-8-sig").splitlines()
    assert lines[0].startswith("rank,id,name,country,rating") and ",Player A,,1560,1,3," in lines[1]
    client.force_login(organiser)
    assert client.post(f"{start}/request").status_code == 302
    assert Job.objects.filter(kind=PUBLISH, subject=f"{pool.pk}:{organiser.pk}").exists()


def text_of(page: str, css_class: str) -> str:
    """The words of the paragraph of this class, as a reader copies them."""
    (found,) = re.findall(f'<p class="{css_class}">(.*?)</p>', page, re.DOTALL)
    return strip_tags(found).strip()


def test_a_list_that_is_not_published_refuses_with_its_reason(club: Club, organiser: Account, client: Client) -> None:
    """By a page that was opened before the settings changed."""
    pool = pool_for("gipf-basic", club)
    Pool.objects.filter(pk=pool.pk).update(publishes="")
    settings = f'href="/ratings/{pool.pk}/settings"'
    visited = client.get(f"/ratings/{pool.pk}/lists").content.decode()
    assert "No list has been published.</p>" in visited and settings not in visited
    client.force_login(organiser)
    assert settings in client.get(f"/ratings/{pool.pk}/lists").content.decode(), (
        "an organiser is led to where it begins"
    )
    answer = client.post(f"/ratings/{pool.pk}/lists/request")
    assert answer.status_code == 409
    assert "This list is not published by month or quarter; see its settings." in answer.content.decode()
    assert not Job.objects.filter(kind=PUBLISH).exists()

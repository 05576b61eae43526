"""Studies of the world of tests, and a good request for each endpoint of them."""

from __future__ import annotations

from games.models import Study
from games.studies.services.studies import create_study
from games.studies.sources import read_text
from players.models import Account
from testing.api.requests_of_play import Request
from testing.factories import AccountFactory, PersonFactory

TEXT = '[Game "gipf"]\n[Rules "basic"]\n\n1. g2 {edge} (1. c2 c6) b3 2. f2 *\n'


def study_of(account: Account) -> Study:
    """A private study with two chapters of six turns each."""
    return create_study(account, "Edges", read_text(TEXT).chapters * 2)


def study_of_another() -> Study:
    """A study that everybody may read, by another author."""
    author = AccountFactory(person=PersonFactory(name="Stu Dent"))
    return create_study(author, "Open to all", read_text(TEXT).chapters, visibility="public")


def requests_of_studies(study: Study) -> dict[tuple[str, str], Request]:
    """By (method, route), as the player of the world, whose study it is."""
    one, chapter = "studies/<slug:study_slug>", "studies/<slug:study_slug>/chapters/<int:chapter>"
    turn, path = f"{chapter}/turns/<int:turn>", f"/studies/{study.slug}"
    settings = {"title": "Rims", "visibility": "link"}
    own = {"by": "player", "refused": 404}
    new = {"title": "New", "rules": "gipf-basic"}
    return {
        ("POST", "studies"): Request("/studies", new, by="player", code=201),
        ("PUT", one): Request(path, settings, **own),
        ("DELETE", one): Request(path, code=204, **own),
        ("POST", f"{one}/copy"): Request(f"{path}/copy", code=201, **own),
        ("POST", f"{one}/chapters"): Request(f"{path}/chapters", {"rules": "zertz-37"}, code=201, **own),
        ("PATCH", chapter): Request(f"{path}/chapters/1", {"name": "First"}, code=204, **own),
        ("DELETE", chapter): Request(f"{path}/chapters/1", code=204, **own),
        ("POST", f"{chapter}/turns"): Request(f"{path}/chapters/1/turns", {"after": 3, "turns": "d2"}, code=201, **own),
        ("PATCH", turn): Request(f"{path}/chapters/1/turns/1", {"comment": "rim"}, code=204, **own),
        ("DELETE", turn): Request(f"{path}/chapters/1/turns/4", code=204, **own),
        ("POST", f"{turn}/promote"): Request(f"{path}/chapters/1/turns/4/promote", code=204, **own),
    }

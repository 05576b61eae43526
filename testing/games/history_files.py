"""Files of past games for tests, made from seeds."""

from __future__ import annotations

import random
from base64 import b64encode
from datetime import date, timedelta
from hashlib import sha256
from io import BytesIO
from typing import Any

from django.core.files.base import File

from games.histories.services.checking import begin_history
from games.histories.services.histories import import_history, take_back
from games.models import History
from players.models import Account, Club, Person
from players.uploads.services import begin_upload, store_file, store_part

HEAD = "date,event,round,first,second,result\n"
SMALL = (
    HEAD
    + "2024-03-02,Spring Open,1,Ada Byron,Ben Kip,1\n"
    + "2024-03-02,Spring Open,1,Cleo Mol,Dirk Wit,0\n"
    + "2024-03-03,Spring Open,2,Ben Kip,Cleo Mol,1\n"
    + "2024-03-03,Spring Open,2,Dirk Wit,Ada Byron,0\n"
    + "2024-04-11,,,Ada Byron,Cleo Mol,1\n"
    + "2024-04-11,,,Cleo Mol,Ada Byron,0\n"
    + "2024-03-03,Side Event,,Ada Byron,Dirk Wit,0\n"
)


def synthetic(games: int, players: int, seed: int = 1, events: int = 12) -> bytes:
    """A history of players whose strength is spread by 300 points, by the logistic curve."""
    chance = random.Random(seed)
    strength = {f"Player {number:03d}": chance.gauss(1500, 300) for number in range(players)}
    lines = []
    for number in range(games):
        event = number * events // games
        day = date(2020, 1, 4) + timedelta(days=7 * event)
        first, second = chance.sample(sorted(strength), 2)
        expected = 1 / (1 + 10 ** ((strength[second] - strength[first]) / 400))
        won = int(chance.random() < expected)
        lines.append(f"{day},Event {event + 1},{number},{first},{second},{won}\n")
    return (HEAD + "".join(lines)).encode()


def imported(club: Club, organiser: Account, *, back: bool = False) -> History:
    """A game of the past that was imported; with `back` another one, which was taken back."""
    day = "2020-02-01" if back else "2020-01-01"
    file = f"{HEAD}{day},Old Open,1,Olga Old,Otto Old,1\n".encode()
    known = Person.objects.filter(name__in=("Olga Old", "Otto Old"), memberships__club=club)
    people = dict(known.values_list("name", "pk"))
    made = import_history(club.pk, organiser, file, rules="gipf-standard", people=people)
    return take_back(made.pk, organiser) if back else made


def about_histories(club: Club, organiser: Account) -> dict[tuple[str, str], tuple[Any, ...]]:
    """A good request for each endpoint of the API that writes: path, body, by whom, and the status of its answer."""
    here, back = (imported(club, organiser, back=each).pk for each in (False, True))
    new = {"file": SMALL, "rules": "gipf-standard"}
    upload = store_file(
        organiser, File(BytesIO(HEAD.encode() + b"2020-03-01,New Open,1,Nora New,Nils New,1\n"), "n.csv")
    )
    waiting = begin_history(club.pk, organiser, upload, rules="gipf-standard").pk
    begun = begin_upload(organiser, size=13, sha256="b" * 64).pk
    whole = begin_upload(organiser, size=13, sha256=sha256(b"sent in parts").hexdigest())
    store_part(whole, 1, b"sent in parts")
    one = "uploads/<int:upload_id>"
    part = {"base64": b64encode(b"sent in parts").decode()}
    return {
        ("POST", "clubs/<slug:slug>/histories"): (f"/clubs/{club.slug}/histories", new, "organiser", 201),
        ("POST", "histories/<int:history_id>/import"): (f"/histories/{waiting}/import", {}, "organiser", 200),
        ("POST", "uploads"): ("/uploads", {"size": 5, "sha256": "a" * 64}, "organiser", 201),
        ("PUT", f"{one}/parts/<int:number>"): (f"/uploads/{begun}/parts/1", part, "organiser", 200, 404),
        ("POST", f"{one}/finish"): (f"/uploads/{whole.pk}/finish", None, "organiser", 200, 404),
        ("DELETE", one): (f"/uploads/{begun}", None, "organiser", 204, 404),
        ("POST", "histories/<int:history_id>/take-back"): (f"/histories/{here}/take-back", None, "organiser", 200),
        ("POST", "histories/<int:history_id>/bring-back"): (f"/histories/{back}/bring-back", None, "organiser", 200),
    }

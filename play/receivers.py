"""What play does when persons change: who play each other are two people, and who is erased waits for nobody."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import Q
from django.dispatch import receiver
from django.utils import timezone

from games.core.signals import games_changed
from games.models import Game
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from play.forgetting import forget_words
from play.games.services.departures import give_up_after_commit
from play.games.services.event_games import follow_after_commit
from play.models import Challenge, OnlineGame, PlayerSettings, Vacation
from players.core.errors import MergeRefused
from players.core.queries.records import record_ids
from players.core.signals import person_erasing, persons_merging
from players.erasure.texts import Touched
from players.models import Person


@receiver(persons_merging)
def refuse_two_who_play_each_other(kept: Person, gone: Person, **_kwargs: Any) -> None:
    """A game that is being played has two players."""
    one, other = record_ids(kept.pk), record_ids(gone.pk)
    against = Q(game__white__in=one, game__black__in=other) | Q(game__white__in=other, game__black__in=one)
    if OnlineGame.objects.filter(against, ended_at=None).exists():
        raise MergeRefused(Message(_("They are playing each other at the moment, so they are two people.")))


@receiver(games_changed)
def let_the_boards_follow(games: Iterable[Game], **_kwargs: Any) -> None:
    """Games of an event that run on their boards were decided, laid out otherwise, or taken out of their event."""
    online = [game for game in games if game.online and not game.is_arranged]
    if not online:
        return
    moving = Q(ended_at=None) | Q(ending__in=(OnlineGame.Ending.ABORTED, OnlineGame.Ending.DECIDED))
    found = OnlineGame.objects.filter(moving, game__in=online).order_by("game").values_list("game", flat=True)
    on_boards = list(found)
    if on_boards:
        follow_after_commit(on_boards)


@receiver(person_erasing)
def leave_play(person: Person, **_kwargs: Any) -> list[Touched]:
    """What somebody offers goes, as does what he wrote and chose; his running games are given up."""
    records = record_ids(person.pk)
    concerned = Challenge.objects.filter(Q(challenger__in=records) | Q(opponent__in=records), closed_at=None)
    concerned.update(closed_at=timezone.now())
    Vacation.objects.filter(person__in=records).delete()
    forget_words(records)
    give_up_after_commit(person)
    PlayerSettings.objects.filter(Q(account__person__in=records)).delete()
    return []

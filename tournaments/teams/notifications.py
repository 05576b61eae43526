"""Telling captains what others did with their team: one notification a team, of the last such act."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from django.db.models import Q
from django.urls import reverse

from common.journal.acts import acts_in
from common.journal.models import JournalEntry
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from players.models import Account, Person
from players.notifications.services.notifications import ask_to_notify
from players.notifications.sources import Source, Wanted, register_source
from tournaments.core.acts import EVENT
from tournaments.models import Team
from tournaments.teams.acts import OfTeam

TEAM = "team"
"""The kind of notification that a team was changed, about the team's id."""
NOTIFIED_FOR = timedelta(days=3)


def ask_to_tell_captain(team_id: int) -> None:
    """Ask, within an act on a team, that its captain be told."""
    ask_to_notify(TEAM, team_id)


def _changed_team(about: str) -> Iterator[Wanted]:
    """The captain, where another account did the last act of which captains are told."""
    team = Team.objects.select_related("event").filter(pk=int(about)).first()
    if team is None:
        return
    acts = {act.name: act for act in acts_in(EVENT) if issubclass(act, OfTeam) and act.tells_captain}
    lines = JournalEntry.objects.filter(scope__key=team.event.scope, action__in=acts, data__team=team.pk)
    line = lines.order_by("version").last()
    if line is None:
        return
    data = line.data
    rounds = ", ".join(map(str, data.get("missed", [])))
    params = {"team": team.name, "round": data.get("round", ""), "rounds": rounds}
    news = Message(acts[line.action].sentence_for(data), params)
    people = Person.objects.filter(entries__entry__team_member__team=team, entries__entry__team_member__captain=True)
    captains = Account.objects.filter(Q(person__in=people) | Q(person__in=people.values("merged_into")))
    for account in captains.distinct():
        if account.pk != line.actor:
            yield Wanted(
                account.pk,
                Message(_("%(event)s: %(news)s."), {"event": team.event.name, "news": news}),
                reverse("event-team", args=[team.event_id, team.pk]),
                line.at + NOTIFIED_FOR,
                state=str(line.version),
            )


TEAMS = register_source(
    Source(
        TEAM,
        _("Your team"),
        _("When an arbiter changes your team: its roster, its byes, whether it plays. For captains."),
        _changed_team,
        has_mail=True,
    )
)

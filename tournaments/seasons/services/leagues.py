"""The only code that writes leagues: their divisions, moves by hand, and the end of a season."""

from __future__ import annotations

from typing import Any

from common.journal import services as journal
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from players.core.acts import commit_permitted
from players.core.queries.records import canonical_ids, record_ids
from players.models import Account, Club, Person
from players.permissions import require
from tournaments.core.errors import EventRefused, kept_name
from tournaments.core.formats import has_one_table
from tournaments.core.services.club_events import delete_in_club, event_of_club, make_in_club
from tournaments.models import Division, League, Member, Season, SeasonMove
from tournaments.seasons.acts import (
    AddDivision,
    CreateLeague,
    DeleteLeague,
    EditLeague,
    MoveByHand,
    RemoveDivision,
    TakeBackMove,
)

MOST_DIVISIONS = 12
LONGEST_REASON = 300


def create_league(
    club_id: int, actor: Account, *, name: str, season: str, up: int = 1, down: int = 1, about: str = ""
) -> League:
    """A new league of a club with its first season, called `season`, without divisions.

    Raises NotAllowed and EventRefused.
    """

    def make(club: Club) -> League:
        league = League.objects.create(club=club, name=kept_name(name), about=about.strip())
        Season.objects.create(league=league, number=1, name=kept_name(season, "season"), up=up, down=down)
        return league

    return make_in_club(club_id, actor, CreateLeague, make)


def season_on(league_id: int) -> Season:
    """The season that is on. Raises DoesNotExist."""
    return Season.objects.select_related("league").get(league=league_id, ended_at=None)


def edit_league(league_id: int, actor: Account, *, expect: int | None = None, **changes: Any) -> League:
    """Change `name` and `about` of a league, and `season` (its name), `up` and `down` of the season that is on.

    What is left out stays. Raises NotAllowed, Stale, EventRefused and DoesNotExist.
    """
    with commit_permitted(f"league:{league_id}", actor, EditLeague, expect=expect):
        league, season = League.objects.get(pk=league_id), season_on(league_id)
        if "name" in changes:
            league.name = kept_name(changes["name"])
        league.about = changes.get("about", league.about).strip()
        if "season" in changes:
            season.name = kept_name(changes["season"], "season")
        season.up, season.down = changes.get("up", season.up), changes.get("down", season.down)
        league.save()
        season.save()
    return league


def delete_league(league_id: int, actor: Account, *, expect: int | None = None) -> None:
    """Delete a league with all its seasons. The events stay. Raises NotAllowed, Stale and DoesNotExist."""
    delete_in_club(League, league_id, actor, DeleteLeague, expect)


def add_division(league_id: int, actor: Account, event_id: int, *, expect: int | None = None) -> Division:
    """Let an event of the same club be the lowest division of the season that is on.

    It has one table: no groups, no teams. Raises NotAllowed, Stale, EventRefused and DoesNotExist.
    """
    with commit_permitted(f"league:{league_id}", actor, AddDivision, expect=expect, event=event_id) as act:
        season = season_on(league_id)
        event = event_of_club(event_id, season.league.club_id)
        if Division.objects.filter(event=event).exists():
            raise EventRefused(Message(_("This event is already a division.")), field="event")
        if not has_one_table(event.format):
            message = _("This event has groups or teams: there is no single table of places.")
            raise EventRefused(Message(message), field="event")
        level = season.divisions.count() + 1
        if level > MOST_DIVISIONS:
            message = _("A season can have up to %(most)d divisions.")
            raise EventRefused(Message(message, {"most": MOST_DIVISIONS}), field="event")
        act.data["division"] = level
        return Division.objects.create(season=season, event=event, level=level)


def remove_division(league_id: int, actor: Account, event_id: int, *, expect: int | None = None) -> None:
    """Let an event be no division of the season that is on; those below it move up one level.

    Moves by hand are dropped: they name divisions. Raises NotAllowed, Stale and DoesNotExist.
    """
    with commit_permitted(f"league:{league_id}", actor, RemoveDivision, expect=expect, event=event_id):
        season = season_on(league_id)
        Division.objects.get(season=season, event=event_id).delete()
        season.moves.all().delete()
        for level, division in enumerate(season.divisions.order_by("level"), 1):
            if division.level != level:
                division.level = level
                division.save(update_fields=["level"])


def move_by_hand(
    league_id: int, actor: Account, person_id: int, *, to: int | None, reason: str, expect: int | None = None
) -> SeasonMove:
    """Decide where a player of this season plays in the next one, whatever the standings say; None: nowhere.

    Raises NotAllowed, Stale, EventRefused and DoesNotExist: of the league, or of a person who plays in no division.
    """
    key = f"league:{league_id}"
    require(actor, MoveByHand.permission, key)
    why = reason.strip()
    if not why or len(why) > LONGEST_REASON:
        raise EventRefused(Message(_("Give a reason for the move.")), field="reason")
    with journal.commit(key, actor, MoveByHand, expect=expect, division=to) as act:
        season = season_on(league_id)
        if to is not None and not season.divisions.filter(level=to).exists():
            raise EventRefused(Message(_("This season has no such division.")), field="to")
        person = canonical_ids([person_id]).get(person_id)
        if person is None:
            raise Person.DoesNotExist
        act.data["person"] = person
        records = record_ids(person)
        member = Member.objects.filter(event__division__season=season, person__in=records).first()
        if member is None:
            raise Person.DoesNotExist
        season.moves.filter(person__in=records).delete()
        division = Division.objects.get(event=member.event_id).level
        return SeasonMove.objects.create(
            season=season, person_id=person, division=division, to=to, by_hand=True, reason=why
        )


def take_back_move(league_id: int, actor: Account, person_id: int, *, expect: int | None = None) -> None:
    """Let a player move by the standings again. Raises NotAllowed, Stale and SeasonMove.DoesNotExist."""
    with commit_permitted(f"league:{league_id}", actor, TakeBackMove, expect=expect) as act:
        season = season_on(league_id)
        act.data["person"] = canonical_ids([person_id]).get(person_id, person_id)
        moves = season.moves.filter(by_hand=True, person__in=record_ids(person_id))
        if not moves.exists():
            raise SeasonMove.DoesNotExist
        moves.delete()

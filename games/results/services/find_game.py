"""Which game of a parent scope is a record of? By its number, else by who played."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence

from django.db.models import F, Q
from django.db.models.functions import Coalesce

from common.journal.models import Scope
from games.core.services.errors import RecordRefused
from games.models import FiledRecord, Game
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.errors import RuleError
from gipf_engine.rules.formats import read_any
from players.names import normalize_name

_IN_FILE_NAME = re.compile(r"game-(\d{1,15})(?:-record-\d+)?\.\w+$")
_DATE = "%Y.%m.%d"


class GameFinder:
    """The games that some records of a file are of, read in two queries.

    A tag GameId, or a file called as downloads are ("…-game-12.txt"), names the game. Without one it is the game of the
    tags White and Black; where they met more than once, the one with the set-up or on the date of the record.
    """

    def __init__(self, parent_scope: Scope, rows: Sequence[FiledRecord]) -> None:
        self.tags = {row.pk: _tags_of(row.text) for row in rows}
        ids = {number for row in rows if (number := self._number_of(row)) is not None}
        pairs = {self._pair_of(row) for row in rows}
        whites, blacks = {white for white, _black in pairs}, {black for _white, black in pairs}
        games = (
            Game.objects.select_related("parent_scope", "white", "black")
            .annotate(
                white_folded=Coalesce(F("white__merged_into__folded"), F("white__folded")),
                black_folded=Coalesce(F("black__merged_into__folded"), F("black__folded")),
            )
            .filter(parent_scope=parent_scope, removed_at=None)
            .filter(Q(pk__in=ids) | Q(white_folded__in=whites, black_folded__in=blacks))
        )
        self.by_id: dict[int, Game] = {}
        self.by_pair: dict[tuple[str, str], list[Game]] = defaultdict(list)
        for game in games.order_by("pk"):
            self.by_id[game.pk] = game
            self.by_pair[game.white_folded, game.black_folded].append(game)

    def find(self, row: FiledRecord) -> Game:
        """The game. Raises `RecordRefused` where there is none, or more than one."""
        number = self._number_of(row)
        if number is not None:
            if number not in self.by_id:
                raise RecordRefused(Message(_("This event has no game %(number)d."), {"number": number}))
            return self.by_id[number]
        found = self._narrow(row, self.by_pair[self._pair_of(row)])
        if not found:
            raise RecordRefused(Message(_("No game of this event has the players that the record names.")))
        if len(found) > 1:
            raise RecordRefused(
                Message(
                    _("These players have several games (%(count)d) in this event: add a GameId tag."),
                    {"count": len(found)},
                )
            )
        return found[0]

    def _narrow(self, row: FiledRecord, games: Sequence[Game]) -> Sequence[Game]:
        tags = self.tags[row.pk]
        setup, date = "".join(tags.get("Setup", "").split()), tags.get("Date", "")
        if len(games) > 1:
            games = [game for game in games if game.setup == setup] or games
        if len(games) > 1:
            games = [game for game in games if game.played_on and game.played_on.strftime(_DATE) == date] or games
        return games

    def _number_of(self, row: FiledRecord) -> int | None:
        tag = self.tags[row.pk].get("GameId", "")
        if tag.isascii() and tag.isdigit() and len(tag) < 16:
            return int(tag)
        found = _IN_FILE_NAME.search(row.part)
        return int(found[1]) if found else None

    def _pair_of(self, row: FiledRecord) -> tuple[str, str]:
        tags = self.tags[row.pk]
        return normalize_name(tags.get("White", "")), normalize_name(tags.get("Black", ""))


def _tags_of(text: str) -> Mapping[str, str]:
    """The tags of a record, whatever its format; none where it cannot be read."""
    try:
        return next((record.tags for record in read_any(text)), {})
    except RuleError:
        return {}

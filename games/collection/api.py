"""The endpoints of the collection of public games, and of its archives."""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import BIGGEST_NUMBER
from common.api_filters import ordering_field
from games.collection.queries.archives import archive_progress, finished_archives
from games.collection.queries.collection import (
    LONGEST_GAME,
    LONGEST_NAME,
    LONGEST_OPENING,
    ORDERINGS,
    CollectionQuery,
    FoundGame,
    find_games,
    next_turns,
    read_position,
)
from games.core.api_shapes import GameRow
from games.core.rate_limit import PAGE, last_page, take_search
from games.models import RecordArchive
from games.results.services.submit_score import LONGEST_POSITION
from gipf_engine.messages import Message, Refused
from gipf_engine.messages import gettext_noop as _
from gipf_engine.results import RESULTS
from gipf_engine.rules import all_rules
from gipf_engine.rules.base import TWO_SEATS
from players.core.api import BaseAPIView
from players.core.rate_limit import TooMany

_RULES = [key for key, rules in all_rules().items() if rules.seats == TWO_SEATS]
_RESULTS = [code for code, result in RESULTS.items() if result.played]


class CollectionAsked(serializers.Serializer[Any]):
    """What is looked for. Each value that is left out finds everything.

    `opening`: the first turns, with spaces between them; `position`: a position text. Both take `rules`, and find the
    position itself and its mirror images, whichever way it was reached. `guests`: the games of guests, which are
    left out otherwise.
    """

    player = serializers.CharField(
        max_length=LONGEST_NAME, default="", allow_blank=True, help_text="Words of a player’s name; empty for all."
    )
    opponent = serializers.CharField(
        max_length=LONGEST_NAME, default="", allow_blank=True, help_text="Words of the other’s name; empty for all."
    )
    event = serializers.CharField(max_length=LONGEST_NAME, default="", allow_blank=True)
    rules = serializers.ChoiceField(_RULES, default="", allow_blank=True)
    result = serializers.ChoiceField(_RESULTS, default="", allow_blank=True)
    since = serializers.DateField(default=None, allow_null=True)
    until = serializers.DateField(default=None, allow_null=True)
    fewest = serializers.IntegerField(default=None, allow_null=True, min_value=0, max_value=LONGEST_GAME)
    most = serializers.IntegerField(default=None, allow_null=True, min_value=0, max_value=LONGEST_GAME)
    record = serializers.BooleanField(default=None, allow_null=True)
    analysed = serializers.BooleanField(default=False)
    guests = serializers.BooleanField(default=False)
    opening = serializers.CharField(max_length=LONGEST_OPENING, default="", allow_blank=True)
    position = serializers.CharField(max_length=LONGEST_POSITION, default="", allow_blank=True)
    page = serializers.IntegerField(default=1, min_value=1, max_value=BIGGEST_NUMBER)


class GamesAsked(CollectionAsked):
    """What is looked for, and in which order the games come: by when they were entered."""

    ordering = ordering_field(ORDERINGS)


class FoundGameShape(GameRow):
    """A game that was found; `ply`: after how many turns the position came up in it, null without one."""

    ply = serializers.IntegerField(allow_null=True)

    def to_representation(self, instance: FoundGame) -> dict[str, Any]:
        return {**GameRow(instance.row).data, "ply": instance.ply}


class FoundGamesShape(serializers.Serializer[Any]):
    """A page of games. `count` stops at 10,001, which means that there are more."""

    count = serializers.IntegerField()
    games = FoundGameShape(many=True)


class NextTurnShape(serializers.Serializer[Any]):
    """A turn that was played in a position: how often, and how those games ended. `position` is the one after it."""

    token = serializers.CharField()
    position = serializers.CharField()
    games = serializers.IntegerField()
    white = serializers.IntegerField()
    draws = serializers.IntegerField()
    black = serializers.IntegerField()
    other = serializers.IntegerField()


class NextTurnsShape(serializers.Serializer[Any]):
    """The position in words of its rules, and its next turns, the most frequent first."""

    position = serializers.CharField()
    turns = NextTurnShape(many=True)


class CollectionAPIView(BaseAPIView):
    """An endpoint of the collection."""

    asked: type[CollectionAsked] = CollectionAsked

    def query(self) -> tuple[CollectionQuery, int]:
        """What is asked for, and the page."""
        try:
            take_search(self.request.user, self.request._request)
        except TooMany as many:
            raise Throttled(many.seconds) from None
        values = self.validated_query(self.asked)
        page = values.pop("page")
        text, opening = (values.pop(name).strip() for name in ("position", "opening"))
        return CollectionQuery(
            **values, position=read_position(values["rules"], text, opening, self.request.user)
        ), page


class Collection(CollectionAPIView):
    """The collection of all public games."""

    asked = GamesAsked

    @extend_schema(parameters=[GamesAsked], responses=FoundGamesShape)
    def get(self, request: Request) -> Response:
        """Public games by player, event, rules, result, date, length, opening and position, newest entries first.

        50 a page; up to 20 pages without a token, 200 with one.
        """
        query, page = self.query()
        if page > last_page(request.user):
            raise Refused(Message(_("Later pages are not shown: narrow the search.")), field="page")
        return self.listed(FoundGamesShape(find_games(query, (page - 1) * PAGE, PAGE)).data)


class NextTurns(CollectionAPIView):
    """Statistics of openings."""

    @extend_schema(parameters=[CollectionAsked], responses=NextTurnsShape)
    def get(self, request: Request) -> Response:
        """The next turns played in a position, mirror images together, with the results of those games.

        For very frequent positions, the latest 10,000 games are counted. `page` is ignored.
        """
        query, _page = self.query()
        if query.position is None:
            raise Refused(Message(_("Give a position or an opening.")), field="position")
        return Response(NextTurnsShape({"position": query.position.text(), "turns": next_turns(query)}).data)


class ArchiveShape(serializers.Serializer[Any]):
    """An archive: a ZIP of text files in the record format. `size` in bytes; `sha256` in hexadecimal digits.

    `up_to_date_at`: when it was last seen to hold what is public. `url` is where it is downloaded.
    """

    id = serializers.IntegerField(source="pk")
    made_at = serializers.DateTimeField()
    up_to_date_at = serializers.DateTimeField(source="checked_at")
    records = serializers.IntegerField()
    size = serializers.IntegerField()
    sha256 = serializers.CharField()
    url = serializers.SerializerMethodField()

    def get_url(self, archive: RecordArchive) -> str:
        address: str = self.context["request"].build_absolute_uri(reverse("games-archive", args=[archive.pk]))
        return address


class ArchiveProgressShape(serializers.Serializer[Any]):
    """How many records are in the archive that is being made, and how many it will have (0: not begun)."""

    done = serializers.IntegerField()
    total = serializers.IntegerField()


class ArchivesShape(serializers.Serializer[Any]):
    """Archives that can be downloaded, the newest first. `next` is null where none is being made."""

    archives = ArchiveShape(many=True)
    next = ArchiveProgressShape(allow_null=True)


class Archives(BaseAPIView):
    """The archives of all public records."""

    @extend_schema(responses=ArchivesShape)
    def get(self, request: Request) -> Response:
        """All public records as one file, made again on each day on which something changed.

        `python -m gipf_engine checkarchive FILE --sha256 DIGEST` checks the file and every record in it.
        """
        values = {"archives": finished_archives(), "next": archive_progress()}
        return Response(ArchivesShape(values, context={"request": request}).data)

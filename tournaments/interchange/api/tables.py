"""Tables: standings with the sums behind them, cross table, and what can be chosen for an event."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Any

from django.http import Http404
from django.http.response import HttpResponseBase
from django.utils.translation import get_language, gettext
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import PointsField, WordsField
from common.journal import queries as journal
from gipf_engine.results import RESULTS
from gipf_engine.rules import all_rules
from gipf_engine.rules.introduced_games import IntroducedGame, introduced_games
from gipf_engine.tournament.pairing.base import Option, PairingSystem
from gipf_engine.tournament.standings import tie_breaks
from players.core.api import BaseAPIView
from tournaments.core.api import EntryName, EventAPIView
from tournaments.core.errors import EventRefused
from tournaments.core.formats import formats, has_opponents, options_of
from tournaments.core.hidden_standings import hidden_after, need_shown
from tournaments.core.loader import EventData
from tournaments.core.queries.cached import get_or_compute, rows_of
from tournaments.core.queries.events import lists_of_closed
from tournaments.interchange.formats.exporters import EXPORTERS
from tournaments.interchange.formats.tables import signed_values
from tournaments.interchange.services.import_requests import sign_event
from tournaments.models import Event
from tournaments.rate_limit import admission, table_admission
from tournaments.standings.queries.crosstables import cross_grid_of
from tournaments.standings.queries.standings import explain_standings, standings, with_rating_changes
from tournaments.standings.queries.what_if import FIELD, compare, parse_supposed, supposed_standings


class ColumnShape(serializers.Serializer[Any]):
    """A tie-break of the event."""

    code = serializers.CharField()
    name = WordsField()
    help = WordsField()


class ValueShape(serializers.Serializer[Any]):
    """A tie-break's value as it is printed, and the sum that it is, in words."""

    code = serializers.CharField()
    text = serializers.CharField()
    explanation = WordsField()


class SupposedValueShape(serializers.Serializer[Any]):
    """A tie-break's value as it is printed."""

    code = serializers.CharField()
    text = serializers.CharField()


class StandingShape(serializers.Serializer[Any]):
    """A row of the standings. `rank` is null, and `values` are none, for one whose games do not count.

    In leagues `rank` is that within the `group`; `move` is "up" or "down" for who changes groups after the season,
    "open" for who shares a place across that border, else "". In matches `group` is the team. `rating` is that by which
    the event seeds; `rating_change` (known once the event is closed and rated, and of the last table alone) and
    `performance` are null where the event does not show them (its `rating_columns`).
    """

    rank = serializers.IntegerField(allow_null=True)
    group = serializers.IntegerField(source="entry.group", allow_null=True)
    move = serializers.CharField()
    entry = EntryName()
    points = PointsField()
    values = ValueShape(many=True)
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField()
    rating = serializers.IntegerField(source="entry.rating", allow_null=True)
    rating_change = serializers.IntegerField(allow_null=True)
    performance = serializers.IntegerField(allow_null=True)


class StandingsShape(serializers.Serializer[Any]):
    """The table after `rounds` of `rounds_total` rounds. `is_final`: no result is missing and no round follows."""

    rounds = serializers.IntegerField()
    rounds_total = serializers.IntegerField()
    open_games = serializers.IntegerField()
    is_final = serializers.BooleanField()
    columns = ColumnShape(many=True)
    rows = StandingShape(many=True)


class StandingsAsked(serializers.Serializer[Any]):
    """`round`: after which round, up to the last that is paired; without it the table is that of now."""

    round = serializers.IntegerField(min_value=1, required=False, help_text="After which round; left out, as of now.")


class MarkShape(serializers.Serializer[Any]):
    """One side of one game: 1, ½ or 0, + or - for a forfeit, · while open, ∅ if void; U, F, H or Z for a bye.

    `opponent` is a pairing number. `annulled`: the game stands in the table, not in the sum. `rated` is the result that
    ratings count instead of this one, "" where they count this one.
    """

    text = serializers.CharField()
    game = serializers.IntegerField(allow_null=True)
    colour = serializers.CharField()
    opponent = serializers.IntegerField(allow_null=True)
    round = serializers.IntegerField()
    annulled = serializers.BooleanField()
    rated = serializers.CharField(allow_blank=True)


class CrossRowShape(serializers.Serializer[Any]):
    """A player's row: a cell for every head."""

    rank = serializers.IntegerField(source="standing.rank", allow_null=True)
    entry = EntryName(source="standing.entry")
    points = PointsField(source="standing.points")
    cells = serializers.ListField(child=MarkShape(many=True, allow_null=True))


class CrossTableShape(serializers.Serializer[Any]):
    """Everybody against everybody (`grid`: heads are pairing numbers, null on the diagonal), else round by round.

    `is_final`: no result is missing (`open_games`) and no round follows.
    """

    is_final = serializers.BooleanField(source="progress.is_final")
    open_games = serializers.IntegerField(source="progress.open_games")
    grid = serializers.BooleanField()
    heads = serializers.ListField(child=serializers.IntegerField())
    rows = CrossRowShape(many=True)


class TableAPIView(EventAPIView):
    """A whole table of an event."""

    def _cached(self, event: Event, what: str, version: int, answer: Callable[[], Any]) -> Any:
        """The table as it is sent, in the reader's language, for as long as nothing happens in the event."""
        admit = table_admission(self.request._request, event)
        return get_or_compute(event, f"api:{what}:{get_language()}", version, object, answer, admit)


class Standings(TableAPIView):
    """Who stands where, and why."""

    path = "standings"

    @extend_schema(parameters=[StandingsAsked], responses=StandingsShape)
    def get(self, request: Request, event_id: int) -> HttpResponseBase:
        """The standings, with each tie-break written as its sum (in the language of Accept-Language).

        With `round`, those after an earlier round; 404 if it is not paired.
        """
        event, asked = self.event(event_id), self.validated_query(StandingsAsked).get("round")

        def render(rows: EventData, version: int) -> Any:
            if asked is not None and asked > len(rows.rounds):
                raise Http404
            after = None if asked == len(rows.rounds) else asked
            what = f"standings:{after}:{whole}:{sha256(lists.encode()).hexdigest()[:16]}"
            return self._cached(event, what, version, lambda: _standings_shape(event, version, after, whole=whole))

        lists, whole = lists_of_closed(event), self.sees_all(event)
        return self.conditional_get(event, render, lists, str(whole))


def _standings_shape(event: Event, version: int, after: int | None, *, whole: bool) -> Any:
    """The standings with their sums. What the event did to ratings is known of the last table alone."""
    table = explain_standings(event, version, after=after, whole=whole)
    is_now = after is None and (whole or hidden_after(event, version) is None)
    return StandingsShape(table if not is_now else with_rating_changes(event, table)).data


class SignedResults(TableAPIView):
    """The final standings of a closed event, signed."""

    path = "signed"

    @extend_schema(responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, event_id: int) -> Response:
        """A statement signed by this server now (docs/certificates.md); 409 before the event is closed."""
        event = self.event(event_id)
        table_admission(request._request, event)()
        version = journal.version(event.scope)
        rows = rows_of(event, version)
        need_shown(rows, whole=self.sees_all(event))
        return Response(sign_event(event, signed_values(rows, standings(event, version, whole=True))))


class SupposedRowShape(serializers.Serializer[Any]):
    """A row of the supposed table. `rank_now` is the player's rank as things stand."""

    rank = serializers.IntegerField(source="row.rank", allow_null=True)
    rank_now = serializers.IntegerField(source="now", allow_null=True)
    group = serializers.IntegerField(source="row.entry.group", allow_null=True)
    entry = EntryName(source="row.entry")
    points = PointsField(source="row.points")
    values = SupposedValueShape(many=True, source="row.values")
    won = serializers.IntegerField(source="row.won")
    drawn = serializers.IntegerField(source="row.drawn")
    lost = serializers.IntegerField(source="row.lost")


class SupposedShape(serializers.Serializer[Any]):
    """A table that is not real: `supposed` are the results that it takes for granted, by game.

    `is_final` is false: nothing of it has happened.
    """

    is_final = serializers.BooleanField()
    supposed = serializers.DictField(child=serializers.CharField())
    columns = ColumnShape(many=True)
    rows = SupposedRowShape(many=True)


SUPPOSED = OpenApiParameter(
    FIELD,
    {"type": "array", "items": {"type": "string"}},
    explode=True,
    description="The id of an open game and the result that is supposed: 12:1-0. Repeat it for each game.",
)


class SupposedStandings(TableAPIView):
    """What if open games ended as one supposes."""

    path = "what-if"

    @extend_schema(parameters=[SUPPOSED], responses=SupposedShape)
    def get(self, request: Request, event_id: int) -> HttpResponseBase:
        """The table that would be: `?result=12:1-0&result=13:0-1`, by open game, 40 results at most. Stores nothing.

        400 for a game that is not open (any more). Without a key to the API tables are limited by address (429).
        """
        event = self.event(event_id)
        if event.state != Event.State.RUNNING or not has_opponents(event.format):
            raise Http404

        whole = self.sees_all(event)

        def render(rows: EventData, version: int) -> Any:
            need_shown(rows, whole=whole)
            admission(request._request)()
            table_admission(request._request, event)()
            try:
                supposed = parse_supposed(request.query_params.getlist(FIELD))
                table = supposed_standings(rows, supposed)
            except EventRefused as error:
                raise serializers.ValidationError({FIELD: [error.message.translate(gettext)]}) from error
            shown = {
                "is_final": False,
                "columns": table.columns,
                "rows": compare(table, standings(event, version, whole=True)),
            }
            return SupposedShape(shown | {"supposed": {str(game): code for game, code in supposed.items()}}).data

        return self.conditional_get(event, render, str(whole))


class CrossTable(TableAPIView):
    """Who had what against whom."""

    path = "crosstable"

    @extend_schema(responses=CrossTableShape)
    def get(self, request: Request, event_id: int) -> HttpResponseBase:
        """The cross table, in the order of the standings."""
        event = self.event(event_id)
        whole = self.sees_all(event)

        def render(rows: EventData, version: int) -> Any:
            need_shown(rows, whole=whole)
            return self._cached(
                event, "cross-table", version, lambda: CrossTableShape(cross_grid_of(rows, version, whole=True)).data
            )

        return self.conditional_get(event, render, str(whole))


# --- what can be chosen --------------------------------------------------------------------------------


class OptionShape(serializers.Serializer[Any]):
    """An option of a rule set, and what it changes."""

    key = serializers.CharField()
    help = WordsField()


class RulesShape(serializers.Serializer[Any]):
    """A rule set of a game."""

    key = serializers.CharField()
    name = WordsField()
    help = WordsField()
    seats = serializers.IntegerField()
    options = serializers.SerializerMethodField()

    @extend_schema_field(OptionShape(many=True))
    def get_options(self, rules: Any) -> Any:
        return OptionShape([{"key": key, "help": text} for key, text in rules.option_help.items()], many=True).data


class GameShape(serializers.Serializer[Any]):
    """A game with its rule sets: what it is like, and a position from the middle of it."""

    key = serializers.CharField()
    name = WordsField()
    seats = serializers.IntegerField()
    sentence = WordsField()
    main_rules = serializers.CharField(source="main.key")
    position = serializers.SerializerMethodField()
    rules = serializers.SerializerMethodField()

    def get_position(self, game: IntroducedGame) -> str:
        position = game.position()
        return "" if position is None else position.text()

    @extend_schema_field(serializers.ListField(child=serializers.CharField()))
    def get_rules(self, game: IntroducedGame) -> list[str]:
        return [rules.key for rules in game.rules]


class FormatOptionShape(serializers.Serializer[Any]):
    """A choice within a format: a switch (true or false), or a number from `least` to `most` (null: no limit)."""

    key = serializers.CharField()
    name = WordsField()
    help = WordsField()
    is_switch = serializers.SerializerMethodField()
    default = serializers.IntegerField()
    least = serializers.IntegerField()
    most = serializers.IntegerField(allow_null=True)

    def get_is_switch(self, option: Option) -> bool:
        return isinstance(option.default, bool)


class FormatShape(serializers.Serializer[Any]):
    """A format. `needs_results`: a round is made from the results of the one before."""

    key = serializers.CharField()
    name = WordsField()
    help = WordsField()
    needs_results = serializers.BooleanField()
    options = serializers.SerializerMethodField()

    @extend_schema_field(FormatOptionShape(many=True))
    def get_options(self, system: type[PairingSystem]) -> Any:
        return FormatOptionShape(options_of(system.key), many=True).data


class TieBreakShape(serializers.Serializer[Any]):
    """A tie-break. `for_predetermined`: it says something in round robins too."""

    key = serializers.CharField()
    name = WordsField()
    help = WordsField()
    for_predetermined = serializers.BooleanField()


class ResultShape(serializers.Serializer[Any]):
    """A code of the one table of results."""

    code = serializers.CharField()
    sign = serializers.CharField(source="label")
    name = WordsField()
    played = serializers.BooleanField()
    rated = serializers.BooleanField()


class ExportFormatShape(serializers.Serializer[Any]):
    """A file format in which a whole event is exported."""

    key = serializers.CharField()
    name = WordsField()
    help = WordsField()


class ChoicesShape(serializers.Serializer[Any]):
    """Everything that an event or a result can be made of, from the registers."""

    games = GameShape(many=True)
    rules = RulesShape(many=True)
    formats = FormatShape(many=True)
    tie_breaks = TieBreakShape(many=True)
    results = ResultShape(many=True)
    export_formats = ExportFormatShape(many=True)


class Choices(BaseAPIView):
    """What can be chosen."""

    @extend_schema(responses=ChoicesShape)
    def get(self, request: Request) -> Response:
        """The games, rule sets, formats, tie-breaks, result codes and file formats that this server knows."""
        rules = [all_rules()[key] for key in sorted(all_rules())]
        known = {"rules": rules, "formats": formats(), "tie_breaks": tie_breaks(), "results": RESULTS.values()}
        known |= {"export_formats": EXPORTERS.values(), "games": introduced_games()}
        return Response(ChoicesShape(known).data)

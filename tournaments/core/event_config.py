"""What an organiser plans for an event, and whether it can be held so. No database."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from datetime import date

from gipf_engine.clocks import parse_control
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.results import Scoring
from gipf_engine.rules import all_rules, rules_for
from gipf_engine.rules.base import TWO_SEATS, Rules
from gipf_engine.rules.errors import BadSetup
from gipf_engine.tournament.medleys import MOST_GAMES
from gipf_engine.tournament.standings import tie_break
from gipf_engine.tournament.teams.standings import team_tie_break
from players.core.time_zones import time_zones
from ratings.models.coverage import all_coverages
from tournaments.core.errors import EventRefused, kept_name
from tournaments.core.formats import (
    MOST_ROUNDS,
    POINTS,
    format_of,
    has_opponents,
    is_by_clock,
    is_for_teams,
    is_predetermined,
    options_of,
    usual_tie_breaks,
    validate_options,
)
from tournaments.core.played_here import USUAL_MINUTES_IN_ARENA, validate_clock
from tournaments.models import Event
from tournaments.rating_columns import RatingColumn

LONGEST_ABOUT = 2000
MOST_TIE_BREAKS = 8
MOST_TENTHS = 1000
YEARS = (1990, 2199)
FEWEST_GAMES = 2
MOST_CHOICE_MINUTES = 14 * 24 * 60


@dataclass(frozen=True, slots=True, kw_only=True)
class EventConfig:
    """All that an organiser decides about an event. `scoring` holds fields of `Scoring`, in tenths of a point.

    `time_control` and `no_show_minutes` are for games that are played on this server; "" for over the board.
    `rounds_planned` counts only for formats in which the organiser chooses it; `format_options` are choices within the
    format. `tie_breaks` None are those that the format usually has.
    `rating_columns` are what standings show of ratings. `medley` are the rule sets of an event of several games, and
    `rules` is the first of them; the columns of `Event` beside it say how they follow each other.
    """

    name: str
    starts_on: date
    ends_on: date
    time_zone: str
    rules: str
    format: str = "round-robin"
    format_options: Mapping[str, object] = field(default_factory=dict)
    place: str = ""
    about: str = ""
    options: tuple[str, ...] = ()
    medley: tuple[str, ...] = ()
    medley_order: str = ""
    mixed_matches: bool = False
    choice_minutes: int | None = None
    seeding_list: str = ""
    handicap: str = Event.Handicap.NONE
    setups: str = Event.Setups.ROUND
    rounds_planned: int | None = None
    games_per_round: int = 1
    scoring: Mapping[str, int] = field(default_factory=dict)
    tie_breaks: tuple[str, ...] | None = None
    agreed_draws: bool = False
    rated: bool = True
    self_entry: bool = False
    time_control: str = ""
    no_show_minutes: int | None = None
    rating_columns: tuple[str, ...] = (RatingColumn.RATING.value, RatingColumn.CHANGE.value)

    def values(self) -> dict[str, object]:
        """The columns of `Event` that the plan fills."""
        lists = {"tie_breaks": list(self.tie_breaks or ()), "rating_columns": list(self.rating_columns)}
        lists["medley"] = list(self.medley)
        return asdict(self) | {"options": sorted(self.options)} | lists


MEDLEY_FIELDS = ("medley", "medley_order", "mixed_matches", "choice_minutes", "seeding_list")
"""What only events of several games have."""
FIXED_AT_START = frozenset({"format", "rules", "options", "handicap", "games_per_round", "rated", *MEDLEY_FIELDS})
"""What numbers and games are made from: it cannot change once the event runs."""
FIXED_AT_ROUND_1 = frozenset({"format_options", "rounds_planned", "scoring", "setups"})
"""What was announced for the rounds and the table: it cannot change once a round is paired."""
FIXED_WHEN_CLOSED = frozenset(
    {"starts_on", "ends_on", "time_zone", "tie_breaks", "self_entry", "agreed_draws", "time_control", "no_show_minutes"}
)


def config_of(event: Event) -> EventConfig:
    """The plan that an event is held by."""
    chosen = {each.name: getattr(event, each.name) for each in fields(EventConfig)}
    lists = {name: tuple(chosen[name]) for name in ("options", "medley", "tie_breaks", "rating_columns")}
    return EventConfig(**chosen | lists)


def validate(plan: EventConfig) -> EventConfig:
    """The plan as it is kept: names trimmed, codes in capitals, scoring complete.

    Raises EventRefused, which names the field and says what is wrong with it.
    """
    _check_dates(plan)
    _check_format(plan)
    plan = plan if has_opponents(plan.format) else _without_opponents(plan)
    plan = _by_clock(plan) if is_by_clock(plan.format) else plan
    plan = _medley(plan)
    _check_game(plan)
    _check_round(plan)
    control, minutes = validate_clock(plan.time_control, plan.no_show_minutes)
    scoring, options = _a_scoring(plan), validate_options(plan.format, plan.format_options)
    _check_acceleration(options, scoring)
    _check_match_points(plan.format, options)
    return replace(
        plan,
        format_options=options,
        name=kept_name(plan.name),
        place=kept_name(plan.place, "place") if plan.place.strip() else "",
        about=_an_about(plan.about),
        rounds_planned=_planned_rounds(plan),
        scoring=scoring,
        tie_breaks=_tie_breaks(plan),
        time_control=control,
        no_show_minutes=minutes,
        rating_columns=_rating_columns(plan),
    )


def _without_opponents(plan: EventConfig) -> EventConfig:
    """The plan without what only games between two have: ratings, colours, draws, handicaps."""
    plan = replace(plan, rated=False, agreed_draws=False, games_per_round=1, time_control="", no_show_minutes=None)
    plan = replace(plan, handicap=Event.Handicap.NONE, setups=Event.Setups.ROUND)
    return _of_one_game(plan, Message(_("In this format players play alone: a medley is for two.")))


def _of_one_game(plan: EventConfig, message: Message) -> EventConfig:
    """The plan, which has one game. EventRefused with `message` for a medley."""
    if plan.medley:
        raise _refusal("medley", message)
    return plan


def _medley(plan: EventConfig) -> EventConfig:
    """The plan with its games in order: as it is for one game, with all that a medley needs for several."""
    if not plan.medley:
        if plan.medley_order:
            raise _refusal("medley", Message(_("A medley has at least two games: choose more games.")))
        return replace(plan, mixed_matches=False, choice_minutes=None, seeding_list="")
    if is_for_teams(plan.format):
        raise _refusal("medley", Message(_("Medleys are for single players: choose a format without teams.")))
    _check_medley_games(plan.medley)
    if plan.medley_order not in Event.MedleyOrder.values:
        raise _refusal("medley_order", Message(_("Choose how the game of a round is settled.")))
    if plan.handicap != Event.Handicap.NONE:
        raise _refusal("handicap", Message(_("In a medley, no handicaps are given.")))
    is_chosen = plan.medley_order == Event.MedleyOrder.CHOICE
    minutes = plan.choice_minutes if is_chosen else None
    if minutes is not None and not 1 <= minutes <= MOST_CHOICE_MINUTES:
        message = Message(_("Allow 1 to %(most)d minutes for the choice."), {"most": MOST_CHOICE_MINUTES})
        raise _refusal("choice_minutes", message)
    if plan.seeding_list and plan.seeding_list not in {each.key for each in all_coverages()}:
        raise _refusal("seeding_list", Message(_("This rating list does not exist.")))
    return replace(
        plan,
        rules=plan.medley[0],
        mixed_matches=plan.mixed_matches and plan.games_per_round > 1,
        choice_minutes=minutes,
        options=tuple(option for option in plan.options if any(_knows(key, option) for key in plan.medley)),
    )


def _check_medley_games(games: tuple[str, ...]) -> None:
    if len(set(games)) < FEWEST_GAMES:
        raise _refusal("medley", Message(_("A medley has at least two games: choose more games.")))
    if len(games) > MOST_GAMES:
        raise _refusal("medley", Message(_("A medley lists at most %(most)d games."), {"most": MOST_GAMES}))
    for key in games:
        rules = all_rules().get(key)
        if rules is None:
            raise _refusal("medley", Message(_("The game “%(key)s” does not exist."), {"key": key[:40]}))
        if rules.seats != TWO_SEATS:
            raise _refusal("medley", Message(_("A medley is of games for two: leave out the solitaires.")))


def _knows(key: str, option: str) -> bool:
    return option in all_rules()[key].option_help


def _by_clock(plan: EventConfig) -> EventConfig:
    """The plan of an arena: on this server, in real time, single games without handicaps, two points for a win."""
    plan = _of_one_game(plan, Message(_("An arena has one game: choose a format with rounds for a medley.")))
    if not plan.time_control.strip():
        raise _refusal("time_control", Message(_("An arena is played on this server: choose a clock.")))
    control, _minutes = validate_clock(plan.time_control, None)
    if not parse_control(control).is_real_time:
        raise _refusal("time_control", Message(_("An arena is played in real time: choose a clock with minutes.")))
    minutes = USUAL_MINUTES_IN_ARENA if plan.no_show_minutes is None else plan.no_show_minutes
    scoring = {"win": 20, "draw": 10, "loss": 0}
    plan = replace(plan, no_show_minutes=minutes, games_per_round=1, scoring=scoring)
    return replace(plan, handicap=Event.Handicap.NONE, setups=Event.Setups.BOARD)


def _refusal(name: str, message: Message) -> EventRefused:
    return EventRefused(message, field=name)


def _an_about(text: str) -> str:
    about = text.replace("\r\n", "\n").strip()
    if len(about) > LONGEST_ABOUT:
        raise _refusal("about", Message(_("Use at most %(most)s characters."), {"most": LONGEST_ABOUT}))
    if any(ord(character) < ord(" ") and character not in "\n\t" for character in about):
        raise _refusal("about", Message(_("The text contains unprintable characters.")))
    return about


def _check_dates(plan: EventConfig) -> None:
    if plan.ends_on < plan.starts_on:
        raise _refusal("ends_on", Message(_("The last day comes before the first.")))
    for name, day in (("starts_on", plan.starts_on), ("ends_on", plan.ends_on)):
        if not YEARS[0] <= day.year <= YEARS[1]:
            years = {"first": YEARS[0], "last": YEARS[1]}
            raise _refusal(name, Message(_("The year must be between %(first)s and %(last)s."), years))
    if plan.time_zone not in time_zones():
        raise _refusal("time_zone", Message(_("There is no time zone called %(name)s."), {"name": plan.time_zone[:40]}))


def _check_game(plan: EventConfig) -> None:
    options = [each for each in plan.options if not plan.medley or _knows(plan.rules, each)]
    try:
        rules = rules_for(plan.rules, frozenset(options))
    except BadSetup as error:
        raise _refusal("options" if plan.options else "rules", error.message) from error
    _check_seats(plan, rules)
    if plan.handicap not in Event.Handicap.values:
        raise _refusal("handicap", Message(_("This handicap policy does not exist.")))
    if plan.setups not in Event.Setups.values:
        raise _refusal("setups", Message(_("There are no such set-ups.")))


def _check_seats(plan: EventConfig, rules: Rules) -> None:
    """Solitaires are for the formats in which everybody plays alone, games for two for all others."""
    if has_opponents(plan.format):
        if rules.seats != TWO_SEATS:
            raise _refusal("rules", Message(_("This game is a solitaire: choose the Duplicate format.")))
    elif rules.seats != 1 or not rules.solver_version:
        raise _refusal("rules", Message(_("In this format players play alone: choose a solitaire.")))


def _check_format(plan: EventConfig) -> None:
    try:
        format_of(plan.format)
    except KeyError:
        raise _refusal("format", Message(_("There is no format called %(key)s."), {"key": plan.format[:30]})) from None


def _check_round(plan: EventConfig) -> None:
    if plan.games_per_round not in (1, 2):
        raise _refusal("games_per_round", Message(_("A round has one or two games.")))
    if is_for_teams(plan.format) and plan.games_per_round != 1:
        raise _refusal("games_per_round", Message(_("In matches of teams, each board has one game.")))


def _check_acceleration(options: Mapping[str, int], scoring: Mapping[str, int]) -> None:
    if options.get("baku") and (2 * scoring["draw"] != scoring["win"] or scoring["loss"]):
        message = _("Baku acceleration needs a draw worth half a win and a loss worth nothing.")
        raise _refusal("format_options", Message(message))


def _check_match_points(key: str, options: Mapping[str, int]) -> None:
    if not is_for_teams(key):
        return
    usual = {each.key: each.default for each in options_of(key)}
    win, draw, loss = ({**usual, **options}[name] for name in ("match_win", "match_draw", "match_loss"))
    if not loss <= draw <= win or loss == win:
        message = _("A match won must score more than one lost, and a drawn match must score between the two.")
        raise _refusal("format_options", Message(message))
    if 2 * draw > win + loss:
        message = _("Two drawn matches cannot score more than one won and one lost.")
        raise _refusal("format_options", Message(message))


def _planned_rounds(plan: EventConfig) -> int | None:
    """The number of rounds where the organiser chooses it; None where the format knows."""
    if format_of(plan.format).rounds(TWO_SEATS) is not None:
        return None
    if plan.rounds_planned is None or not 1 <= plan.rounds_planned <= MOST_ROUNDS:
        raise _refusal(
            "rounds_planned", Message(_("Enter the number of rounds, from 1 to %(most)s."), {"most": MOST_ROUNDS})
        )
    return plan.rounds_planned


def _rating_columns(plan: EventConfig) -> tuple[str, ...]:
    """Those that were chosen, in the order in which they stand."""
    known = [column.value for column in RatingColumn]
    for key in plan.rating_columns:
        if key not in known:
            raise _refusal("rating_columns", Message(_("There is no column called %(key)s."), {"key": key[:20]}))
    return tuple(key for key in known if key in plan.rating_columns)


def _tie_breaks(plan: EventConfig) -> tuple[str, ...]:
    if plan.tie_breaks is None:
        return usual_tie_breaks(plan.format)
    codes = tuple(code.strip().upper() for code in plan.tie_breaks)
    if len(codes) > MOST_TIE_BREAKS:
        raise _refusal("tie_breaks", Message(_("At most %(most)s tie-breaks."), {"most": MOST_TIE_BREAKS}))
    if len(set(codes)) < len(codes):
        raise _refusal("tie_breaks", Message(_("A tie-break is listed twice.")))
    for code in codes:
        _check_tie_break(code, plan.format)
    return codes


def _check_tie_break(code: str, key: str) -> None:
    if is_for_teams(key):
        _check_team_tie_break(code, key)
        return
    try:
        chosen = tie_break(code)
    except ValueError:
        raise _refusal("tie_breaks", Message(_("There is no tie-break %(code)s."), {"code": code[:20]})) from None
    if chosen.replaces_points and chosen.key != POINTS:
        raise _refusal("tie_breaks", Message(_("%(code)s is part of the format: leave it out."), {"code": code}))
    if chosen.only_in not in ("", key):
        raise _refusal("tie_breaks", Message(_("%(code)s belongs to another format."), {"code": code}))
    if is_predetermined(key) and not chosen.for_predetermined:
        raise _refusal(
            "tie_breaks", Message(_("%(code)s has no meaning in a format with fixed pairings."), {"code": code})
        )


def _check_team_tie_break(code: str, key: str) -> None:
    try:
        chosen = team_tie_break(code)
    except ValueError:
        message = _("There is no tie-break of teams called %(code)s.")
        raise _refusal("tie_breaks", Message(message, {"code": code[:20]})) from None
    if not format_of(key).needs_results and not chosen.for_predetermined:
        raise _refusal(
            "tie_breaks", Message(_("%(code)s has no meaning in a format with fixed pairings."), {"code": code})
        )


def tie_break_fits(code: str, key: str) -> bool:
    """Whether a tie-break's code can stand in an event of the format called `key`."""
    try:
        _check_tie_break(code.strip().upper(), key)
    except EventRefused:
        return False
    return True


# --- scoring -----------------------------------------------------------------------------------------


def _a_scoring(plan: EventConfig) -> dict[str, int]:
    """All points of the event, in tenths. What is not said follows from a win, a draw and a loss."""
    given = dict(plan.scoring)
    known = {each.name for each in fields(Scoring)}
    if not given.keys() <= known or not all(_is_tenths(value) for value in given.values()):
        raise _refusal("scoring", Message(_("Points are numbers from 0 to 100, in tenths.")))
    scoring = _usual_scoring(given, plan.games_per_round) | given
    _check_scoring(scoring, plan.games_per_round)
    return scoring


def _usual_scoring(given: Mapping[str, int], games: int) -> dict[str, int]:
    """What everything is worth with the win, draw and loss of `given`; a bye as much as all games of a round."""
    win, draw, loss = (given.get(name, getattr(Scoring(), name)) for name in ("win", "draw", "loss"))
    usual = {"win": win, "draw": draw, "loss": loss, "forfeit_win": win, "forfeit_loss": 0}
    return usual | {"pairing_bye": win * games, "full_bye": win * games, "half_bye": draw * games, "zero_bye": 0}


def _reachable(results: set[int], most: int) -> set[int]:
    """All points from 0 to `most` that some results give together."""
    found = {0}
    for total in range(1, most + 1):
        if any(total - points in found for points in results if points):
            found.add(total)
    return found


def with_games_per_round(plan: EventConfig, games: int) -> EventConfig:
    """The plan with other rounds: a bye that is worth what is usual follows, one that was set otherwise stays."""
    usual = _usual_scoring(plan.scoring, plan.games_per_round)
    results = ("win", "draw", "loss")
    given = {name: value for name, value in plan.scoring.items() if name in results or value != usual.get(name)}
    return replace(plan, games_per_round=games, scoring=given)


def _is_tenths(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST_TENTHS


def _check_scoring(scoring: Mapping[str, int], games: int) -> None:
    win, draw, loss = scoring["win"], scoring["draw"], scoring["loss"]
    if not loss <= draw <= win or loss == win:
        raise _refusal(
            "scoring", Message(_("A win must score more than a loss, and a draw must score between the two."))
        )
    if 2 * draw > win + loss:
        raise _refusal("scoring", Message(_("Two draws cannot score more than a win and a loss.")))
    byes = max(scoring[name] for name in ("pairing_bye", "full_bye", "half_bye", "zero_bye"))
    if byes > win * games:
        raise _refusal("scoring", Message(_("A bye cannot be worth more than winning.")))
    if scoring["pairing_bye"] not in _reachable({win, draw, loss}, win * games):
        message = _("The pairing-allocated bye must score the same as a result, such as a win or a draw.")
        raise _refusal("scoring", Message(message))
    if scoring["forfeit_win"] > win or scoring["forfeit_loss"] > loss:
        raise _refusal("scoring", Message(_("A forfeit cannot score more than the same result over the board.")))

"""What events have to do with a person who is erased: which ones, and the texts in them that may name a person."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from common.jobs import queries as jobs
from common.jobs.models import Job
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from players.erasure.texts import OwnText, ReportsWanted, TextsWanted, Tie, TiesWanted, leaves
from tournaments.models import (
    Announcement,
    AwardWithdrawal,
    Category,
    Circuit,
    Event,
    Festival,
    League,
    Member,
    PlacePrize,
    Reason,
    RoundRequest,
    Season,
    SeasonMove,
    Stage,
    StagePlan,
    Team,
    Title,
    WaitingPlayer,
)

_BEGUN = (Event.State.RUNNING, Event.State.CLOSED)

WORDS: dict[str, str] = {
    "name": _("Name of the event"),
    "place": _("Place of the event"),
    "about": _("Event information"),
}
FESTIVAL_WORDS: dict[str, str] = {
    "name": _("Name of the festival"),
    "place": _("Place of the festival"),
    "about": _("Information about the festival"),
}
STAGES_WORDS: dict[str, str] = {
    "name": _("Name of the event in stages"),
    "about": _("Information about the event in stages"),
}

CIRCUIT_WORDS: dict[str, str] = {
    "name": _("Name of the circuit"),
    "about": _("Information about the circuit"),
}
LEAGUE_WORDS: dict[str, str] = {
    "name": _("Name of the league"),
    "about": _("Information about the league"),
}


def find_ties(asked: TiesWanted) -> Iterator[Tie]:
    """The events that a person was entered in or waits for, and all others of the clubs."""
    records, clubs = asked.records, asked.clubs
    for pk, club, state in Event.objects.filter(club__in=clubs).values_list("pk", "club", "state"):
        yield Tie(f"event:{pk}", clubs[club], plays=False, secret=state == Event.State.DRAFT)
    for pk, club in Festival.objects.filter(club__in=clubs).values_list("pk", "club"):
        yield Tie(f"festival:{pk}", clubs[club], plays=False)
    for pk, club in StagePlan.objects.filter(club__in=clubs).values_list("pk", "club"):
        yield Tie(f"stages:{pk}", clubs[club], plays=False)
    for pk, club in Circuit.objects.filter(club__in=clubs).values_list("pk", "club"):
        yield Tie(f"circuit:{pk}", clubs[club], plays=False)
    for pk, club in Title.objects.filter(club__in=clubs).values_list("pk", "club"):
        yield Tie(f"title:{pk}", clubs[club], plays=False)
    for pk, club in League.objects.filter(club__in=clubs).values_list("pk", "club"):
        yield Tie(f"league:{pk}", clubs[club], plays=False)
    entered = Member.objects.filter(person__in=records).order_by("pk")
    columns = ("event", "event__state", "event__club", "person", "entry__entered_at")
    for pk, state, club, person, since in entered.values_list(*columns):
        agreed, secret = state in _BEGUN or club in clubs, state == Event.State.DRAFT
        yield Tie(f"event:{pk}", frozenset({person}), plays=True, since=since, agreed=agreed, secret=secret)
    waiting = WaitingPlayer.objects.filter(person__in=records).order_by("pk")
    for pk, state, club, person, since in waiting.values_list(
        "event", "event__state", "event__club", "person", "since"
    ):
        secret = state == Event.State.DRAFT
        yield Tie(f"event:{pk}", frozenset({person}), plays=True, since=since, agreed=club in clubs, secret=secret)


def find_texts(asked: TextsWanted) -> Iterator[OwnText]:
    """What organisers wrote about their events and acts, and what files said."""
    events = _ids_among(asked.ties, "event")
    yield from _words(events)
    yield from _words_of(Festival, FESTIVAL_WORDS, _ids_among(asked.ties, "festival"))
    yield from _words_of(Circuit, CIRCUIT_WORDS, _ids_among(asked.ties, "circuit"))
    yield from _words_of(StagePlan, STAGES_WORDS, _ids_among(asked.ties, "stages"))
    yield from _names_of_stages(_ids_among(asked.ties, "stages"))
    yield from _title_texts(_ids_among(asked.ties, "title"))
    yield from _words_of(League, LEAGUE_WORDS, _ids_among(asked.ties, "league"))
    yield from _season_texts(_ids_among(asked.ties, "league"))
    yield from _journal_reasons(events)
    yield from _names_of_events(events)
    yield from _announcements(events)


def find_reports(asked: ReportsWanted) -> Iterator[OwnText]:
    """Why workers could not make a round, and what failed."""
    events = _ids_among(asked.ties, "event")
    yield from _refusals(events)
    yield from _failures(events)


def _ids_among(ties: Mapping[str, Tie], kind: str) -> list[int]:
    """The ids of the scopes of one kind."""
    return [int(key.removeprefix(f"{kind}:")) for key in ties if key.startswith(f"{kind}:")]


def _words_of(
    model: type[Festival | Circuit | League | StagePlan], words: Mapping[str, str], ids: Collection[int]
) -> Iterator[OwnText]:
    """What is written about things that hold several events together."""
    for row in model.objects.filter(pk__in=ids).order_by("pk"):
        for field, label in words.items():
            if text := getattr(row, field):
                yield OwnText(row.scope, model, row.pk, field, text, Message(label))


def _names_of_stages(plans: Collection[int]) -> Iterator[OwnText]:
    for stage in Stage.objects.filter(plan__in=plans).order_by("pk"):
        yield OwnText(f"stages:{stage.plan_id}", Stage, stage.pk, "name", stage.name, Message(_("Name of a stage")))


def _season_texts(leagues: Collection[int]) -> Iterator[OwnText]:
    """What seasons are called, and why players were moved by hand."""
    for season in Season.objects.filter(league__in=leagues).order_by("pk"):
        what = Message(_("Name of a season"))
        yield OwnText(f"league:{season.league_id}", Season, season.pk, "name", season.name, what)
    moves = SeasonMove.objects.filter(season__league__in=leagues).exclude(reason="").select_related("season")
    for move in moves.order_by("pk"):
        what = Message(_("Reason for a move between divisions"))
        yield OwnText(f"league:{move.season.league_id}", SeasonMove, move.pk, "reason", move.reason, what)


def _title_texts(titles: Collection[int]) -> Iterator[OwnText]:
    """What titles are called, and why awards were withdrawn."""
    for title in Title.objects.filter(pk__in=titles).order_by("pk"):
        yield OwnText(title.scope, Title, title.pk, "name", title.name, Message(_("Name of a title")))
    withdrawn = AwardWithdrawal.objects.filter(award__title__in=titles).select_related("award").order_by("pk")
    for each in withdrawn:
        what = Message(_("Reason for withdrawing a title"))
        yield OwnText(f"title:{each.award.title_id}", AwardWithdrawal, each.pk, "reason", each.reason, what)


def _words(events: Collection[int]) -> Iterator[OwnText]:
    for event in Event.objects.filter(pk__in=events).only(*WORDS, "file_header").order_by("pk"):
        for field, label in WORDS.items():
            if text := getattr(event, field):
                yield OwnText(event.scope, Event, event.pk, field, text, Message(label))
        for part, text in leaves(event.file_header):
            what = Message(_("From the event's file: %(line)s"), {"line": str(part[0])})
            yield OwnText(event.scope, Event, event.pk, "file_header", text, what, part)


def _journal_reasons(events: Collection[int]) -> Iterator[OwnText]:
    for reason in Reason.objects.filter(event__in=events).order_by("pk"):
        what = Message(_("Reason in the journal of the event"))
        yield OwnText(f"event:{reason.event_id}", Reason, reason.pk, "text", reason.text, what)


def _names_of_events(events: Collection[int]) -> Iterator[OwnText]:
    named = ((Category, _("Name of a category")), (PlacePrize, _("Name of a prize")), (Team, _("Name of a team")))
    for model, label in named:
        for row in model.objects.filter(event__in=events).exclude(name="").order_by("pk"):
            yield OwnText(f"event:{row.event_id}", model, row.pk, "name", row.name, Message(label))


def _announcements(events: Collection[int]) -> Iterator[OwnText]:
    subject, note = _("Subject of an announcement"), _("Note of an announcement")
    labels = {"subject": subject, "text": _("Announcement"), "note": note}
    for row in Announcement.objects.filter(event__in=events).order_by("pk"):
        for field, label in labels.items():
            if text := getattr(row, field):
                yield OwnText(f"event:{row.event_id}", Announcement, row.pk, field, text, Message(label))


def _refusals(events: Collection[int]) -> Iterator[OwnText]:
    for request in RoundRequest.objects.filter(event__in=events).exclude(refusal={}).order_by("pk"):
        for part, text in leaves(request.refusal):
            what = Message(_("Reason for a failed pairing"))
            yield OwnText(f"event:{request.event_id}", RoundRequest, request.pk, "refusal", text, what, part)


def _failures(events: Collection[int]) -> Iterator[OwnText]:
    """Jobs about an event have its scope for a subject, or for the beginning of one: "event:12:3"."""
    for job in jobs.failed_jobs(f"event:{event}" for event in events):
        scope = ":".join(job.subject.split(":")[:2])
        yield OwnText(scope, Job, job.pk, "error", job.error, Message(_("Reason for a failed job")))

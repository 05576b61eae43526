"""What is sent with each act on a round: read by endpoints, and asked for by the forms that are derived from it."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from common.api import ConfirmField, NumberField, ReasonField, VersionField
from gipf_engine.tournament.crosstable import ByeKind
from tournaments.core.draws import ALL_BOARDS
from tournaments.core.schemas import Reasoned, Versioned
from tournaments.rounds.services.hand_pairing import StepKind
from tournaments.rounds.services.round_clocks import LONGEST


@extend_schema_serializer(component_name="RoundNew")
class PairRoundInput(Versioned):
    """The round that is meant to start: where another was quicker, nothing happens (409).

    `despite_open` starts it although games of a fixed schedule are still to be played; `played_on` is the day of
    its games, today where nothing is said; `deadline` the day by which they should be played.
    """

    number = NumberField(min_value=1, label=_("Round"))
    despite_open = serializers.BooleanField(default=False)
    played_on = serializers.DateField(allow_null=True, default=None)
    deadline = serializers.DateField(allow_null=True, default=None, label=_("To be played by"))


BYE_KINDS = [kind.value for kind in ByeKind]


class TakeBackRoundInput(Reasoned):
    """Why a round is taken back, and the round's version that the caller has seen."""


@extend_schema_serializer(component_name="RoundChange")
class SetDeadlineInput(serializers.Serializer[Any]):
    """The day by which a round should be played (null: whenever), and the round's version that the caller has seen."""

    deadline = serializers.DateField(allow_null=True, label=_("To be played by"))
    version = VersionField()


@extend_schema_serializer(component_name="BoardByHand")
class PlayOverTheBoardInput(serializers.Serializer[Any]):
    """A board by its number, why it changes (needed), and the round's version that the caller has seen."""

    board = NumberField(min_value=1)
    reason = ReasonField(default="")
    version = VersionField()


@extend_schema_serializer(component_name="TieBreakGames")
class StartTieBreakGamesInput(serializers.Serializer[Any]):
    """A board by its number, and the round's version that the caller has seen."""

    board = NumberField(min_value=1)
    version = VersionField()


@extend_schema_serializer(component_name="ExplanationWanted")
class ExplainPairingInput(serializers.Serializer[Any]):
    """The pairing numbers of two who did not meet; none for the reasons of the whole round."""

    one = NumberField(min_value=1, required=False)
    two = NumberField(min_value=1, required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if len(attrs) == 1:
            raise serializers.ValidationError(gettext("Choose two players."))
        return attrs


@extend_schema_serializer(component_name="Lock")
class LockRoundInput(serializers.Serializer[Any]):
    """The round's version that the caller has seen."""

    version = VersionField()


@extend_schema_serializer(component_name="Unlock")
class UnlockRoundInput(LockRoundInput):
    """Why the round is unlocked (needed)."""

    reason = ReasonField(default="")


@extend_schema_serializer(component_name="Redraw")
class RedrawSetupsInput(serializers.Serializer[Any]):
    """Why another set-up is drawn: needed. `board` 0 is for all boards.

    `drawn` is how many draws of the round the caller has seen; where there are more, nothing is drawn (409).
    """

    board = NumberField(default=ALL_BOARDS, label=pgettext_lazy("boards", "For"))
    reason = ReasonField(default="")
    drawn = NumberField(required=False, allow_null=True)


@extend_schema_serializer(component_name="ClockStart")
class StartClockInput(serializers.Serializer[Any]):
    """How many minutes the round lasts from now on."""

    minutes = NumberField(min_value=1, max_value=LONGEST, label=_("Minutes"))


@extend_schema_serializer(component_name="ClockTime")
class AddTimeInput(serializers.Serializer[Any]):
    """Minutes that the clock gets, below 0 those that it loses."""

    minutes = serializers.IntegerField(min_value=-LONGEST, max_value=LONGEST, label=_("Minutes"))


# --- the round that arbiters alone see -------------------------------------------------------------------


@extend_schema_serializer(component_name="Publish")
class PublishRoundInput(serializers.Serializer[Any]):
    """The draft's version that the caller has seen, and keys of what was shown and is confirmed."""

    version = VersionField()
    confirm = ConfirmField()


@extend_schema_serializer(component_name="Schedule")
class ScheduleRoundInput(PublishRoundInput):
    """When the draft is published automatically; null: it is not."""

    publish_at = serializers.DateTimeField(allow_null=True, label=_("Publish at"))


@extend_schema_serializer(component_name="Begin")
class BeginHandPairingInput(serializers.Serializer[Any]):
    """The round to pair by hand, a draft or the last one, and the version of either that the caller has seen."""

    number = NumberField(min_value=1)
    version = VersionField()


@extend_schema_serializer(component_name="StepShape")
class PairByHandInput(PublishRoundInput):
    """One step by hand, in pairing numbers: `one` begins where two are paired. `kind` is that of a bye."""

    step = serializers.ChoiceField([step.value for step in StepKind])
    one = NumberField(min_value=1, label=_("Number"))
    other = NumberField(min_value=1, required=False, label=_("and"))
    kind = serializers.ChoiceField(BYE_KINDS, required=False, label=_("Worth"))


@extend_schema_serializer(component_name="End")
class EndHandPairingInput(PublishRoundInput):
    """Why the round is paired by hand: needed where the engine pairs otherwise."""

    reason = ReasonField(default="")


UnpublishRoundInput = EndHandPairingInput


# --- a round laid out as a whole -------------------------------------------------------------------------


MOST_BOARDS = 2_000


class BoardInput(serializers.Serializer[Any]):
    """Two who meet, in pairing numbers; `white` begins."""

    white = NumberField(min_value=1)
    black = NumberField(min_value=1)


class ByeInput(serializers.Serializer[Any]):
    """A player without an opponent, in pairing numbers, and what kind of bye it is."""

    player = NumberField(min_value=1)
    kind = serializers.ChoiceField(BYE_KINDS, default=ByeKind.PAIRING.value)


@extend_schema_serializer(component_name="LayoutToCheck")
class CheckLayoutInput(serializers.Serializer[Any]):
    """The whole of a round: a draft, or the last one. Who is at no board and has no bye is not paired.

    `version` is that of the draft or, with `public`, that of the public round: of the one that the caller has read.
    `publish`: it is public at once; false: the draft stays one. A round that is public changes at once.
    """

    number = NumberField(min_value=1)
    version = VersionField()
    boards = serializers.ListField(child=BoardInput(), max_length=MOST_BOARDS)
    byes = serializers.ListField(child=ByeInput(), max_length=MOST_BOARDS, default=list)
    publish = serializers.BooleanField(default=True)
    public = serializers.BooleanField(default=False)


@extend_schema_serializer(component_name="Layout")
class LayOutRoundInput(CheckLayoutInput):
    """With why it is so, which is needed where the engine pairs otherwise, and keys of what is confirmed."""

    reason = ReasonField(default="")
    confirm = ConfirmField()


@extend_schema_serializer(component_name="Seen")
class AbandonHandPairingInput(serializers.Serializer[Any]):
    """The draft's version that the caller has seen."""

    version = VersionField()

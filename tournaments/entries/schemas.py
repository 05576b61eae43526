"""What is sent with each act on an entry: read by endpoints, and asked for by the forms that are derived from it."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from common.api import ConfirmField, IdField, NumberField, ReasonField
from gipf_engine.player_lists.meanings import MOST_RATING
from players.names import LONGEST
from tournaments.core.formats import MOST_ROUNDS
from tournaments.core.schemas import LONGEST_KEY, MOST_AT_ONCE, MOST_ENTRIES, Reasoned, Versioned
from tournaments.core.services.base import LONGEST_REASON
from tournaments.models import ByeRequest, ForbiddenGroup
from tournaments.models.questions import LONGEST_ANSWER

REQUESTED_BYES = ByeRequest.Kind.values
"""What byes that are asked for are worth."""


@extend_schema_serializer(component_name="EntryNew")
class EnterPersonInput(Versioned):
    """Who is entered: a person by id, or a new member of the club by name.

    That a new person is called as a player or a member is, has to be confirmed (409, code "confirm").
    """

    person_id = IdField(required=False)
    name = serializers.CharField(max_length=LONGEST, required=False, label=_("Name"))
    confirm = ConfirmField()

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if ("person_id" in attrs) == ("name" in attrs):
            raise serializers.ValidationError(gettext("Send either person_id or name."))
        return attrs


@extend_schema_serializer(component_name="EntriesNew")
class EnterManyInput(Versioned):
    """Names, one a player. A name that fits two members of the club is refused: enter that one by id."""

    names = serializers.ListField(
        child=serializers.CharField(max_length=LONGEST), min_length=1, max_length=MOST_AT_ONCE
    )


@extend_schema_serializer(component_name="Withdraw")
class WithdrawInput(Versioned):
    """`annul`: whether the games leave the standings; null follows the custom of round robins.

    `expel`: the player leaves the standings while the games count for the opponents; this takes a reason.
    """

    annul = serializers.BooleanField(allow_null=True, default=None, label=_("The player's results"))
    expel = serializers.BooleanField(default=False, label=_("Expelled"))
    reason = ReasonField(default="")


@extend_schema_serializer(component_name="WithdrawMany")
class WithdrawManyInput(Reasoned):
    """The entries (ids) that leave, and one reason for all of them."""

    entries = serializers.ListField(child=IdField(), max_length=MOST_ENTRIES, label=_("Players"))


@extend_schema_serializer(component_name="Readmit")
class ReadmitInput(Reasoned):
    """Why the player plays on."""


@extend_schema_serializer(component_name="ByeNew")
class RequestByeInput(Versioned):
    """A bye that is asked for. A full-point bye is the arbiter's to give, and so is a second half-point bye.

    `confirm` holds keys of what was asked (409, code "confirm") and is confirmed.
    """

    round = NumberField(min_value=1, label=_("Round"))
    kind = serializers.CharField(max_length=LONGEST_KEY, label=_("Worth"))
    confirm = ConfirmField()


@extend_schema_serializer(component_name="HalfByes")
class SetHalfByesInput(Versioned):
    """Whether the player may have half-point byes at all."""

    half_byes = serializers.BooleanField()


@extend_schema_serializer(component_name="NumbersChange")
class RenumberInput(Versioned):
    """Where two numbers or more move this is asked: `confirm` holds keys of what was asked (409, code "confirm")."""

    confirm = ConfirmField()


@extend_schema_serializer(component_name="RatingsTaken")
class TakeListedRatingsInput(Versioned):
    """The entries (ids) that get the rating of the list."""

    entries = serializers.ListField(child=IdField(), max_length=MOST_ENTRIES, label=_("Players"))


@extend_schema_serializer(component_name="RatingTyped")
class SetRatingInput(Versioned):
    """A rating for this event alone (null: none), and why it is not the one on the list."""

    rating = NumberField(min_value=1, max_value=MOST_RATING, allow_null=True, label=_("Rating"))
    reason = serializers.CharField(max_length=LONGEST_REASON, label=_("Reason"))


@extend_schema_serializer(component_name="ExclusionNew")
class AddExclusionInput(Versioned):
    """Players to keep apart, from a round to a round (null: to the end).

    `strength` "avoid" lets two of them meet where the criteria of a Swiss system leave no choice.

    Once round 1 is paired, or where pairs are avoided, this is asked, since the event leaves standard rules by it:
    `confirm` holds keys of what was asked (409, code "confirm").
    """

    entries = serializers.ListField(child=IdField(), max_length=MOST_ENTRIES, label=_("Players"))
    first_round = NumberField(min_value=1, max_value=MOST_ROUNDS, default=1, label=_("From round"))
    last_round = NumberField(min_value=1, max_value=MOST_ROUNDS, allow_null=True, default=None, label=_("To round"))
    strength = serializers.ChoiceField(
        choices=ForbiddenGroup.Strength.values, default=ForbiddenGroup.Strength.NEVER, label=_("These players meet")
    )
    confirm = ConfirmField()


@extend_schema_serializer(component_name="EntryLimitChange")
class SetEntryLimitInput(Versioned):
    """How many players the event takes; null takes all. `moves_up`: who waits longest has a free place at once."""

    most = NumberField(min_value=1, max_value=MOST_ENTRIES, allow_null=True, label=_("Player limit"))
    moves_up = serializers.BooleanField(default=True, label=_("Players move up automatically"))


class RemoveExclusionQuery(Versioned):
    """`confirm` holds keys of what was asked (409, code "confirm") and is confirmed, with commas between them."""

    confirm = serializers.CharField(max_length=400, allow_blank=True, default="")

    def validate_confirm(self, text: str) -> list[str]:
        return text.split(",")


@extend_schema_serializer(component_name="ExclusionConfirmed")
class RemoveExclusionInput(Versioned):
    """`confirm` holds keys of what was asked (409, code "confirm") and is confirmed."""

    confirm = ConfirmField()


@extend_schema_serializer(component_name="AbsentByes")
class GiveByesInput(serializers.Serializer[Any]):
    """What kind of bye the absent get. `confirm` holds keys of what was asked (409, code "confirm")."""

    kind = serializers.ChoiceField(choices=(ByeRequest.Kind.ZERO, ByeRequest.Kind.HALF))
    confirm = ConfirmField()


@extend_schema_serializer(component_name="ByesNew")
class GiveByesToInput(Reasoned):
    """The entries (ids) that get a bye of one kind in a round, and one reason for all of them.

    `confirm` holds keys of what was asked (409, code "confirm").
    """

    entries = serializers.ListField(child=IdField(), max_length=MOST_ENTRIES, label=_("Players"))
    round = NumberField(min_value=1, label=_("Round"))
    kind = serializers.ChoiceField(choices=REQUESTED_BYES, label=_("Worth"))
    confirm = ConfirmField()


@extend_schema_serializer(component_name="JoinApproval")
class ApproveRequestInput(serializers.Serializer[Any]):
    """`player`: the member whose request it is, without an account so far; null makes a new person.

    Where a member is called just so, `new` has to say that it is another person.
    """

    player = IdField(allow_null=True, default=None)
    new = serializers.BooleanField(default=False)


class AnswerGiven(serializers.Serializer[Any]):
    """What is answered to a question of the registration form. Yes and no are "yes" and "no"."""

    question = IdField()
    answer = serializers.CharField(max_length=LONGEST_ANSWER, allow_blank=True)


@extend_schema_serializer(component_name="OwnEntryNew")
class EnterMyselfInput(serializers.Serializer[Any]):
    """What the one who registers answers to the questions of the event."""

    answers = AnswerGiven(many=True, default=list)

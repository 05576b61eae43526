"""The endpoints of clubs and players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import IdField, VersionField
from common.api_filters import ordering_field
from common.entity_tags import State
from common.journal import queries as journal
from common.translation import translate_message
from gipf_engine.messages import Message, Refused
from gipf_engine.messages import gettext_noop as _
from players import services
from players.api.base import BaseAPIView
from players.erasure import MOST_SHOWN, Hit
from players.models import Club, Person
from players.names import LONGEST, normalize_name
from players.queries import clubs_of, matching
from players.queries.filters import find_clubs, find_people
from players.queries.members import members_of, rows_for

LONGEST_TIME_ZONE = 40
LONGEST_COUNTRY = 2
LONGEST_KEY = 200


# --- shapes ------------------------------------------------------------------------------------------


class ClubName(serializers.Serializer[Any]):
    """A club as others refer to it: `slug` is what addresses have."""

    slug = serializers.SlugField()
    name = serializers.CharField()


class ClubRow(ClubName):
    """A club in a list. `admitted`: its games count in the rating lists of the whole server."""

    id = IdField()
    place = serializers.CharField()
    time_zone = serializers.CharField()
    admitted = serializers.BooleanField()


class ClubOne(ClubRow):
    """One club. `version` counts all acts in it."""

    version = serializers.SerializerMethodField()

    def get_version(self, club: Club) -> int:
        return journal.version(club.scope)


class ClubNew(serializers.Serializer[Any]):
    """What a club is called and where it plays; `time_zone` is a name such as "Europe/Amsterdam"."""

    name = serializers.CharField(max_length=LONGEST)
    place = serializers.CharField(max_length=LONGEST, allow_blank=True, default="")
    time_zone = serializers.CharField(max_length=LONGEST_TIME_ZONE, default="UTC")


class ClubMade(ClubNew):
    """A new club; `admitted`: its games count in the rating lists of the whole server."""

    admitted = serializers.BooleanField(default=False)


class ClubAdmission(serializers.Serializer[Any]):
    """Whether a club's games count in the rating lists of the whole server."""

    admitted = serializers.BooleanField()


class ClubChange(ClubNew):
    """What changes of a club; what is not sent stays."""

    version = VersionField()


class PlayerName(serializers.Serializer[Any]):
    """A person as others refer to them: the one that stands for all records that were merged."""

    id = IdField()
    name = serializers.CharField()


class PlayerRow(PlayerName):
    """A person in a list; `country` is two letters or empty."""

    country = serializers.CharField()
    clubs = ClubName(many=True)


class MemberRow(PlayerName):
    """A member of a club: from `since` to `until` (null: still)."""

    country = serializers.CharField()
    since = serializers.DateField()
    until = serializers.DateField(allow_null=True)


class PlayerNew(serializers.Serializer[Any]):
    """A new person and member of the club, from `since` (today where nothing is said)."""

    name = serializers.CharField(max_length=LONGEST)
    country = serializers.CharField(max_length=LONGEST_COUNTRY, allow_blank=True, default="")
    since = serializers.DateField(allow_null=True, default=None)


class PlayerChange(serializers.Serializer[Any]):
    """How a person is called, and for what country they play; what is not sent stays."""

    name = serializers.CharField(max_length=LONGEST, required=False)
    country = serializers.CharField(max_length=LONGEST_COUNTRY, allow_blank=True, required=False)


class PlayerMerge(serializers.Serializer[Any]):
    """The record (id) that is a second one of the same person."""

    gone = IdField()


BY_NAME = ("name", "-name")


class ClubFilter(serializers.Serializer[Any]):
    """Which clubs: those with the words of `q` in the name or place, those that are `admitted` or are not."""

    q = serializers.CharField(max_length=LONGEST, required=False)
    admitted = serializers.BooleanField(default=None, allow_null=True)
    ordering = ordering_field(BY_NAME)


class PlayerSearch(serializers.Serializer[Any]):
    """Words of a name, in any case, with or without accents; members of a club (its slug), of a country."""

    q = serializers.CharField(max_length=LONGEST)
    club = serializers.SlugField(required=False)
    country = serializers.CharField(max_length=LONGEST_COUNTRY, required=False, help_text="Two letters.")
    ordering = ordering_field(BY_NAME)


class MemberFilter(serializers.Serializer[Any]):
    """Which people of the club: those whose name has the words of `q`, of a country; `former`: those who left."""

    q = serializers.CharField(max_length=LONGEST, required=False, allow_blank=True)
    former = serializers.BooleanField(default=False)
    country = serializers.CharField(max_length=LONGEST_COUNTRY, required=False, help_text="Two letters.")
    ordering = ordering_field(BY_NAME)


@dataclass(frozen=True, slots=True)
class Known:
    """A person with the clubs they belong to, as `PlayerRow` writes it."""

    id: int
    name: str
    country: str
    clubs: Sequence[Club]


def with_clubs(people: Sequence[Person]) -> list[Known]:
    """Each person with their clubs. One query."""
    clubs = clubs_of(person.pk for person in people)
    return [Known(person.pk, person.name, person.country, clubs.get(person.pk, [])) for person in people]


class ErasureHit(serializers.Serializer[Any]):
    """A place in a text: the scope whose journal will tell ("event:12"), which text, and how it reads before and after.

    `key` of a single word is what takes it out. Words around the name are left out of texts that you may not edit.
    """

    key = serializers.CharField()
    scope = serializers.CharField()
    where = serializers.CharField(source="label.name")
    what = serializers.SerializerMethodField()
    before = serializers.CharField()
    after = serializers.CharField()

    def get_what(self, hit: Hit) -> str:
        return translate_message(hit.what)


class ErasureHits(serializers.Serializer[Any]):
    """Places in texts, and how many more there are."""

    shown = ErasureHit(many=True)
    more = serializers.IntegerField()


class ErasurePreview(serializers.Serializer[Any]):
    """What erasing changes in texts.

    `wholes`: the whole name goes. `words`: single words of the name; those that you name go as well. `stays`: the name
    stays, in events that others run. `clubs` are called by the name, or a word of it, and stay as they are.
    """

    wholes = ErasureHits()
    words = ErasureHits()
    stays = ErasureHits()
    clubs = ClubName(many=True)


class ErasureOrder(serializers.Serializer[Any]):
    """The person's name, to confirm that this one is meant, and the keys of single words that go as well."""

    name = serializers.CharField(max_length=LONGEST)
    words = serializers.ListField(
        child=serializers.CharField(max_length=LONGEST_KEY), max_length=MOST_SHOWN, default=list
    )


# --- endpoints -----------------------------------------------------------------------------------------


class Clubs(BaseAPIView):
    """All clubs, and a new one."""

    @extend_schema(parameters=[ClubFilter], responses=ClubRow(many=True))
    def get(self, request: Request) -> Response:
        """The clubs of the server, by name."""
        return self.paginate(find_clubs(self.validated_query(ClubFilter)), ClubRow)

    @extend_schema(request=ClubMade, responses={201: ClubOne})
    def post(self, request: Request) -> Response:
        """A new club, with the account of the token as its first organiser. For administrators of the server."""
        club = services.create_club(**self.validated_body(ClubMade), actor=self.actor)
        return Response(ClubOne(club).data, status=status.HTTP_201_CREATED)


class ClubAPIView(BaseAPIView):
    """An endpoint of one club."""

    def state(self) -> State:
        """That of the club."""
        scope = get_object_or_404(Club, slug=self.kwargs["slug"]).scope
        return State(scope, journal.version(scope), scope)


class OneClub(ClubAPIView):
    """One club."""

    @extend_schema(responses=ClubOne)
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """A club by its slug."""
        return self.tagged(ClubOne(get_object_or_404(Club, slug=slug)).data)

    @extend_schema(request=ClubChange, responses=ClubOne)
    def patch(self, request: Request, slug: str) -> Response:
        """Change a club. Its slug stays."""
        change = self.validated_body(ClubChange, partial=True)
        club = get_object_or_404(Club, slug=slug)
        expect = change.pop("version", None)
        if expect is None:  # what is not sent is filled in from what is read after this version
            expect = journal.version(club.scope)
            club.refresh_from_db()
        kept = {"name": club.name, "place": club.place, "time_zone": club.time_zone}
        club = services.edit_club(actor=self.actor, club_id=club.pk, expect=expect, **kept | change)
        return Response(ClubOne(club).data)


class AdmitClub(ClubAPIView):
    """Whether a club counts in the rating lists of the whole server."""

    @extend_schema(request=ClubAdmission, responses=ClubOne)
    def put(self, request: Request, slug: str) -> Response:
        """Let its games count there, or no longer; the lists follow in a moment. For administrators of the server."""
        admitted = self.validated_body(ClubAdmission)["admitted"]
        club = get_object_or_404(Club, slug=slug)
        return Response(ClubOne(services.admit_club(actor=self.actor, club_id=club.pk, admitted=admitted)).data)


class ClubPlayers(ClubAPIView):
    """The people of a club, and a new one."""

    @extend_schema(parameters=[MemberFilter], responses=MemberRow(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """The club's members, by name."""
        club = get_object_or_404(Club, slug=slug)
        asked = self.validated_query(MemberFilter)
        people = find_people(members_of(club, text=asked.get("q", ""), former=asked["former"]), asked)
        return self.paginate(people, MemberRow, lambda cut: rows_for(club, cut))

    @extend_schema(request=PlayerNew, responses={201: PlayerRow})
    def post(self, request: Request, slug: str) -> Response:
        """A new person who is a member of the club. Search first: one person has one record."""
        new = self.validated_body(PlayerNew)
        person = services.create_person(actor=self.actor, club=get_object_or_404(Club, slug=slug), **new)
        return Response(PlayerRow(with_clubs([person])[0]).data, status=status.HTTP_201_CREATED)


class Players(BaseAPIView):
    """The people of the server."""

    @extend_schema(parameters=[PlayerSearch], responses=PlayerRow(many=True))
    def get(self, request: Request) -> Response:
        """People by their name, whatever club they belong to. Erased people are not found."""
        asked = self.validated_query(PlayerSearch)
        return self.paginate(find_people(matching(asked["q"]), asked), PlayerRow, with_clubs)


class MergePlayers(BaseAPIView):
    """Two records of one person."""

    @extend_schema(request=PlayerMerge, responses=PlayerRow)
    def post(self, request: Request, person_id: int) -> Response:
        """From now on this person stands for another record as well. For whoever looks after both.

        Refused (409) where the two cannot be one person: both entered one event, or both have an account.
        """
        values = self.validated_body(PlayerMerge)
        services.merge_persons(actor=self.actor, kept_id=person_id, gone_id=values["gone"])
        return Response(PlayerRow(with_clubs([canonical(person_id)])[0]).data)


class UnmergePlayers(BaseAPIView):
    """A record that was merged by mistake."""

    @extend_schema(request=None, responses=PlayerRow)
    def post(self, request: Request, person_id: int) -> Response:
        """Undo the merge of a record, named by its own id: it is a person of its own again."""
        parted = services.unmerge(actor=self.actor, person_id=person_id)
        return Response(PlayerRow(with_clubs([parted])[0]).data)


class ErasePlayer(BaseAPIView):
    """The erasure of a person: what it would change, and doing it."""

    @extend_schema(responses=ErasurePreview)
    def get(self, request: Request, person_id: int) -> Response:
        """Which texts erasing the person would change. For whoever looks after the person, and the person."""
        person = canonical(person_id)
        texts = services.preview_erasure(actor=self.actor, person_id=person.pk)
        shown = {"wholes": texts.wholes, "words": texts.words, "stays": texts.stays}
        return Response(ErasurePreview(shown | {"clubs": services.clubs_that_bear_the_name(person)}).data)

    @extend_schema(request=ErasureOrder, responses=PlayerName)
    def post(self, request: Request, person_id: int) -> Response:
        """Erase the person, for good: a pseudonym stands in the place of the name, and the account is closed.

        Refused (409) where a text has changed since its words were shown.
        """
        sent = self.validated_body(ErasureOrder)
        person = canonical(person_id)
        if normalize_name(sent["name"]) != normalize_name(person.name):
            raise Refused(Message(_("That is not the name.")), field="name")
        erased = services.erase_person(actor=self.actor, person_id=person.pk, words=sent["words"])
        return Response(PlayerName(erased).data)


def canonical(person_id: int) -> Person:
    """The person that an id stands for today; 404 for nobody."""
    person = get_object_or_404(Person.objects.select_related("merged_into"), pk=person_id)
    return person.merged_into or person

"""The endpoint that erases a person."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from common.translation import translate_message
from gipf_engine.messages import Message, Refused
from gipf_engine.messages import gettext_noop as _
from players.core.api import BaseAPIView
from players.core.api_shapes import ClubName, PlayerName
from players.erasure.services import clubs_that_bear_the_name, erase_person, preview_erasure
from players.erasure.texts import MOST_SHOWN, Hit
from players.names import LONGEST, normalize_name
from players.people.api import canonical

LONGEST_KEY = 200


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


class ErasePlayer(BaseAPIView):
    """The erasure of a person: what it would change, and doing it."""

    @extend_schema(responses=ErasurePreview)
    def get(self, request: Request, person_id: int) -> Response:
        """The texts that erasing the person would change. For the person and their managers."""
        person = canonical(person_id)
        texts = preview_erasure(actor=self.actor, person_id=person.pk)
        shown = {"wholes": texts.wholes, "words": texts.words, "stays": texts.stays}
        return Response(ErasurePreview(shown | {"clubs": clubs_that_bear_the_name(person)}).data)

    @extend_schema(request=ErasureOrder, responses=PlayerName)
    def post(self, request: Request, person_id: int) -> Response:
        """Erase the person permanently: a pseudonym replaces the name and the account is closed.

        Refused (409) if a text has changed since its words were shown.
        """
        sent = self.validated_body(ErasureOrder)
        person = canonical(person_id)
        if normalize_name(sent["name"]) != normalize_name(person.name):
            raise Refused(Message(_("That is not the name.")), field="name")
        erased = erase_person(actor=self.actor, person_id=person.pk, words=sent["words"])
        return Response(PlayerName(erased).data)

"""Who plays by the API: an account by its key, or a guest by the token that came with the first game.

    Authorization: Guest <token>

A guest's token sits at the seats of its games and opens nothing else: other addresses take its owner for a visitor.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _
from rest_framework import exceptions, serializers
from rest_framework.authentication import get_authorization_header

from common.unknown_names import refuse_fields
from play.challenges.services.challenges import take_as_guest, take_challenge
from play.core.player import Player, seat_of_player
from play.core.playing import GameInPlay, now_ms
from play.core.services.guests import LONGEST_NAME, find_guest
from play.core.services.presence import note_presence
from play.core.web_visitors import LONGEST_TOKEN, visitor_named
from play.games.services.event_games import note_arrival
from play.models import Challenge, Guest
from players.accounts import devices
from players.core.api import BaseAPIView
from players.core.client_address import client_of
from players.models import Account, KeyScope

_SCHEME = b"guest"


class GuestName(serializers.Serializer[Any]):
    """What a guest is called; who sends a key of an account has a name."""

    name = serializers.CharField(max_length=LONGEST_NAME, required=False, allow_blank=True, default="")


class PlayerView(BaseAPIView):
    """An address at which accounts and guests act alike."""

    key_scope = KeyScope.PLAY

    @property
    def player(self) -> Player:
        """Who plays. 401 without an account."""
        return self.guest or self.actor

    @property
    def player_or_none(self) -> Player | None:
        """Who plays; None for a visitor."""
        return self.guest or (self.request.user if isinstance(self.request.user, Account) else None)

    def need_actor(self) -> None:
        """See `common.api.BaseAPIView`."""
        assert self.player

    @cached_property
    def guest(self) -> Guest | None:
        """Whose token was sent, if one was. 401 where it is no one's."""
        token = self._token_of_guest
        if token is None:
            return None
        found = find_guest(token[:LONGEST_TOKEN])
        if found is None:
            raise exceptions.AuthenticationFailed(_("This guest is no longer known."))
        return found

    @property
    def _token_of_guest(self) -> str | None:
        words = get_authorization_header(self.request).split()
        if len(words) != 2 or words[0].lower() != _SCHEME:
            return None
        return words[1].decode("latin-1")

    def take(self, challenge: Challenge) -> tuple[GameInPlay, str]:
        """Let the caller play; with the token of a guest, who is new where nothing was sent and guests may take it."""
        player = self.player_or_none if challenge.guests else self.player
        sent = GuestName(data=self.request.data)
        refuse_fields(sent, self.request.data)
        sent.is_valid(raise_exception=True)
        if isinstance(player, Account):
            return take_challenge(player, challenge), ""
        token = (self._token_of_guest or "") if player is not None else ""
        request = self.request._request
        visitor = visitor_named(token, sent.validated_data["name"], client_of(request), devices.id_in(request))
        return take_as_guest(visitor, challenge)

    def note_presence(self, game: GameInPlay) -> None:
        """Who asks for his own game with a key is there."""
        seat = seat_of_player(game.game, self.player_or_none)
        if seat is not None:
            note_presence(game.game.pk, seat, now_ms())
            note_arrival(game, seat)

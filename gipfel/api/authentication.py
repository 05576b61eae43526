"""Who asks: an account, by its token."""

from __future__ import annotations

from django.utils.translation import gettext as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from players.accounts import tokens
from players.models import Account, ApiToken


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Bearer <key>` (RFC 6750) or `Token <key>`. Without the header the reader is a visitor.

    With a wrong key it is refused. `Guest <token>` names no account: games read it (`play.table.api.players`).
    """

    schemes = (b"bearer", b"token")
    of_guests = b"guest"

    def authenticate(self, request: Request) -> tuple[Account, ApiToken] | None:
        words = get_authorization_header(request).split()
        if not words or words[0].lower() == self.of_guests:
            return None
        if len(words) != 2 or words[0].lower() not in self.schemes:
            raise AuthenticationFailed(_("Send the header as: Authorization: Bearer <key>"))
        token = tokens.find(words[1].decode("latin-1"))
        if token is None:
            raise AuthenticationFailed(_("Unknown or expired key. Create a new one on your account's page."))
        return token.account, token

    def authenticate_header(self, request: Request) -> str:
        """Makes DRF answer 401 and not 403 to a visitor who must be known."""
        return "Bearer, Token"


class TokenScheme(OpenApiAuthenticationExtension):
    """How the OpenAPI document describes the tokens."""

    target_class = "gipfel.api.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        description = (
            "A key of an account. `Authorization: Token <key>` is understood, too. Where games are played, a guest, who"
            " has no account, sends `Authorization: Guest <token>`; elsewhere that is a visitor’s request."
        )
        return {"type": "http", "scheme": "bearer", "description": description}

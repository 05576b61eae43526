"""What a key is for: each reads, and writes only what its scopes name."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from players.models import ApiToken, KeyScope


class WithinKey(BasePermission):
    """Whether the key that was sent, if one was, has the scope of an address (`BaseAPIView.key_scope`)."""

    def has_permission(self, request: Request, view: Any) -> bool:
        token = request.auth
        if request.method in SAFE_METHODS or not isinstance(token, ApiToken):
            return True
        scope: KeyScope = getattr(view, "key_scope", KeyScope.MANAGE)
        self.message = _("This key lacks the scope “%(scope)s”.") % {"scope": scope.value}
        return token.allows(scope)

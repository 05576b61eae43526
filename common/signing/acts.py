"""What is done with the keys by which this server signs."""

from __future__ import annotations

from common.journal.acts import Act
from gipf_engine.messages import gettext_noop as _


class RotateKey(Act):
    scopes = ("server",)
    name = "rotate-signing-key"
    sentence = _("The key for signatures replaced")


class MakeKey(Act):
    """Where there is none that can be read."""

    scopes = ("server",)
    name = "make-signing-key"
    sentence = _("Signing key created")

"""What can be done with numbers that were fitted to a list."""

from __future__ import annotations

from gipf_engine.messages import gettext_noop as _
from ratings.pools.acts import PoolAct


class AdoptFit(PoolAct):
    name = "adopt-fitted-parameters"
    sentence = _("Parameters adopted that were fitted to the games of the list")

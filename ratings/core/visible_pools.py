"""The list that an address names."""

from __future__ import annotations

from django.shortcuts import get_object_or_404

from ratings.models import Pool


def pool_or_404(pool_id: int) -> Pool:
    """The pool with its club."""
    return get_object_or_404(Pool.objects.select_related("club"), pk=pool_id)

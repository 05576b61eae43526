"""How long lists are cut."""

from __future__ import annotations

from rest_framework.pagination import PageNumberPagination


class Pages(PageNumberPagination):
    """`?page=2&size=100`: 50 rows a page unless asked, 500 at most."""

    page_size = 50
    page_size_query_param = "size"
    max_page_size = 500

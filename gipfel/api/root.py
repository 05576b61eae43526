"""The endpoints of the API itself: the index, the OpenAPI document, and the answer where there is no endpoint."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.utils.translation import gettext
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer2, OpenApiYamlRenderer2
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from common.problems import PROBLEMS
from gipfel.endpoint_descriptions import METHODS, translate_operations
from gipfel.languages import SOURCE
from players.core.api import BaseAPIView


class EndpointRow(serializers.Serializer[Any]):
    """An address, and what each method does there."""

    address = serializers.CharField()
    methods = serializers.DictField(child=serializers.CharField())


class IndexContents(serializers.Serializer[Any]):
    """What there is."""

    docs = serializers.URLField()
    schema = serializers.URLField()
    endpoints = EndpointRow(many=True)


class Index(BaseAPIView):
    """What there is."""

    @extend_schema(responses=IndexContents)
    def get(self, request: Request) -> Response:
        """All endpoints of the API. Replace parts in braces with ids and slugs."""
        links = {name: reverse(f"api-{name}", request=request) for name in ("docs", "schema")}
        return Response({**links, "endpoints": [_describe_address(*each) for each in document()["paths"].items()]})


def _describe_address(address: str, operations: dict[str, Any]) -> dict[str, Any]:
    methods = {method.upper(): operations[method]["summary"] for method in operations if method in METHODS}
    return {"address": address, "methods": methods}


class NotFound(BaseAPIView):
    """Any address that is none."""

    schema = None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        raise Http404


class DocumentAsked(serializers.Serializer[Any]):
    """In which language operations are described."""

    language = serializers.ChoiceField([code for code, _name in settings.LANGUAGES], default=SOURCE[0])


class Document(BaseAPIView):
    """The OpenAPI document: JSON, or YAML for `?format=yaml` and where that is accepted.

    In English, whatever the reader accepts: it is kept and compared. Only `?language=fa` has operations described in
    another language, as the page of the API asks.
    """

    schema = None
    renderer_classes = (OpenApiJsonRenderer2, OpenApiYamlRenderer2)

    def get(self, request: Request) -> HttpResponse:
        """The description of every endpoint."""
        renderer = request.accepted_renderer
        language = self.validated_query(DocumentAsked)["language"]
        return HttpResponse(serialize(renderer.format, language), content_type=f"{renderer.media_type}; charset=utf-8")


@cache
def document() -> dict[str, Any]:
    """The OpenAPI document, in English: made once, for it changes with the code alone."""
    with translation.override("en"):
        made: dict[str, Any] = SchemaGenerator().get_schema(public=True)
    return made


@cache
def serialize(form: str, language: str = SOURCE[0]) -> bytes:
    """The document as text, "json" or "yaml", its operations in a language. English YAML is docs/openapi.yaml."""
    with translation.override(language):
        made = translate_operations(document())
    if form == "yaml":
        text: bytes = OpenApiYamlRenderer2().render(made)
        return text
    return json.dumps(made, ensure_ascii=False, separators=(",", ":")).encode()


def docs(request: HttpRequest) -> HttpResponse:
    """The document to read and to try out, drawn in the page by files of this server."""
    problems = [(code, each.status, gettext(each.title)) for code, each in PROBLEMS.items()]
    return render(request, "api_docs.html", {"problems": problems})

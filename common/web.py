"""What the pages of every app share: forms whose services refuse, tabs, and going on when it is done."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta
from types import TracebackType
from typing import Any, TypedDict

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import ObjectDoesNotExist
from django.forms import BaseForm
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse

from common.translation import translate_message
from gipf_engine.messages import Message, Refused

OK, BAD_INPUT, REFUSED, TOO_MANY = 200, 400, 409, 429
KEPT_FOR = timedelta(days=365)
BIGGEST_NUMBER, NO_NUMBER = 2**31, -1


class Tab(TypedDict):
    """A tab as templates/parts/tabs.html takes it."""

    url: str
    label: str
    current: bool


def tabs_of(wanted: Iterable[tuple[str, str]], current: str, *args: Any) -> list[Tab]:
    """Tabs by the name of their address, which takes `args`, and their label; `current` is the name of the open one."""
    return [{"url": reverse(name, args=args), "label": label, "current": name == current} for name, label in wanted]


class RefusalsShown:
    """`with RefusalsShown(form):` shows a refusal of what is done within at the field of `form` that it names.

    One that names none is shown at `field`, or over the form; with `named_alone` it goes on, to a page of its own.
    `places` are the fields of the form that stand for others: {"scoring": "points"}. What comes behind the block then
    shows the form again.
    """

    def __init__(
        self,
        form: BaseForm,
        field: str | None = None,
        *,
        places: Mapping[str, str] | None = None,
        named_alone: bool = False,
    ) -> None:
        self.form, self.field, self.places, self.named_alone = form, field, places or {}, named_alone

    def __enter__(self) -> None:
        """Nothing is refused yet."""

    def __exit__(
        self, kind: type[BaseException] | None, refused: BaseException | None, trace: TracebackType | None
    ) -> bool:
        if not isinstance(refused, Refused) or not refused.at_a_form:
            return False
        named = self.places.get(refused.field, refused.field)
        shown_at = named if named in self.form.fields else self.field
        if self.named_alone and shown_at is None:
            return False
        self.form.add_error(shown_at, translate_message(refused.message))
        return True


@contextmanager
def missing_is_404() -> Iterator[None]:
    """No such page, where a row is not there that the block reads."""
    try:
        yield
    except ObjectDoesNotExist:
        raise Http404 from None


def read_number(text: str) -> int:
    """A number of a form or an address; for anything else NO_NUMBER, which fits nothing."""
    known = text.isascii() and text.isdigit() and len(text) < 11 and int(text) < BIGGEST_NUMBER
    return int(text) if known else NO_NUMBER


def posted_number(request: HttpRequest, name: str) -> int:
    """A number of the form that was sent, as `read_number` reads it."""
    return read_number(request.POST.get(name, ""))


def file_response(content: str | bytes, content_type: str, name: str) -> HttpResponse:
    """A file that the browser stores under `name`."""
    return HttpResponse(
        content, content_type=content_type, headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )


def keep_cookie(response: HttpResponse, name: str, value: str) -> None:
    """Let the browser bring `value` along for a year; no script and no form of another site does."""
    response.set_cookie(name, value, max_age=KEPT_FOR, secure=settings.SECURE, httponly=True, samesite="Lax")


def try_service(form: BaseForm, service: Callable[[], object]) -> bool:
    """Call `service` if `form` holds; a refusal is shown at the form. Whether it was done."""
    if form.is_valid():
        with RefusalsShown(form):
            service()
            return True
    return False


def need_valid(form: BaseForm) -> None:
    """Refused, in the words of its fields, for a form that is a part of other pages and is not shown again itself."""
    if not form.is_valid():
        raise Refused(Message("%(faults)s", {"faults": list(_faults(form))}))


class TypedWrongly(Refused):
    """What a person typed cannot be read: bad input, while nothing stands in the way of the act itself."""


def need_typed_well(form: BaseForm) -> None:
    """Refused as `TypedWrongly` for what a person typed; what is wrong in hidden fields, no form of ours sends."""
    if any(name in form.fields and not form[name].is_hidden for name in form.errors):
        raise TypedWrongly(Message("%(faults)s", {"faults": list(_faults(form))}))


def status_of_refusal(refused: Refused) -> int:
    """The status of the page that says why."""
    return BAD_INPUT if isinstance(refused, TypedWrongly) else REFUSED


def _faults(form: BaseForm) -> Iterator[str]:
    """What is wrong with a form that is not valid, each with the label of its field."""
    for name, errors in form.errors.items():
        label = form.fields[name].label if name in form.fields else None
        yield from (f"{label}: {error}" if label else str(error) for error in errors)


def status_of(*forms: BaseForm | None) -> int:
    """The status of a page with these forms: 400 where something in one of them was refused."""
    return BAD_INPUT if any(form is not None and form.errors for form in forms) else OK


def posted_data(request: HttpRequest) -> QueryDict | None:
    """What a form is bound to: what was sent, be it nothing; None before anything was.

    A form that was out of date is shown again with what was sent (gipfel.views.stale): its page is then read, not sent.
    """
    return request.POST if request.method == "POST" or request.POST else None


def done_response(request: HttpRequest, text: str, to: str, *args: Any) -> HttpResponse:
    """Say that it is done, naming no one, and go on."""
    messages.success(request, text)
    return redirect(to, *args)

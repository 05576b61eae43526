"""The filters of templates: points, results, changes, days and names, in languages of either direction."""

from __future__ import annotations

import datetime
import re
from zoneinfo import ZoneInfo

import pytest
from django.template import Context, Template
from django.utils.translation import override

from gipf_engine.messages import Message
from gipfel.languages import PERSIAN_NUMBERS

LRI, PDI = "\u2066", "\u2069"


def said(template: str, language: str = "en", **context: object) -> str:
    with override(language):
        return Template(template).render(Context(context))


@pytest.mark.parametrize(
    ("tenths", "text"),
    [(45, "4½"), (40, "4"), (5, "½"), (0, "0"), (43, "4.3"), (3, "0.3"), (-5, "−½"), (-15, "−1½"), (None, "")],
)
def test_points_are_written_with_halves(tenths: int | None, text: str) -> None:
    assert said("{{ value|points }}", value=tenths) == text


@pytest.mark.parametrize(("change", "text"), [(12, "+12"), (-7, "−7"), (0, "0"), (None, "")])
def test_changes_carry_their_sign(change: int | None, text: str) -> None:
    assert said("{{ value|signed }}", value=change) == text


def test_results_stay_left_to_right_in_persian() -> None:
    assert said("{{ '1/2-0'|result }}") == "½-0"
    assert said("{{ '1/2-0'|result }}", "fa") == f"{LRI}½-0{PDI}"
    assert (
        said("{{ 45|points }} {{ 12|signed }} {{ 'a1-b2'|ltr }}", "fa") == f"{LRI}4½{PDI} {LRI}+12{PDI} {LRI}a1-b2{PDI}"
    )


def test_results_are_said_in_words() -> None:
    assert said("{{ '-+'|result_name }}") == "Black wins by forfeit"


def test_a_name_that_runs_against_the_page_is_kept_to_itself() -> None:
    sum_ = Message("%(worth)d (%(name)s)", {"worth": 5, "name": "لیلا"})
    assert said("{{ value|message }}", value=sum_) == "5 (\u2068لیلا\u2069)"
    assert said("{{ value|message }}", "fa", value=sum_) == "5 (لیلا)"
    pair = Message("%(names)s", {"names": ["Ada", Message("%(name)s", {"name": "لیلا"})]})
    assert said("{{ value|message }}", "fa", value=pair) == "\u2068Ada\u2069، لیلا"


def test_a_phrase_is_said_and_its_parameters_are_escaped() -> None:
    message = Message("%(name)s is late", {"name": "<b>Al</b>"})
    assert said("{{ message|message }}", message=message) == "&lt;b&gt;Al&lt;/b&gt; is late"
    assert said("{{ nothing|message }}", nothing=None) == ""


DAY = datetime.date(2026, 11, 5)


@pytest.mark.parametrize(
    ("language", "text"), [("en", "5 November 2026"), ("fa", "5 نوامبر 2026"), ("ja", "2026年11月5日")]
)
def test_days_are_gregorian_and_in_latin_digits(language: str, text: str) -> None:
    assert said("{{ day|day }}", language, day=DAY) == f'<time datetime="2026-11-05">{text}</time>'


@pytest.mark.parametrize(
    ("month", "zone", "title", "shown"),
    [
        (11, "Europe/Berlin", "Europe/Berlin, UTC+01:00", "13:00 CET"),
        (7, "Europe/Berlin", "Europe/Berlin, UTC+02:00", "14:00 CEST"),
        (11, "Asia/Tehran", "Asia/Tehran, UTC+03:30", "15:30 UTC+03:30"),
        (11, "", "UTC", "12:00 UTC"),
    ],
)
def test_a_moment_carries_its_zone_and_the_offset_of_its_day(month: int, zone: str, title: str, shown: str) -> None:
    """On paper and on a phone as well, where nobody sees a title."""
    at = datetime.datetime(2026, month, 5, 12, tzinfo=datetime.UTC)
    text = said("{{ at|moment:zone }}", at=at, zone=zone)
    assert f' title="{title}">' in text and shown in text
    assert shown in said("{{ at|moment:zone|striptags }}", at=at, zone=zone)


@pytest.mark.parametrize(
    ("last", "english", "japanese"),
    [
        (datetime.date(2026, 11, 5), "5 November 2026", "2026年11月5日"),
        (datetime.date(2026, 11, 7), "5–7 November 2026", "2026年11月5日–7日"),
        (datetime.date(2026, 12, 1), "5 November – 1 December 2026", "2026年11月5日–12月1日"),
        (datetime.date(2027, 1, 1), "5 November 2026 – 1 January 2027", "2026年11月5日 – 2027年1月1日"),
    ],
)
def test_a_span_says_once_what_is_the_same(last: datetime.date, english: str, japanese: str) -> None:
    spans = [
        said("{% days first last as span %}{{ span|striptags }}", tongue, first=DAY, last=last)
        for tongue in ("en", "ja")
    ]
    assert spans == [english, japanese]


@pytest.mark.parametrize(
    ("first", "last", "persian"),
    [
        (datetime.date(2026, 3, 20), None, "۲۹ اسفند ۱۴۰۴"),
        (datetime.date(2026, 3, 21), None, "۱ فروردین ۱۴۰۵"),  # the new year
        (datetime.date(2025, 3, 20), None, "۳۰ اسفند ۱۴۰۳"),  # of a leap year
        (datetime.date(1979, 2, 11), None, "۲۲ بهمن ۱۳۵۷"),
        (datetime.date(500, 1, 1), None, "1 ژانویه 0500"),
        (datetime.date(2026, 11, 5), datetime.date(2026, 11, 7), "۱۴–۱۶ آبان ۱۴۰۵"),
        (datetime.date(2026, 11, 19), datetime.date(2026, 11, 24), "۲۸ آبان – ۳ آذر ۱۴۰۵"),  # one Gregorian month
        (datetime.date(2026, 12, 30), datetime.date(2027, 1, 2), "۹–۱۲ دی ۱۴۰۵"),  # two Gregorian years
        (datetime.date(2026, 3, 18), datetime.date(2026, 3, 22), "۲۷ اسفند ۱۴۰۴ – ۲ فروردین ۱۴۰۵"),
    ],
)
def test_days_are_jalali_for_readers_who_chose_it(
    first: datetime.date, last: datetime.date | None, persian: str
) -> None:
    html = said("{% days first last %}", PERSIAN_NUMBERS, first=first, last=last or first)
    assert re.sub("<[^>]*>", "", html) == persian
    assert f'datetime="{first:%Y-%m-%d}"' in html


def test_a_moment_is_told_in_the_calendar_of_the_reader() -> None:
    new_year = datetime.datetime(2026, 3, 20, 21, 5, tzinfo=ZoneInfo("UTC"))
    told = said("{{ at|moment:'Asia/Tehran'|striptags }}", PERSIAN_NUMBERS, at=new_year)
    assert told == f"۱ فروردین ۱۴۰۵ {LRI}00:35 UTC+03:30{PDI}"
    assert said("{{ at|day|striptags }}", PERSIAN_NUMBERS, at=new_year) == "۲۹ اسفند ۱۴۰۴"


def test_a_moment_is_told_in_the_time_of_the_place() -> None:
    at_night = datetime.datetime(2026, 7, 3, 18, 30, tzinfo=ZoneInfo("UTC"))
    assert said("{{ at|moment:'Europe/Amsterdam'|striptags }}", at=at_night) == "3 July 2026 20:30 CEST"
    assert said("{{ at|moment|striptags }}", at=at_night) == "3 July 2026 18:30 UTC"
    assert said("{{ at|clock:'Asia/Tokyo'|striptags }}", at=at_night) == "03:30"


def test_names_are_isolated_escaped_and_lead_to_the_person() -> None:
    name = 'Eve <script>alert("x")</script>'
    html = said("{% person 7 name %}", name=name)
    assert html == '<a href="/people/7"><bdi>Eve &lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;</bdi></a>'
    assert said("{% person None 'Anna' %}") == "<bdi>Anna</bdi>"


def test_a_table_gets_its_own_region() -> None:
    html = said("{% region label %}<table></table>{% endregion %}", label="A & B")
    assert html == '<div class="scroll" role="region" tabindex="0" aria-label="A &amp; B"><table></table></div>'


@pytest.mark.parametrize(("language", "comma"), [("en", ", "), ("fa", "، "), ("ja", "、")])
def test_names_in_a_row_stand_apart_as_the_language_writes_it(language: str, comma: str) -> None:
    text = said("{{ several|names }}", language, several=["Ada <b>", "آرش"])
    assert text == f"<bdi>Ada &lt;b&gt;</bdi>{comma}<bdi>آرش</bdi>"

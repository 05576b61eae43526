"""Values of cells as people write them: ratings inside text, countries by name, years of many calendars.

Each function returns the value, "" or None where the cell says that there is none, and raises ValueError for what it
cannot read.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

from gipf_engine.player_lists.headings import plain, tier_of
from gipf_engine.player_lists.meanings import MOST_RATING, RATING, TITLES
from gipf_engine.player_lists.words import LABELS, NO_CLUB, NO_RATING, NOT, NOTHING, UNRATED
from gipf_engine.tournament.trf.federations import COUNTRY_OF, FEDERATION_OF

CountryOf = Callable[[str], str]
"""The ISO code of a country by its name in some language; "" for what names none."""

_ABOUT = re.compile(r"^[^\d+\-]{0,14}?(?=\d)")
_NUMBER = re.compile(r"\d{1,3}(?:[.,'’ ]\d{3})(?!\d)|\d+")
_FRACTION = re.compile(r"[.,]\d{1,2}(?!\d)")
_BEHIND = re.compile(
    r"\s*(?:\([^\d()]*\)|\(\d{1,3}\)|\[[^\d\[\]]*\]|[^\d\s(\[]\D{0,14}|/?[pP]\d{1,3}|/\d{1,3}|\s?[-–]\s?\d{1,3}|\*+|\?+|\+)?\s*"
)
_HALF = 0.5
_FEWEST_LETTERS_CUT_OFF = 5
_SAY_NOTHING = (NOTHING | NO_RATING) - {""}
_YEAR = re.compile(r"(?<!\d)(1[89]\d\d|20\d\d)(?!\d)")
_PERSIAN_YEAR = re.compile(r"(?<!\d)(1[34]\d\d)(?:[/.\-](\d\d?))?(?!\d)")
_BUDDHIST_YEAR = re.compile(r"(?<!\d)(2[45]\d\d)(?!\d)")
_BUDDHIST_OFFSET = 543
_SHORT_DATE = re.compile(r"(\d\d?)[./-](\d\d?)[./-](\d\d)")
_MONTH_IN_WORDS = re.compile(r"\d{1,2}[\s.-]*[^\W\d_]{3,12}[\s.,/'’-]*(\d\d)")
_REPUBLIC_YEAR = re.compile(r"(?:中華)?民[國国]\s?(\d{1,3})")
_REPUBLIC_OFFSET = 1911
_ERA = re.compile(r"(明治|大正|昭和|平成|令和|[明大昭平令MTSHR])\s*\.?\s*(元|\d{1,2})(?!\d)")
_ERA_STARTS = {"明治": 1867, "大正": 1911, "昭和": 1925, "平成": 1988, "令和": 2018}
_ERAS = tuple(_ERA_STARTS)
_ERA_STARTS |= {era[0]: start for era, start in _ERA_STARTS.items()}  # 昭55
_ERA_STARTS |= {name: _ERA_STARTS[era] for name, era in zip("MTSHR", _ERAS, strict=True)}
_FIRST_PERSIAN, _PERSIAN_OFFSET, _MONTHS_BEFORE_NEW_YEAR = 1300, 621, 9
_OLDEST = 1900
_LAST_SHORT_PERSIAN = 10
_SIX_DIGITS = re.compile(r"(\d\d)(\d\d)(\d\d)(?:[-+ ]\d{4})?")
_EIGHT_DIGITS = re.compile(r"((?:19|20)\d\d)(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])")
_LAST_MONTH, _LAST_DAY, _CENTURY = 12, 31, 100
_YOUNGEST, _ELDEST = 4, 90
"""Ages by which the year in 140930 is known."""
_FIDE = re.compile(r"(?:fide|id)?[\s:#.\-]*(\d{1,12})(?:\.0+)?", re.IGNORECASE)
_THREE_LETTERS = re.compile(r"[A-Z]{3}", re.ASCII)
_FLAG = re.compile("[\U0001f1e6-\U0001f1ff]{2}")
_FIRST_FLAG_LETTER = 0x1F1E6
_ISO = """
DEU DE NLD NL CHE CH DNK DK PRT PT GRC GR HRV HR SVN SI BGR BG IRN IR IDN ID PHL PH ZAF ZA LVA LV MNG MN MYS MY VNM VN
LKA LK SAU SA ARE AE KWT KW LBN LB LBY LY DZA DZ CHL CL PRY PY URY UY CRI CR GTM GT HND HN SLV SV NIC NI PRI PR TWN TW
NGA NG ZMB ZM ZWE ZW TZA TZ AGO AO MUS MU MDG MG BGD BD BRN BN KHM KH MMR MM NPL NP OMN OM PSE PS BHR BH SDN SD MCO MC
ROM RO
"""
_ON_CARS = dict(
    zip("DAFIBEPHSNLV", ("DE", "AT", "FR", "IT", "BE", "ES", "PT", "HU", "SE", "NO", "LU", "VA"), strict=True)
)
"""Countries by the letter on their cars."""
_CYRILLIC = """
СРБ RS ХРВ HR ЦГО ME ЦРГ ME БИХ BA МКД MK МАК MK СЛО SI БУГ BG БЛГ BG БЪЛ BG БГР BG РУС RU РОС RU УКР UA БЛР BY БЕЛ BY
КАЗ KZ УЗБ UZ КГЗ KG КЫР KG ТДЖ TJ ТКМ TM АРМ AM АЗЕ AZ АЗЕРБ AZ ГРУ GE МОЛ MD МДА MD ЛАТ LV ЛИТ LT ЛТВ LT ЭСТ EE
ЕСТ EE ПОЛ PL ПЛЬ PL ГЕР DE НЕМ DE НІМ DE ИЗР IL ІЗР IL МАЂ HU МАД HU ВЕН HU УГО HU РУМ RO РУМЪН RO АУТ AT АВС AT ИТА IT
ФРА FR ТУР TR ГРЧ GR ГРЦ GR КИТ CN ИНД IN АЛБ AL МНГ MN МОН MN ЧЕХ CZ ЧЕШ CZ СЛК SK ФИН FI ШВЕ SE
"""
_IN_CYRILLIC = dict(zip(_CYRILLIC.split()[::2], _CYRILLIC.split()[1::2], strict=True))
"""Codes of countries as lists in Cyrillic write them."""
_ISO_3 = dict(zip(_ISO.split()[::2], _ISO.split()[1::2], strict=True))
"""ISO's three letters where FIDE's are others."""
_SHORT_TITLES = {
    "g": "GM",
    "m": "IM",
    "f": "FM",
    "c": "CM",
    "wg": "WGM",
    "wm": "WIM",
    "wf": "WFM",
    "wc": "WCM",
    "h": "",
}
_NATIONAL_TITLES = {
    **dict.fromkeys(("MI", "MIM", "ММ", "МИ", "IMM"), "IM"),
    **dict.fromkeys(("MF", "МФ", "FMM", "FMI"), "FM"),
    **dict.fromkeys(("ИМ", "ММ"), "IM"),
    **dict.fromkeys(("ФМ", "МФ"), "FM"),
    **dict.fromkeys(("КМ",), "CM"),
    **dict.fromkeys(("ВМ", "МГ", "ГМ", "VM", "VĐ", "MG"), "GM"),
    **dict.fromkeys(("MIF", "MIFEM", "WMI"), "WIM"),
    **dict.fromkeys(("MFF", "WMF"), "WFM"),
    **dict.fromkeys(("GMF", "MGF", "WMG"), "WGM"),
    "MC": "CM",
}
"""FIDE's titles as they are called in other languages."""
_LONG_TITLES = {
    "grandmaster": "GM",
    "internationalmaster": "IM",
    "fidemaster": "FM",
    "candidatemaster": "CM",
    "womangrandmaster": "WGM",
    "womaninternationalmaster": "WIM",
    "grossmeister": "GM",
    "grandmaitre": "GM",
    "استادبزرگ": "GM",
    "استادبینالمللی": "IM",
}
GRADE = re.compile(
    r"(?:\d{1,2}[.º°]?[\s-]?(?:[dk]|dan|kyu|gup|급|단|級|级|段)|[初一二三四五六七八九十]{1,2}[段級级])", re.IGNORECASE
)
"""Grades of go and shogi, which are no ratings: 3d, 5 kyu, 2. dan, 初段."""
_DIGIT_SIGNS = str.maketrans({"٫": ".", "٬": ",", "\u00a0": " ", "\u202f": " ", "，": ",", "．": "."})


def is_nothing(text: str) -> bool:
    """Whether a cell says that there is no value: a dash, "unrated", なし."""
    return plain(text).strip("0") == "" or plain(text) in NOTHING


def is_no_rating(text: str) -> bool:
    """Whether a cell of ratings says that there is none."""
    return is_nothing(text) or plain(text) in NO_RATING or (not any(map(str.isdigit, text)) and says_unrated(text))


def says_unrated(text: str) -> bool:
    """Whether words say that there is no rating: “ohne Elo”, “nincs értékszáma”."""
    words = [plain(word) for word in text.split()]
    denied = [word for word in words if word in NOT or word in UNRATED]
    others = [word for word in words if word not in denied]
    return (bool(denied) and all(_is_word_of_rating(word) for word in others)) or plain(text) in _SAY_NOTHING


def _is_word_of_rating(word: str) -> bool:
    return word in LABELS or (tier_of(word) or ("", 0))[0] == RATING


def read_rating(text: str) -> int | None:
    """1720 of "1720 (k)", "~1720", "1.720", "1720,0", "DWZ 1720-35", "۱۷۲۰"; 1721 of "1720.7"."""
    plain_text = unicodedata.normalize("NFKC", text).translate(_DIGIT_SIGNS).strip()
    if is_no_rating(plain_text):
        return None
    if plain_text.startswith("(") and plain_text.endswith(")"):
        plain_text = plain_text[1:-1].strip()
    about = _ABOUT.match(plain_text)
    if GRADE.fullmatch(plain_text, about.end() if about else 0):
        raise ValueError(text)
    number = _NUMBER.match(plain_text, about.end() if about else 0)
    if number is None:
        raise ValueError(text)
    end = number.end()
    if fraction := _FRACTION.match(plain_text, end):
        end = fraction.end()
    if not _BEHIND.fullmatch(plain_text, end):
        raise ValueError(text)
    rating = int(re.sub(r"\D", "", number[0])) + (fraction is not None and float(f"0.{fraction[0][1:]}") > _HALF)
    if rating == 0:
        return None
    if rating > MOST_RATING:
        raise ValueError(text)
    return rating


def read_fide(text: str) -> str:
    """A FIDE number without leading zeros."""
    plain_text = unicodedata.normalize("NFKC", text).strip()
    if is_nothing(plain_text):
        return ""
    found = _FIDE.fullmatch(plain_text)
    if found is None:
        raise ValueError(text)
    return str(int(found[1]))


def read_birth(text: str, this_year: int) -> str:
    """The year of birth: of a year, a date, a Persian year or a Japanese era."""
    plain_text = _in_latin_digits(unicodedata.normalize("NFKC", text)).strip()
    if is_nothing(plain_text):
        return ""
    whole = _EIGHT_DIGITS.fullmatch(plain_text)  # 20160512
    year = int(whole[1]) if whole else _year_of_six_digits(plain_text, this_year) or _year_in(plain_text)
    if year is None:
        year = _short_persian_year(text) or _short_year(plain_text, this_year)
    if year is None or not _OLDEST <= year <= this_year:
        raise ValueError(text)
    return str(year)


def _in_latin_digits(text: str) -> str:
    return "".join(str(unicodedata.decimal(letter, letter)) for letter in text)


def _year_of_six_digits(text: str, this_year: int) -> int | None:
    """Of 580412 or 120458: where only one end can be the year, its last past one with these two digits."""
    found = _SIX_DIGITS.fullmatch(text)
    if found is None:
        return None
    first, month, last = map(int, found.groups())
    years = {year for year, day in ((first, last), (last, first)) if 1 <= day <= _LAST_DAY}
    if not years or not 1 <= month <= _LAST_MONTH:
        return None
    ages = {(this_year - year) % _CENTURY for year in years}
    likely = {age for age in ages if _YOUNGEST <= age <= _ELDEST} if len(ages) > 1 else ages
    return this_year - likely.pop() if len(likely) == 1 else None


def _short_persian_year(text: str) -> int | None:
    """Of ۶۸/۰۲/۱۴: the first two digits, in the Persian calendar."""
    found = _SHORT_DATE.fullmatch(_in_latin_digits(text.strip()))
    if found is None or text.isascii():
        return None
    first = int(found[1])
    century = _FIRST_PERSIAN if first > _LAST_SHORT_PERSIAN else _FIRST_PERSIAN + _CENTURY
    return century + first + _PERSIAN_OFFSET + (int(found[2]) > _MONTHS_BEFORE_NEW_YEAR)


def _short_year(text: str, this_year: int) -> int | None:
    """Of 12.1.58 or 3/11/04: the last two digits, unless only the first can be the year."""
    if found := _MONTH_IN_WORDS.fullmatch(text):  # 12-Mar-88
        return this_year - (this_year - int(found[1])) % _CENTURY
    found = _SHORT_DATE.fullmatch(text)
    if found is None:
        return None
    first, last = int(found[1]), int(found[3])
    return this_year - (this_year - (first if first > _LAST_DAY else last)) % _CENTURY


def read_club(text: str) -> str:
    """A club; "" of "vereinslos"."""
    return "" if plain(text) in NO_CLUB or _is_cut_off(text) or is_nothing(text) else text


def _is_cut_off(text: str) -> bool:
    """Whether a text is a word for “no club” that a point cuts off: “niestow.”."""
    word = plain(text)
    return text.endswith(".") and len(word) >= _FEWEST_LETTERS_CUT_OFF and any(no.startswith(word) for no in NO_CLUB)


def _year_in(text: str) -> int | None:
    if found := _YEAR.search(text):
        return int(found[1])
    if found := _PERSIAN_YEAR.search(text):
        late = found[2] is not None and int(found[2]) > _MONTHS_BEFORE_NEW_YEAR
        return int(found[1]) + _PERSIAN_OFFSET + late
    if found := _BUDDHIST_YEAR.search(text):
        return int(found[1]) - _BUDDHIST_OFFSET
    if found := _REPUBLIC_YEAR.match(text):
        return int(found[1]) + _REPUBLIC_OFFSET
    if found := _ERA.match(text):
        return _ERA_STARTS[found[1]] + (1 if found[2] == "元" else int(found[2]))
    return None


def read_title(text: str) -> str:
    """One of FIDE's titles, also as single letters (g, wf) and in words."""
    title = text.strip(" .").upper()
    if title in TITLES:
        return title
    if title in _NATIONAL_TITLES:
        return _NATIONAL_TITLES[title]
    if is_nothing(title):
        return ""
    if text.strip() in _SHORT_TITLES:
        return _SHORT_TITLES[text.strip()]
    if plain(title) in _LONG_TITLES:
        return _LONG_TITLES[plain(title)]
    raise ValueError(text)


def read_country(text: str, country_of: CountryOf) -> str:
    """The ISO code of a country by code, flag or name; three letters are a federation without a country of its own."""
    code = text.strip(" .").upper()
    if _FLAG.fullmatch(code):
        return "".join(chr(ord(letter) - _FIRST_FLAG_LETTER + ord("A")) for letter in code)
    if is_nothing(code) and code != "NO":  # Norway
        return ""
    if code in _ON_CARS:
        return _ON_CARS[code]
    if code in _IN_CYRILLIC:
        return _IN_CYRILLIC[code]
    by_code = COUNTRY_OF.get(code) or _ISO_3.get(code) or (code if code in FEDERATION_OF else "")
    found = by_code or country_of(text.strip())
    if found:
        return found
    if _THREE_LETTERS.fullmatch(code):
        return code
    raise ValueError(text)

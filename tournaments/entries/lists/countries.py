"""Countries by their names in the languages of those who write lists."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from babel import Locale

from gipf_engine.player_lists.headings import plain

_LANGUAGES = (
    *(
        "en",
        "de",
        "fr",
        "nl",
        "es",
        "it",
        "pt",
        "fa",
        "ar",
        "ja",
        "zh",
        "pl",
        "cs",
        "ru",
        "uk",
        "tr",
        "sv",
        "da",
        "nb",
        "fi",
    ),
    *("hu", "el", "ro", "bg", "sr", "hr", "sl", "sk", "et", "lv", "lt", "id", "vi", "ko", "he", "ca", "th", "is", "ka"),
)
"""Where two languages call different countries the same, the earlier one counts."""
_ALSO = {
    "russianfederation": "RU", "koreasouth": "KR", "republicofkorea": "KR", "كوريا الجنوبية": "KR",
    "السعودية": "SA", "الإمارات": "AE",
    "england": "ENG", "scotland": "SCO", "wales": "WLS", "schottland": "SCO", "angleterre": "ENG", "inglaterra": "ENG",
    "usa": "US", "unitedstatesofamerica": "US", "america": "US", "uk": "GB", "greatbritain": "GB", "britain": "GB",
    "holland": "NL", "czechrepublic": "CZ", "turkey": "TR", "korea": "KR", "southkorea": "KR", "russia": "RU",
    "uae": "AE", "republicofireland": "IE", "vietnam": "VN", "macedonia": "MK", "bosnia": "BA", "iran": "IR",
    "escocia": "SCO", "gales": "WLS", "schotland": "SCO", "engeland": "ENG", "inghilterra": "ENG",
    "scozia": "SCO", "anglia": "ENG", "szkocja": "SCO", "anglie": "ENG", "skotsko": "SCO", "англия": "ENG",
    "шотландия": "SCO", "αγγλια": "ENG", "ingiltere": "ENG", "skottland": "SCO", "чехия": "CZ",
    "skotland": "SCO", "englanti": "ENG", "skotlanti": "SCO", "inglismaa": "ENG", "anglija": "ENG", "ирландия": "IE",
    "irska": "IE", "usas": "US", "сша": "US", "stanyzjednoczone": "US", "eeuu": "US", "etatsunis": "US", "eua": "US",
    "vs": "US", "abd": "US", "ηπα": "US", "soli": "US",
    "palestine": "PS", "palestina": "PS", "palästina": "PS", "فلسطین": "PS", "chinesetaipei": "TW", "taipei": "TW",
    "hongkong": "HK", "northmacedonia": "MK", "türkiye": "TR", "turkiye": "TR", "brasil": "BR", "deutschland": "DE",
    "espana": "ES", "italia": "IT", "bosniaandherzegovina": "BA", "bosna": "BA", "trinidad": "TT", "moldova": "MD",
    "ivorycoast": "CI", "syria": "SY", "laos": "LA", "tanzania": "TZ", "venezuela": "VE", "bolivia": "BO",
    "آمریکا": "US", "امریکا": "US", "انگلیس": "ENG", "イギリス": "GB", "韓国": "KR", "アメリカ": "US", "韩国": "KR",
}  # fmt: skip


_ARTICLE = re.compile(
    r"^(?:the|la|le|les|los|las|el|il|die|der|das|de|het|república|republic of|rep\.?)\s+", re.IGNORECASE
)
_BEHIND = re.compile(r"\s*[,(].*")
"""“Korea, Republic of”, “Iran (Islamic Republic of)”."""


def country_of(name: str) -> str:
    """The ISO code of a country, or the code of a federation without one, by its name; "" for what names none."""
    for text in (name, _ARTICLE.sub("", name), _BEHIND.sub("", name)):
        found = _names().get(plain(text))
        if found is not None:
            return found
    return ""


@lru_cache(maxsize=1)
def _names() -> Mapping[str, str]:
    found: dict[str, str] = {}
    for language in reversed(_LANGUAGES):
        territories = Locale.parse(language).territories
        found |= {plain(name): code for code, name in territories.items() if len(code) == 2 and code.isalpha()}
    demonyms = tomllib.loads(Path(__file__).with_name("nationalities.toml").read_text("utf-8"))
    found = {plain(word): code for code, words in demonyms.items() for word in words.split()} | found
    return found | {plain(name): code for name, code in _ALSO.items()}

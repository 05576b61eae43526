"""The text of a file whose encoding no one said: the one that gives the most plausible words.

UTF-8 is UTF-8 wherever it decodes. Else each encoding that decodes the bytes is scored by what it makes of them: heads
of columns that are known, letters that are common in one script, none that stand amid letters of another one.
"""

from __future__ import annotations

import codecs
import re
import unicodedata
from collections.abc import Mapping

from gipf_engine.player_lists.headings import is_head_as_spelled

UTF8 = "utf-8"
ENCODINGS: Mapping[str, str] = {
    UTF8: "UTF-8",
    "utf-16-le": "UTF-16",
    "utf-16-be": "UTF-16 BE",
    "cp1252": "Windows-1252",
    "cp1250": "Windows-1250",
    "cp1251": "Windows-1251",
    "cp1253": "Windows-1253",
    "cp1254": "Windows-1254",
    "cp1256": "Windows-1256",
    "cp1255": "Windows-1255",
    "cp1257": "Windows-1257",
    "iso8859_7": "ISO 8859-7",
    "iso8859_5": "ISO 8859-5",
    "iso8859_2": "ISO 8859-2",
    "koi8_u": "KOI8-U",
    "cp866": "DOS 866",
    "cp852": "DOS 852",
    "cp850": "DOS 850",
    "cp874": "Windows-874",
    "cp932": "Shift_JIS",
    "euc_jp": "EUC-JP",
    "gb18030": "GB18030",
    "big5": "Big5",
    "euc_kr": "EUC-KR",
    "cp949": "Windows-949",
    "iso2022_jp": "ISO 2022-JP",
    "mac_roman": "Mac Roman",
}
"""Encodings by Python's names, as people call them. Those above win where two are as plausible."""
_BY_MARK = {b"\xef\xbb\xbf": UTF8, b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}
_LOOKED_AT = 20_000
"""Bytes that are scored."""
_LOOKED_AT_FOR_NAMES = 2_000
_CELLS = re.compile(r"[\t;,|\n^~¦]| {2,}")
_WORDS = re.compile(r"[^\W\d_]+")
_HEAD, _MIXED, _SIGN_IN_WORD, _RUN_OF_ACCENTS = 12.0, -3.0, -4.0, -3.0
_EASTERN_ENDS, _EASTERN_END = re.compile(r"(?:[ieoau]ć|ová|ů|šek|ček|ński|żak)\b"), 0.5
"""How many names of eastern Europe end, whose letters are common ones in other encodings."""
_USUAL_RUNS = ("żół", "łóż")
"""Letters with accents beside each other that names and words have."""
_CONTROLS = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")
_SIGNS = re.compile(r"[^\W\d_][\u0080-\u00bf\u00d7\u00f7\u2018-\u203a\u20ac\u2122\u0192\u02c6\u02dc]+[^\W\d_]")
_WESTERN = (
    dict.fromkeys("äöüÄÖÜßéÉèêëàâáçñÑíóúôîïåæûÈÊËÀÂÁÇÍÓÚÔÎÏÅ", 1.0) | dict.fromkeys("øØÆòùìœŒšžãªº", 0.9) | {"õ": 0.75}
)
_EASTERN = dict.fromkeys("ąćęłńśźżĄĆĘŁŃŚŹŻčČřŘšŠžŽěĚůŮďĎťŤňŇőŐűŰșţăŞ", 0.8)
_BALTIC = dict.fromkeys("āēīūšžĀĒĪŪŠŽõäöüÕÄÖÜ", 1.0) | dict.fromkeys("čģķļņČĢĶĻŅąęėįųĄĘĖĮŲ", 0.85)
_DOS_WESTERN = dict.fromkeys("äöüÄÖÜßéèêëàâçñóíúïîôåæøÅÆØÉÑ", 0.8)
_DOS_EASTERN = dict.fromkeys("ąćęłńóśźżĄĆĘŁŃÓŚŹŻčČřŘšŠžŽěĚůŮďťňőŐűŰáíéýúÁÍÉÝÚđĐäöüÄÖÜß", 0.7)
_TURKISH = dict.fromkeys("éèêëàáíóúñ", 0.5) | dict.fromkeys("şğıİŞĞ", 0.95) | dict.fromkeys("öüçâîûÖÜÇéäß", 1.0)
_MAC = dict.fromkeys(_WESTERN, 0.75)
_LATIN: Mapping[str, Mapping[str, float]] = {
    "cp1250": _EASTERN | _WESTERN,
    "iso8859_2": dict.fromkeys(_EASTERN | _WESTERN, 0.7),
    "cp1254": _TURKISH,
    "cp1257": _BALTIC,
    "cp850": _DOS_WESTERN,
    "cp852": _DOS_EASTERN,
    "mac_roman": _MAC,
}
"""How common a letter is in what is written in an encoding; `_WESTERN` for all others."""
_LATER_CYRILLIC = frozenset({"koi8_u", "cp866", "iso8859_5"})
"""Encodings of Cyrillic that are rarer than Windows-1251."""
_LATER_GREEK = frozenset({"iso8859_7"})
_KOREAN = frozenset({"euc_kr", "cp949"})
_DECLARED = re.compile(
    rb"<(?:meta[^<>]{0,200}charset|\?xml[^<>]{0,100}encoding)\s*=\s*[\"']?([\w-]{3,20})", re.IGNORECASE
)
_NAMED_OTHERWISE = {
    **dict.fromkeys(("ascii", "latin_1", "iso8859_1", "iso8859_15"), "cp1252"),
    "shift_jis": "cp932",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "iso8859_9": "cp1254",
    "iso8859_8": "cp1255",
    "iso8859_13": "cp1257",
    "koi8_r": "koi8_u",
}
"""Encodings that pages name, by the wider ones that are meant."""
_PERSIAN = re.compile("[پچژگ]")
_TO_PERSIAN = str.maketrans("يك", "یک")
"""Windows-1256 lacks the yeh of Persian, so that lists in Persian are written with that of Arabic."""
_BARE_MARKS = re.compile("[˝˛˘˙ˇ¸¨¯¤\u2500-\u259f]")
"""Marks without a letter and lines of boxes: where one encoding has them, others have ½, € and letters."""
_ENDS_OF_WORDS, _INSIDE_WORD = "ìòù", 0.3
"""Letters of Italian that end words; inside them another encoding has ě, ň and ů."""
_USUAL_SIGNS = re.compile(r"[¿¡](?=\w)|[€£]\s?(?=\d)|(?<=\d)\s?[€£]|(?<=[\s\d])[–—](?=[\s\d])|(?<=\s)[·•](?=\s)")
"""Signs where texts have them, which are letters in other encodings."""
_JAPANESE_NAMES = frozenset(
    "山田中村小林加藤佐伊高橋渡辺斎吉本松井木口清野川上原和石前岡後長谷島坂大西東北南太郎子美一二三正健平智美香真由優"
    "花翔介博明裕幸恵樹哲也浩誠隆氏名選手段級所属番号順位国籍生年月日計参加者"
)
_CHINESE_NAMES = frozenset(
    "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕伟芳娜秀英敏静丽强磊军洋勇艳杰娟涛"
    "明超霞平刚桂文辉玲华建国志红梅鹏飞姓名等级分俱乐部国籍出生年份序号选手棋手单位编号合计积"
)


def decode(data: bytes, chosen: str = "") -> tuple[str, str]:
    """The text and its encoding. UnicodeDecodeError where it is no text in any, or in the chosen one."""
    if chosen:
        return _decoded(data, chosen), chosen
    for mark, encoding in _BY_MARK.items():
        if data.startswith(mark):
            return _decoded(data, encoding), encoding
    heads = {}
    for encoding in _possible(data):
        try:
            text = _decoded(data, encoding)
        except UnicodeDecodeError:
            continue
        if encoding == UTF8:
            return text, encoding
        heads[encoding] = text[:_LOOKED_AT]
    if (declared := _declared(data)) in heads:
        return _decoded(data, declared), declared
    if not heads:
        raise UnicodeDecodeError(UTF8, data[:40], 0, 1, "no encoding of lists")
    best = max(heads, key=lambda encoding: plausibility(heads[encoding], encoding))
    return _decoded(data, best), best


def _declared(data: bytes) -> str:
    """The encoding that a page or an XML file says of itself; "" for what is unknown here."""
    found = _DECLARED.search(data[:_LOOKED_AT_FOR_NAMES])
    try:
        name = codecs.lookup(found[1].decode()).name.replace("-", "_") if found else ""
    except (LookupError, UnicodeDecodeError):
        return ""
    return _NAMED_OTHERWISE.get(name, name)


def _possible(data: bytes) -> list[str]:
    """Encodings that bytes can be in: UTF-16 where every second one is NUL, no other with a NUL."""
    if b"\0" not in data:
        return [encoding for encoding in ENCODINGS if not encoding.startswith("utf-16")]
    head = data[: _LOOKED_AT - _LOOKED_AT % 2]
    even, odd = head[::2].count(0), head[1::2].count(0)
    if max(even, odd) * 4 < len(head) // 2:
        return []
    return ["utf-16-le" if odd > even else "utf-16-be"]


def _decoded(data: bytes, encoding: str) -> str:
    text = data.decode(encoding).removeprefix("\ufeff").removesuffix("\x1a")
    if encoding == "cp1256" and _PERSIAN.search(text):
        text = text.translate(_TO_PERSIAN)
    if _CONTROLS.search(text):
        raise UnicodeDecodeError(encoding, data[:40], 0, 1, "control characters")
    return text


def plausibility(text: str, encoding: str) -> float:
    """How much a text looks like a list of players; the higher, the more."""
    heads = sum(
        is_head_as_spelled(cell) for cell in _CELLS.split("\n".join(text.splitlines()[:15])) if not cell.isascii()
    )
    words = sum(_worth_of_word(word, encoding) for word in _WORDS.findall(text) if not word.isascii())
    signs = len(_SIGNS.findall(text)) * _SIGN_IN_WORD - len(_BARE_MARKS.findall(text)) + len(_USUAL_SIGNS.findall(text))
    words += len(_EASTERN_ENDS.findall(text)) * _EASTERN_END
    strange = sum(unicodedata.category(letter) in ("Co", "Cn", "Cc") for letter in text if letter not in "\t\r\n")
    return heads * _HEAD + words + signs - 2.0 * strange


def _worth_of_word(word: str, encoding: str) -> float:
    scripts = {_script(letter) for letter in word}
    if len(word) == 1 and not scripts & {"han", "kana", "hangul"}:
        return 0.0  # a sign in another encoding, more often
    worth = sum(_worth_of_letter(letter, encoding) for letter in word if not letter.isascii())
    worth -= sum(letter in _ENDS_OF_WORDS for letter in word[:-1]) * (_WESTERN["ì"] - _INSIDE_WORD)
    if len(scripts - {"kana", "han"}) + bool(scripts & {"kana", "han"}) > 1:
        worth += _MIXED * len(word)
    accents = [not letter.isascii() and _script(letter) == "latin" for letter in word]
    is_run = any(all(accents[place : place + 3]) for place in range(len(accents) - 2))
    if is_run and not any(run in word.casefold() for run in _USUAL_RUNS):
        worth += _RUN_OF_ACCENTS * len(word)
    capitals = sum(letter.isupper() and not letter.isascii() for letter in word[1:])
    if capitals and not word.isupper():
        worth += _MIXED * (1 if "latin" in scripts else capitals)
    return worth


def _script(letter: str) -> str:
    code = ord(letter)
    if code < 0x250:
        return "latin"
    for first, last, name in _SCRIPTS:
        if first <= code <= last:
            return name
    return "other"


_SCRIPTS = (
    (0x370, 0x3FF, "greek"),
    (0x400, 0x52F, "cyrillic"),
    (0x5D0, 0x5EA, "hebrew"),
    (0x600, 0x6FF, "arabic"),
    (0xE01, 0xE5B, "thai"),
    (0x3005, 0x30FF, "kana"),
    (0x3400, 0x9FFF, "han"),
    (0xAC00, 0xD7AF, "hangul"),
    (0xFF61, 0xFF9F, "narrow kana"),
)


def _worth_of_letter(letter: str, encoding: str) -> float:
    script = _script(letter)
    if script == "latin":
        return _LATIN.get(encoding, _WESTERN).get(letter, -0.5)
    if script in ("kana", "han"):
        return 2 * _worth_of_east_asian(letter, script, encoding)
    if script == "cyrillic" and encoding in _LATER_CYRILLIC:
        return 0.9
    if script == "greek" and encoding in _LATER_GREEK:
        return 0.95
    if script in ("greek", "cyrillic", "arabic"):
        return 1.0
    if script in ("hebrew", "thai"):
        return 1.05
    if script == "hangul":
        return 1.9 if encoding in _KOREAN and _is_common_hangul(letter, encoding) else -1.0
    return -1.5


def _is_common_hangul(letter: str, encoding: str) -> bool:
    """Whether a syllable is one of EUC-KR's: the others are rare, and many where another encoding was meant."""
    return encoding == "euc_kr" or letter.encode("euc_kr", "replace") != b"?"


def _worth_of_east_asian(letter: str, script: str, encoding: str) -> float:
    """Kana speak for Japanese; the names' own characters for their language; rare characters against it."""
    japanese = encoding in ("cp932", "euc_jp")
    if script == "kana":
        return 1.0 if japanese else -1.0
    names = _JAPANESE_NAMES if japanese else _CHINESE_NAMES
    if letter in names:
        return 1.2
    standard, last_of_common = {
        "gb18030": ("gb2312", 0xD7),
        "big5": ("big5", 0xC6),
        "euc_kr": ("euc_kr", 0xC8),
        "cp949": ("euc_kr", 0xC8),
    }.get(encoding, ("euc_jp", 0xCF))
    try:
        first = letter.encode(standard)[0]
    except UnicodeEncodeError:
        return -1.0
    if encoding in ("big5", *_KOREAN):
        return 0.3 if first <= last_of_common and encoding == "big5" else -1.0
    return 0.5 if first <= last_of_common else -0.5

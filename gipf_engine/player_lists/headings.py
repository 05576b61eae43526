"""Heads of columns in the languages of those who write lists, and as programs write them.

One table: what a column holds, in tiers. Of two columns that hold one thing, that of the earlier tier is read.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache

from gipf_engine.player_lists.meanings import (
    BIRTH,
    CLUB,
    COUNTRY,
    FIDE,
    FIRST_NAME,
    NAME,
    NOT_USED,
    PARTICLE,
    PLACE,
    RATING,
    SURNAME,
    TITLE,
)
from gipf_engine.player_lists.unread_heads import UNREAD_HEADS

Tier = tuple[str, int]
_HEADS: Mapping[Tier, Mapping[str, str]] = {
    (NAME, 0): {
        "en": "name|names|player|players|player name|full name|fullname|participant|participants|participant name|"
        "competitor|name of player|display name|username|user name|nickname|nick",
        "de": "name|spieler|spielername|spielerin|teilnehmer|teilnehmername|name vorname|vorname name|nachname vorname|"
        "vorname nachname|vor und nachname|vollständiger name",
        "fr": "nom|joueur|joueuse|joueurs|nom complet|nom prénom|nom et prénom|prénom nom|prénom et nom|participant",
        "nl": "naam|speler|spelers|spelersnaam|deelnemer|volledige naam|naam speler|voornaam achternaam",
        "es": "jugador|jugadora|jugadores|nombre completo|nombre y apellidos|apellidos y nombre|nombre y apellido|"
        "apellido y nombre|apellidos nombre|participante",
        "it": "giocatore|giocatrice|giocatori|nominativo|cognome nome|cognome e nome|nome e cognome|nome cognome|"
        "partecipante",
        "pt": "jogador|nome completo|jogadores",
        "fa": "نام|نام بازیکن|بازیکن|نام و نام خانوادگی|نام خانوادگی و نام|اسم|اسامی|شرکت کننده|نام شرکت کننده",
        "ar": "الاسم|اسم اللاعب|اللاعب|الاسم الكامل|اسم|اللاعبون|المشارك",
        "ja": "名前|氏名|選手|選手名|お名前|参加者|参加者名|プレイヤー|プレーヤー|プレイヤー名|対局者",
        "zh": "姓名|选手|選手|棋手|选手姓名|名字|参赛者|參賽者|玩家",
        "pl": "zawodnik|nazwisko i imię|imię i nazwisko",
        "cs": "jméno a příjmení|příjmení a jméno|hráč",
        "ru": "имя|фио|игрок|участник|фамилия имя|фамилия и имя|фамилия имя отчество",
        "tr": "ad soyad|adı soyadı|oyuncu|isim",
        "sv": "namn|spelare|navn|spiller|nimi|pelaaja",
        "hu": "név|játékos",
        "el": "ονοματεπώνυμο|παίκτης|όνομα παίκτη|επώνυμο και όνομα",
        "ko": "이름|성명|선수|선수명|참가자",
        "vi": "họ và tên|họ tên|tên kỳ thủ",
        "uk": "піб|прізвище та ім я|гравець",
        "sr": "prezime i ime|ime i prezime|igrač",
        "ro": "nume și prenume|nume complet|jucător",
        "id": "nama|nama pemain|pemain|peserta",
    },
    (SURNAME, 0): {
        "en": "surname|last name|lastname|family name|familyname|last",
        "de": "nachname|familienname|zuname",
        "fr": "nom de famille",
        "nl": "achternaam|familienaam",
        "es": "apellido|apellidos|primer apellido|segundo apellido|apellido 1|apellido 2|apellido paterno|"
        "apellido materno",
        "it": "cognome",
        "pt": "sobrenome|apelido",
        "fa": "نام خانوادگی|خانوادگی|فامیلی|فامیل",
        "ar": "اسم العائلة|اللقب|العائلة|الكنية|اسم العائله",
        "ja": "姓|名字|苗字|氏",
        "zh": "姓|姓氏",
        "pl": "nazwisko",
        "cs": "příjmení",
        "ru": "фамилия",
        "tr": "soyad|soyadı",
        "sv": "efternamn|etternavn|efternavn|sukunimi",
        "hu": "vezetéknév",
        "el": "επώνυμο",
        "uk": "прізвище",
        "sr": "prezime|priimek|презиме",
        "ro": "nume",
        "he": "שם משפחה",
    },
    (FIRST_NAME, 0): {
        "en": "first name|firstname|given name|givenname|given names|forename|first|christian name",
        "de": "vorname|vornamen|rufname",
        "fr": "prénom|prénoms",
        "nl": "voornaam|voornamen|roepnaam",
        "es": "nombre|nombres|nombre de pila",
        "it": "nome",
        "pt": "nome",
        "fa": "نام کوچک|اسم کوچک",
        "ar": "الاسم الأول|الاسم الاول|الاسم الشخصي",
        "ja": "名|下の名前",
        "zh": "名",
        "pl": "imię",
        "cs": "jméno",
        "tr": "ad|adı",
        "sv": "förnamn|fornavn|etunimi",
        "hu": "keresztnév",
        "el": "όνομα",
        "uk": "ім я",
        "sr": "ime|име",
        "ro": "prenume",
        "he": "שם פרטי",
    },
    (FIRST_NAME, 1): {"en": "middle name|middle names", "ru": "отчество", "uk": "по батькові"},
    (PARTICLE, 0): {"nl": "tussenvoegsel|tussenvoegsels|tussenv|voorvoegsel|tv", "de": "namenszusatz"},
    (TITLE, 0): {
        "en": "title|fide title|fidetitle|ttl",
        "de": "titel|tit|fide titel",
        "fr": "titre",
        "es": "título",
        "it": "titolo",
        "fa": "عنوان",
        "ar": "اللقب الدولي",
        "ja": "称号|タイトル",
        "zh": "称号|等级称号",
        "id": "gelar",
    },
    (RATING, 0): {
        "en": "rating|rtg|elo|elo rating|ratings|current rating|start rating|seed rating|rate|glicko|glicko 2|whr",
        "de": "wertung|wertungszahl|twz|turnierwertungszahl|spielstärke|elo zahl|elozahl|elo dwz|elo wertung",
        "fr": "classement|cote|elo classement|classement elo|cote elo",
        "nl": "rating speler|sterkte|speelsterkte",
        "es": "puntuación elo|ranking elo|fuerza",
        "it": "punteggio elo|forza",
        "fa": "ریتینگ|درجه|درجه بین المللی|امتیاز ریتینگ|ریتینگ بازیکن",
        "ar": "التصنيف|التقييم|تصنيف|تقييم|درجة التصنيف",
        "ja": "レーティング|レート|レイティング|r|棋力",
        "zh": "等级分|等級分|积分等级|评分|段位分",
        "pl": "ranking",
        "ru": "рейтинг",
        "sv": "rankning",
        "hu": "értékszám",
        "el": "ελο|βαθμολογία ελο",
        "ko": "레이팅",
        "sr": "rejting|рејтинг",
        "fi": "selo",
        "da": "rat",
    },
    (RATING, 1): {
        "en": "fide rating|rating int|rtg int|rtgi|irtg|int rating|elo int|elo fide|elof|fide elo|international rating|"
        "std rating|standard|rating fide|standard rating|std|srtng|fide std|fide standard|elo standard|elo i|"
        "revised standard|gor",
        "de": "elo international|internationale elo|fide elo|fide elozahl",
        "fr": "elo international|classement fide|classement international",
        "es": "elo internacional",
        "it": "elo internazionale|elo fide",
        "fa": "ریتینگ فیده|ریتینگ بین المللی|ریتینگ استاندارد",
        "ar": "التصنيف الدولي",
        "ja": "fideレーティング|国際レーティング",
        "zh": "国际等级分|国际棋联等级分",
        "hu": "fide ép|fide értékszám|fide élő",
        "el": "ελο fide|fide ελο",
        "id": "standar",
    },
    (RATING, 2): {
        "en": "regular|regular rating|rating nat|rtg nat|rtgn|nrtg|national rating|nat rating|elo nat|elon|elo n|ecf|ecf rating|uscf|"
        "uscf rating|local rating|club rating",
        "de": "dwz|nwz|dwz nwz|elo national|nationale elo|ingo",
        "fr": "elo national|classement national|elo nat",
        "nl": "knsb rating|knsb|nationale rating|clubrating",
        "es": "elo nacional|elo fada|elo catalan|elo feda",
        "it": "elo nazionale|elo italia",
        "fa": "ریتینگ ملی|ریتینگ داخلی",
        "ar": "التصنيف الوطني|التصنيف المحلي",
        "ja": "国内レーティング|クラブレート",
        "zh": "国内等级分",
        "tr": "ukd",
        "sv": "lask",
    },
    (RATING, 3): {
        "en": "rapid|rrtng|rapid rating|rapid elo|elo rapid|fide rapid|rapidplay",
        "fr": "elo rapide|rapide|classement rapide",
        "es": "elo rápido|rápido|rápidas",
        "it": "elo rapid|semilampo",
        "de": "schnell|schnellschach elo",
        "fa": "ریتینگ سریع|ریتینگ رپید",
        "ja": "早指しレート",
        "zh": "快棋等级分",
        "id": "cepat",
    },
    (RATING, 4): {
        "en": "blitz|brtng|blitz rating|elo blitz|fide blitz|bullet",
        "fa": "ریتینگ برق آسا",
        "zh": "超快棋等级分",
        "id": "kilat",
    },
    (COUNTRY, 0): {
        "en": "country|fed|federation|fide fed|flag|country code|fed code|nation",
        "de": "föderation|staat|herkunftsland|fide land",
        "fr": "fédération|pays|féd|fede",
        "nl": "federatie|bond",
        "es": "federación|país|bandera",
        "it": "federazione|paese|naz",
        "pt": "federação",
        "fa": "کشور|فدراسیون",
        "ar": "الاتحاد|الدولة|البلد|دولة",
        "ja": "国|国籍|所属国|国名|連盟",
        "zh": "国家|国籍|協會|协会|国家地区|所属协会|棋协",
        "pl": "federacja|kraj",
        "ru": "страна|федерация",
        "tr": "ülke|federasyon",
        "el": "χώρα|ομοσπονδία",
        "sv": "förbund|maa",
        "cs": "země",
    },
    (COUNTRY, 1): {
        "en": "nat|nation|nationality",
        "de": "land|nationalität",
        "fr": "nationalité",
        "nl": "nationaliteit",
        "es": "nacionalidad|nación",
        "it": "nazione|nazionalità",
        "fa": "ملیت",
        "ar": "الجنسية",
    },
    (FIDE, 0): {
        "en": "fide|fide id|fideid|fide no|fide number|fide nr|id fide|idfide|fide code|fide id number",
        "de": "fide nummer|fide kennung|fideidnummer|fide id nr|fide kenn",
        "fr": "code fide|numéro fide|n fide|identifiant fide",
        "nl": "fide nummer",
        "es": "código fide|número fide|nº fide",
        "it": "codice fide|numero fide|fin",
        "fa": "شماره فیده|کد فیده|آیدی فیده|شناسه فیده",
        "ar": "رقم فيدا|رقم الفيدا|معرف فيدا|رقم الاتحاد الدولي",
        "ja": "fide番号|fideid番号",
        "zh": "fide编号|国际棋联编号|fide号|国际编号",
        "el": "κωδικός fide|αριθμός fide",
    },
    (FIDE, 1): {"en": "id number"},
    (CLUB, 0): {
        "en": "club|clubname|club name|club city|club team|home club|chess club",
        "de": "verein|vereinsname|klub|verein ort|schachverein",
        "fr": "club ville|association",
        "nl": "vereniging|clubnaam|schaakclub|schaakvereniging",
        "es": "club ciudad|entidad|círculo",
        "it": "circolo|società|associazione",
        "pt": "clube",
        "fa": "باشگاه|هیئت|تیم باشگاه",
        "ar": "النادي|نادي|النادی",
        "ja": "クラブ|所属|所属クラブ|道場|所属団体|支部",
        "zh": "俱乐部|單位|单位|所属单位|代表队|棋院",
        "pl": "klub",
        "ru": "клуб",
        "tr": "kulüp|kulübü|kulüp şehir",
        "sv": "klubb|forening|seura",
        "cs": "oddíl",
        "hu": "egyesület|klub",
        "el": "σύλλογος|σωματείο",
        "ko": "소속|클럽",
        "vi": "đơn vị|câu lạc bộ|clb",
        "id": "klub",
    },
    (CLUB, 1): {
        "en": "team|school|city|town|institution|from|affiliation|university|college|organization|"
        "organisation|location",
        "de": "mannschaft|ort|wohnort|schule",
        "fr": "équipe|ville|école",
        "nl": "ploeg|plaats|woonplaats|school",
        "es": "equipo|ciudad|localidad|colegio|procedencia",
        "pt": "equipe|cidade|escola",
        "da": "hold",
        "it": "squadra|città|scuola",
        "fa": "تیم|شهر|مدرسه|استان",
        "ar": "الفريق|المدينة|المدرسة",
        "ja": "チーム|学校|学校名|都道府県|出身",
        "zh": "队伍|城市|学校|地区|省份",
        "ru": "город|команда|школа",
        "pl": "miasto|miejscowość|drużyna",
        "el": "πόλη|ομάδα συλλόγου",
        "id": "provinsi|daerah|asal",
    },
    (BIRTH, 0): {
        "en": "birth|born|b day|bday|birth year|year of birth|birthday|date of birth|dob|yob|b year|byear|year|"
        "birth date|birthdate|bdate",
        "de": "geburtsjahr|geburtsdatum|geburt|geb|jahrgang|geboren|geb datum|gebdatum|geb jahr|jg",
        "fr": "année de naissance|date de naissance|naissance|né le|née le|né|né en",
        "nl": "geboortejaar|geboortedatum|geboren|geb jaar|gebjaar|geb dat",
        "es": "nacimiento|año de nacimiento|fecha de nacimiento|año nac|fecha nac|f nac|f nacimiento|año",
        "it": "nascita|anno di nascita|data di nascita|anno nascita|data nascita|nato il|anno",
        "pt": "nascimento|ano de nascimento|data de nascimento",
        "fa": "سال تولد|تاریخ تولد|تولد|متولد",
        "ar": "سنة الميلاد|تاريخ الميلاد|الميلاد|سنة الولادة|تاريخ الولادة|المواليد",
        "ja": "生年|生年月日|誕生日|生まれ年|生まれ",
        "zh": "出生|出生年|出生年份|出生日期|出生年月|生日",
        "pl": "rok urodzenia|data urodzenia|ur",
        "ru": "год рождения|дата рождения|г р",
        "tr": "doğum tarihi|doğum yılı",
        "sv": "född|født|fødselsår|födelseår|syntymävuosi",
        "cs": "rok narození|datum narození|ročník",
        "hu": "születési év|születési dátum|született",
        "el": "έτος γέννησης|ημερομηνία γέννησης|γέννηση",
        "ko": "생년월일|출생년도",
        "vi": "năm sinh|ngày sinh",
        "sr": "godina rođenja|god rođenja|datum rođenja|godište",
        "ro": "anul nașterii|data nașterii",
        "id": "tgl lahir|tanggal lahir|tahun lahir",
    },
    (PLACE, 0): {
        "en": "no|nr|num|number|rank|rk|place|pos|position|sno|snr|seed|start no|starting rank|line|#|"
        "start number|pairing no|pairing number|s no|sl no|sr no|n|pair",
        "de": "rang|rg|platz|platznr|tnr|startnr|start nr|startnummer|lfd nr|lfdnr|nummer|tln nr|pl",
        "fr": "n°|rang|numéro|num|clt|n",
        "nl": "nummer|volgnummer|volgnr|rang|plaats nr",
        "es": "nº|núm|número|rango|puesto|nº ini|no ini|pos ini|orden",
        "it": "numero|n|posizione|pos|n°|id gioc",
        "fa": "ردیف|شماره|رتبه|شماره شروع",
        "ar": "الرقم|م|رقم|الترتيب|ت|تسلسل",
        "ja": "番号|順位|no|№|シード|通番|連番",
        "zh": "序号|编号|號碼|号|名次|排名|號|序號|种子",
        "pl": "lp|l p",
        "ru": "№|номер|место|п п|№ п п",
        "tr": "sıra|sıra no|no|bsno|bşl no|başl no",
        "cs": "poř|pořadí|č",
        "hu": "sorszám|ssz",
        "el": "αα|α α|αριθμός",
        "ko": "번호|순번",
        "vi": "stt|tt",
        "sr": "rb|r br|redni broj",
    },
    (NOT_USED, 0): UNREAD_HEADS,
}

_NO_WORD = re.compile(r"[^\w№°º#]|_")
_BRACKETS = re.compile(r"[(\[（【][^)\]）】]*[)\]）】]")
_PARTS = re.compile(r"[/|()\[\]（）【】\n,;،、·:：–—]| - ")
_LATIN_MARKS = re.compile(r"[\u0300-\u036f]")
_SAME = str.maketrans(
    dict.fromkeys("\u200c\u200d\u200e\u200f\u0640\ufeff")
    | dict.fromkeys(map(chr, range(0x64B, 0x653)))
    | {"ي": "ی", "ى": "ی", "ك": "ک", "أ": "ا", "إ": "ا", "آ": "ا", "ة": "ه", "ł": "l", "ı": "i", "ø": "o"}
)
_LONGEST = 60
_LATIN_WORD = re.compile(r"[^\W\d_]+")
_EAST_ASIAN = re.compile("[\u3040-\u30ff\u3400-\u9fff]{3,8}")
_COMPOUNDS = frozenset({NAME, RATING, COUNTRY, CLUB, BIRTH, NOT_USED})
"""What the last or first part of an East Asian head says."""
_MOST_WORDS = 4
_MOST_WORDS_OF_A_QUESTION = 7
_ABBREVIATED = re.compile(r"[^\W\d_]+\.?|#|№")
_FEWEST_LETTERS = 3
"""Of an abbreviated head that is one word: “Nr.” could be the beginning of much."""
_ARTICLES = re.compile(r"\b(?:the|of|der|die|das|des|del|de|la|le|les|du|do|da|dos|het)\b")
_OTHER_RATINGS = frozenset(
    {"change", "diff", "difference", "gain", "new", "performance", "limit", "group", "prize", "date", "games"}
    | {"high", "highest", "best", "peak", "max"}
)
"""Words beside “rating” of numbers that are none."""


def plain(text: str) -> str:
    """A text as heads are compared: without case, accents, signs and spaces, of alike letters one."""
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold().translate(_SAME))
    bare = unicodedata.normalize("NFC", _LATIN_MARKS.sub("", folded)).translate(_SAME)
    return _NO_WORD.sub("", bare)


_TIER_OF: Mapping[str, Tier] = {
    plain(head): tier
    for tier, languages in reversed(list(_HEADS.items()))
    for heads in languages.values()
    for head in heads.split("|")
}

_WITHOUT_ARTICLES: Mapping[str, Tier] = {
    plain(_ARTICLES.sub(" ", head)): tier
    for tier, languages in reversed(list(_HEADS.items()))
    for heads in languages.values()
    for head in heads.split("|")
    if " " in head
}
_WORDS_OF: Mapping[tuple[str, ...], Tier] = {
    tuple(map(plain, head.split())): tier
    for tier, languages in reversed(list(_HEADS.items()))
    for heads in languages.values()
    for head in heads.split("|")
}


@lru_cache(maxsize=4096)
def tier_of(head: str) -> Tier | None:
    """What a column of this head holds, and in which tier; None where no language has such a head."""
    if not head or len(head) > _LONGEST:
        return None
    tries = [plain(head), plain(_BRACKETS.sub(" ", head))]
    tries += [each.rstrip("0123456789") for each in tries]
    for each in tries:
        if each in _TIER_OF:
            return _TIER_OF[each]
    found = _tier_of_parts(head) or _tier_of_compound(plain(head)) or _tier_of_words(head)
    return found or _tier_of_abbreviation(head) or _tier_without_articles(head) or _tier_of_question(head)


def _tier_of_parts(head: str) -> Tier | None:
    """A head in two languages, or of two things: "Name / Nom", "Nachname, Vorname", "Name\\nVorname"."""
    tiers = [_TIER_OF.get(plain(part)) for part in _PARTS.split(head) if plain(part)]
    known = [tier for tier in tiers if tier is not None]
    if len(known) < 2 or len(known) * 2 < len(tiers):
        return None
    meanings = {meaning for meaning, _tier in known}
    if meanings & {SURNAME, NAME} and FIRST_NAME in meanings:
        return NAME, 0
    return next((tier for tier in known if tier[0] != NOT_USED), known[0])


def _tier_of_compound(head: str) -> Tier | None:
    """An East Asian head of two words, by the last one or else the first: 所属大学, 参加者氏名."""
    if not _EAST_ASIAN.fullmatch(head):
        return None
    lengths = range(len(head) - 1, 1, -1)
    parts = [*(head[-length:] for length in lengths), *(head[:length] for length in lengths)]
    known = [_TIER_OF[part] for part in parts if part in _TIER_OF]
    return next(((meaning, tier + 1) for meaning, tier in known[:1] if meaning in _COMPOUNDS), None)


def _tier_of_words(head: str) -> Tier | None:
    """A rating that some list calls its own: “Rating CBX”, “Elo 11/26”."""
    words = [plain(word) for word in _LATIN_WORD.findall(head)]
    known = [_TIER_OF[word] for word in words if word in _TIER_OF]
    ratings = [tier for meaning, tier in known if meaning == RATING]
    if not ratings or len(words) > _MOST_WORDS or not _OTHER_RATINGS.isdisjoint(words):
        return None
    if any(meaning not in (RATING, FIDE) for meaning, _tier in known):
        return None
    return RATING, 1 if (FIDE, 0) in known else max(*ratings, 2)


def _tier_of_abbreviation(head: str) -> Tier | None:
    """A head whose words are cut off by points, if only one thing begins so: “Rok ur.”, “Дата рожд.”, “D.Tarihi”."""
    words = _ABBREVIATED.findall(head)
    if not any(word.endswith(".") for word in words):
        return None
    if len(words) == 1 and len(plain(words[0])) < _FEWEST_LETTERS:
        return None
    begins = [(plain(word), word.endswith(".")) for word in words]
    tiers = {
        tier
        for known, tier in _WORDS_OF.items()
        if len(known) == len(begins)
        and all(
            full.startswith(word) if is_cut else full == word
            for full, (word, is_cut) in zip(known, begins, strict=True)
        )
    }
    return min(tiers, key=lambda tier: tier[1]) if len({meaning for meaning, _tier in tiers}) == 1 else None


def _tier_without_articles(head: str) -> Tier | None:
    """A head that has an article more or less than the known one: “Name of the player”."""
    return _WITHOUT_ARTICLES.get(plain(_ARTICLES.sub(" ", head.casefold()))) if " " in head else None


def _tier_of_question(head: str) -> Tier | None:
    """A head of a form that says more behind a known head of two words or three: “Full name as in the FIDE list”."""
    words = head.split()
    if not 2 < len(words) <= _MOST_WORDS_OF_A_QUESTION:
        return None
    known = (_TIER_OF.get(plain("".join(words[:count]))) for count in (3, 2) if count < len(words))
    return next(((meaning, tier + 1) for meaning, tier in filter(None, known)), None)


def is_head(text: str) -> bool:
    """Whether a cell is the head of a column in some language."""
    return tier_of(text) is not None


def is_other_head(text: str) -> bool:
    """Whether a cell is the head of a column that holds no names."""
    tier = tier_of(text)
    return tier is not None and tier[0] not in (NAME, SURNAME, FIRST_NAME)

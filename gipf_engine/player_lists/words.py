"""Words that lists hold beside players, in the languages of those who write them: totals, greetings, "no value".

Those that are written as people do are in `other_words.toml`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path

from gipf_engine.player_lists.headings import plain

_OTHERS: Mapping[str, Mapping[str, str]] = tomllib.loads(
    Path(__file__).with_name("other_words.toml").read_text("utf-8")
)


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _phrases(kind: str, separator: str = "|") -> frozenset[str]:
    """The phrases of all languages, as `headings.plain` writes them."""
    listed = (phrase for phrases in _OTHERS[kind].values() for phrase in phrases.split(separator))
    return frozenset(filter(None, map(plain, listed)))


def _pattern(kind: str) -> str:
    """The phrases of all languages as alternatives, the longest first."""
    listed = {phrase.strip() for phrases in _OTHERS[kind].values() for phrase in phrases.split("|")}
    return "|".join(re.escape(phrase).replace("'", ".") for phrase in sorted(listed, key=len, reverse=True) if phrase)


NOTHING = (
    _phrases("nothing")
    | _words(
        "0 00 na none null nil unr unrated unranked tbd nr no nc ohne keine kein sans aucun geen sin ninguno senza"
        " nessuno"
        " ندارد بدونریتینگ بدون لایوجد なし 無し 無 无 暂无 未定 未评 没有 brak нет x"
    )
    | {""}
)
"""What a cell says that holds no value, as `headings.plain` writes it."""

NO_RATING = _phrases("no_rating")
"""What stands in a column of ratings for players who have none."""

NO_CLUB = _phrases("no_club") | _words(
    "vereinslos clublos ohneverein sansclub sinclub independiente senzacircolo senzaclub semclube clubloos geenclub"
    " nincs unattached noclub independent ferdi bezklubu niezrzeszony neregistrovan neregistrovany безклуба лично"
    " 無所属 个人 個人 无"
    " آزاد بدونباشگاه مستقل utanklubb klubblos"
)
"""What stands in a column of clubs for players who have none, as `headings.plain` writes it."""

NOT = _phrases("not", " ")
"""Words beside one of rating that say that there is none."""

WITHDRAWN = _phrases("withdrawn")
"""What a status says of a player who does not play."""

ABSENT = _phrases("absent")
"""What may be said of a player who does not play at all, or not in a round."""

SECTIONS = _phrases("sections")
"""Heads of columns that say in which part of an event a player is: “Reserve” is the name of one."""

NOTES = _phrases("notes")
"""Short remarks beside a name."""

REMARKS = frozenset(" ".join(_OTHERS["remarks"].values()).split())
"""Words of remarks, as they are written in small letters."""

REMARKS_INSIDE = re.compile("|".join(_OTHERS["remarks_inside"].values()))
"""What only remarks hold, in scripts that have no capitals."""

ACADEMIC = frozenset(" ".join(_OTHERS["academic"].values()).split())
"""Academic titles, in small letters, with the points that they must have."""

SALUTATIONS = frozenset(_OTHERS["salutations"]["before"].split())
"""How people are addressed before their names."""

SALUTATIONS_BEHIND = frozenset(_OTHERS["salutations"]["behind"].split())
"""How people are addressed behind their names."""

NO_PERSON = _phrases("no_person")
"""What stands in place of a name where a place is free."""

GUESTS = frozenset(_OTHERS["guests"]["all"].split())
"""First words of what stands for a person without a name, in small letters."""

JOINTS = frozenset(_OTHERS["joints"]["all"].split())
"""Words that join one more player to a list, in small letters."""

NO_ANSWERS = _phrases("no_answers", " ")
"""Answers of those who do not come, behind a name."""

CLOSINGS = frozenset(_OTHERS["closings"]["all"].split())
"""Words of the short line that ends a mail."""

ANSWERS = _phrases("answers")
"""Answers to a question that has no other: yes, no, perhaps."""

DITTO = _phrases("ditto")
"""Words of a cell that says what stands above it."""

DITTO_SIGNS = frozenset({'"', "''", "〃", "″", "„", "”", "//", "々", "'' ''", '" "'})
"""Signs of such a cell, without dashes around them."""

PARTS_OF_EVENTS = frozenset(map(plain, _OTHERS["parts_of_events"]["all"].split()))
"""Words of headings that name a part of an event, as `headings.plain` writes them."""

NO_PLAYERS = _phrases("no_players")
"""Who is in a list beside its players: coaches, leaders, guests."""

ORGANISERS = _phrases("organisers")
"""Who runs an event, before a name below its list."""

HELPS = re.compile(
    rf"(?<!\w)(?=\w)(?:{_pattern('helps')})(?!\w)|{_pattern('helps_inside')}",
    re.IGNORECASE,
)
"""What remarks say of people who are in a list and do not play."""

PLAYS = re.compile(rf"(?<!\w)(?=\w)(?:{_pattern('plays')})(?!\w)|{_pattern('plays_inside')}", re.IGNORECASE)
"""Heads of columns that say who plays."""

MEALS = re.compile(rf"(?<!\w)(?=\w)(?:{_pattern('meals')})(?!\w)|{_pattern('meals_inside')}", re.IGNORECASE)
"""Heads of columns that say who eats."""

IS_WAITING = _phrases("waiting")
"""What a status says of a player who waits for a place."""

UNRATED = _words("unrated ungraded unr nc s/r s/elo s/rating б/р ohne sans geen sin senza ندارد なし 無し 无 暂无 нет")
"""Words behind a name that say that there is no rating."""

TOTALS = _phrases("totals") | _words(
    "tot total totals sum subtotal average mean count numberofplayers playerstotal totalplayers summe gesamt gesamtzahl"
    " anzahl durchschnitt schnitt mittelwert anzahlspieler teilnehmerzahl teilnehmer totaal aantal gemiddelde"
    " aantalspelers moyenne totaux nombredejoueurs somme totale media numerogiocatori promedio totaldejugadores"
    " totaljugadores numerodejugadores مجموع جمع جمعکل تعدادکل تعداد میانگین المجموع الاجمالی اجمالی العدد المعدل"
    " المتوسط 合計 計 総計 平均 人数 参加人数 合计 总计 总数 平均分 人数合计 共计 итого всего suma razem celkem"
    " osszesen toplam yhteensa summa"
    " 합계 총계 총인원 العددالکلی eloaverage ratingaverage averagerating elodurchschnitt dwzschnitt elomoyen"
)
"""How lines of totals begin, without signs and numbers."""

GREETINGS = frozenset(_OTHERS["greetings"]["all"].split()) | _words(
    "hi hello hey dear hallo hoi beste liebe lieber liebes moin servus bonjour salut cher chère ciao salve gentile caro"
    " cara hola estimado estimada buenas buongiorno buonasera سلام درود باسلام مرحبا السلام عزیزی こんにちは お世話"
    " いつも 您好 你好 大家好 guten good"
)
"""First words of mails."""

CANCELS = re.compile(rf"(?<!\w)(?=\w)(?:{_pattern('cancels')})(?!\w)", re.IGNORECASE)
"""How people write that they, or others, do not come."""

CANCELS_INSIDE = re.compile(_pattern("cancels_inside"))
"""How they do in scripts without spaces between words."""

COMES = _phrases("comes")
"""How people answer in a chat that they come."""

NOTICES = re.compile(_pattern("notices"), re.IGNORECASE)
"""What only programs for chats write."""

TEAMS = _pattern("teams")
"""Words of headings that name teams, as a pattern without regard to case."""

BOARDS = "|".join(re.escape(word) for word in sorted(_OTHERS["boards"]["numbered"].split("|"), key=len, reverse=True))
"""Words of boards before a number, as a pattern without regard to case."""

PLACES_IN_TEAMS = frozenset(_OTHERS["boards"]["alone"].split())
"""What a player is in a team, before the name."""

BORN = frozenset(_OTHERS["born"]["all"].split())
"""Words beside a year of birth, in small letters."""

CATEGORIES = frozenset(_OTHERS["categories"]["all"].split())
"""Classes of players that are no titles of FIDE's, in small letters."""

AGE = re.compile(rf"\d{{1,2}}\s?(?:{'|'.join(map(re.escape, _OTHERS['ages']['all'].split()))})\.?", re.IGNORECASE)
"""How old a player is."""

PARTLY = frozenset(_OTHERS["partly"]["all"].split())
"""Words behind such a phrase that make it one of a part of the event: “can't come before noon”, in small letters."""

ABOUT = frozenset(_OTHERS["about"]["all"].split())
"""Words before a number that is not exact, in small letters."""

DIMINUTIVES = frozenset(_OTHERS["diminutives"]["all"].split())
"""What grown-ups call children before their names, in small letters."""

ENDS = "|".join(
    (
        r"--\s*$",
        r"(?:best|kind|warm|many)?\s*(?:regards|wishes|thanks|greetings)|best,?$|cheers|thanks|thank you|thx",
        r"sent from my|von meinem",
        r"(?:mit )?(?:freundlichen?|viele|liebe|beste|herzliche) gr[üu](?:ß|ss)e|mfg\b|lg\b|vg\b|danke|gruß",
        r"(?:met )?(?:vriendelijke|hartelijke) groet|groet(?:en|jes)?\b|mvg\b|bedankt",
        r"cordialement|bien à vous|amicalement|merci|cordiali saluti|saluti|grazie",
        r"un saludo|saludos|gracias|atentamente|با احترام|با تشکر|ممنون|مع التحية|شكرا|تحياتي",
        r"よろしく|以上|敬具|谢谢|此致|祝好",
        rf"(?:{_pattern('ends')})(?:\b|$)",
    )
)
"""How the end of a mail begins, as a pattern without regard to case."""

GROUPS = "|".join(
    (
        _pattern("groups"),
        "group|gruppe|groupe|groep|grupo|girone|gruppo|section|pool|poule|category|kategorie|catégorie|categorie",
        "categoría|categoria|class|klasse|division|sezione|گروه|رده|المجموعة|فئة|グループ|クラス|部門|[a-d]組|组别|第.组|.组",
        "team|équipe|equipo|squadra|mannschaft|チーム|تیم",
        "players|teilnehmer|participants|spieler|参加者|members|guests|gäste",
    )
)
"""Headings between players, as a pattern without regard to case."""

TOTAL_OF = _words(
    "iscritti inscrits inscritos inscripciones entries joueurs giocatori spelers deelnemers zawodników hráčů de di"
    " du des dei degli der of von van av igraca jugadores participantes spieler players"
)
"""The second words of a total that counts a person."""

WAITING = "|".join(
    (
        _pattern("waiting"),
        "waiting ?list|wait ?list|reserves?|reserve ?liste|warteliste|nachrücker|wachtlijst|liste d.attente",
        "reservas|suplentes",
        "lista de espera|lista d.attesa|em espera|lista rezerwowa|náhradníci|лист ожидания|запасные|yedek(?: liste)?",
        "väntelista|reservlista|venteliste|várólista|لیست انتظار|فهرست انتظار|قائمة الانتظار",
        "補欠|キャンセル待ち|候补|候補",
    )
)
"""Headings above players who wait for a place, as a pattern without regard to case."""

MAIL_HEADS = "|".join(
    (
        _pattern("mail_heads"),
        "from|to|cc|bcc|subject|date|sent|reply-to|von|an|kopie|betreff|datum|gesendet|de|à|objet|envoyé|para|asunto",
        "enviado|a|oggetto|data|inviato|van|aan|onderwerp|verzonden|od|do|temat|кому|от|тема|差出人|宛先|件名|日時|发件人",
        "收件人|主题|از|به|موضوع|من|الی|الموضوع",
    )
)
"""The heads of a mail, as a pattern without regard to case."""

LABELS = _words("zahl elo dwz rating rtg fide id ca ca. r rated ریتینگ レート рейтинг")
"""Words before a number that say what it is."""

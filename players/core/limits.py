"""Every limit on how often something may be asked for or tried. `players.core.rate_limit` counts by them.

docs/operators.md has the same table. What is followed on open pages is counted by each web process for itself
(`gipfel.server.live.shares`), and what may stand at once (games of a guest, open requests) beside the service.
"""

from __future__ import annotations

from django.http import HttpRequest

from players.core.rate_limit import Allowance, By, Pauses
from players.models.accounts import MOST_A_MINUTE

MINUTE, HOUR, DAY = 60, 60 * 60, 24 * 60 * 60

# --- the API -------------------------------------------------------------------------------------------------

API_READS = Allowance("api-reads", "requests of the API that read", By.READER, tries=600, seconds=MINUTE)
API_WRITES = Allowance("api-writes", "requests of the API that write", By.READER, tries=120, seconds=MINUTE)
API_TURNS = Allowance("api-turns", "turns of games by the API", By.READER, tries=600, seconds=MINUTE)
API_OF_KEY = Allowance(
    "api-key", "requests with a key that has a rate of its own, at most", By.KEY, tries=MOST_A_MINUTE, seconds=MINUTE
)

# --- signing in ----------------------------------------------------------------------------------------------

SIGN_IN_BY_BROWSER = Pauses("sign-in-device", "passwords, from a browser that is known", By.BROWSER, free=10)
SIGN_IN_BY_NAME_AND_CLIENT = Pauses("sign-in-pair", "passwords, from any other browser", By.NAME_AND_CLIENT, free=5)
WRONG_BY_NAME = Allowance(
    "sign-in-wrong-name", "wrong passwords from unknown places, before all wait first", By.NAME, tries=50, seconds=HOUR
)
WRONG_BY_CLIENT = Allowance(
    "sign-in-wrong-network", "wrong passwords, before all wait first", By.CLIENT, tries=30, seconds=5 * MINUTE
)
HASHES_BY_CLIENT = Allowance(
    "sign-in-network", "passwords of accounts that never signed in from there", By.CLIENT, tries=300, seconds=5 * MINUTE
)
SECOND_STEP = Pauses("second-step", "codes of the second step", By.BROWSER, free=5)
PRESENT_PASSWORD = Pauses("present-password", "the present password, asked for again", By.SESSION, free=5)
PRESENT_CODE = Pauses("present-code", "a code, asked for again", By.SESSION, free=5)
PASSKEY_QUESTIONS = Allowance("passkey-client", "questions for a passkey", By.CLIENT, tries=300, seconds=5 * MINUTE)

# --- mail, joining: a hall is one client, and on the first morning of an event sixty people join --------------

MAIL_BY_CLIENT = Allowance("mail-client", "links by mail", By.CLIENT, tries=60, seconds=HOUR)
MAIL_BY_RECIPIENT = Allowance("mail-recipient", "links by mail", By.MAIL_ADDRESS, tries=3, seconds=HOUR)
MAIL_BY_SENDER = Allowance("mail-sender", "links by mail to others", By.ACCOUNT, tries=120, seconds=HOUR)
SIGN_UP_BY_CLIENT = Allowance("sign-up-client", "accounts of one's own", By.CLIENT, tries=60, seconds=HOUR)
JOIN_BY_CLIENT = Allowance("join-client", "requests to join", By.CLIENT, tries=80, seconds=HOUR)
JOIN_BY_CLUB = Allowance("join-club", "requests to join", By.CLUB, tries=120, seconds=HOUR)

# --- what is costly to compute: what is kept already does not count --------------------------------------------

HEAVY_BY_READER = Allowance(
    "heavy-reader", "PDF files, pictures, workbooks, evidence of lists", By.READER, tries=60, seconds=10 * MINUTE
)
HEAVY_BY_CLIENT = Allowance(
    "heavy-client", "PDF files, pictures, workbooks, evidence of lists", By.CLIENT, tries=240, seconds=10 * MINUTE
)
HEAVY_READS = Allowance(
    "heavy-reads", "tables and explanations, without signing in", By.CLIENT, tries=60, seconds=MINUTE
)
EXPLANATIONS_ASKED_FOR = Allowance(
    "explanations-asked-for", "explanations of a pairing by a worker", By.ACCOUNT, tries=20, seconds=HOUR
)
LAYOUTS_CHECKED = Allowance("layouts-checked", "checks of a pairing by hand", By.ACCOUNT, tries=120, seconds=MINUTE)
SUPPOSED_RESULTS = Allowance(
    "rating-what-if", "what a result would do to ratings", By.ACCOUNT, tries=30, seconds=MINUTE
)
SEARCHES = Allowance("collection", "searches of games, without signing in", By.CLIENT, tries=240, seconds=MINUTE)
EXPORTS = Allowance("collection-export", "files of games, without signing in", By.CLIENT, tries=100, seconds=HOUR)

# --- results and games -----------------------------------------------------------------------------------------

SEAT_LINK_REPORTS = Allowance("seat-link-reports", "reports by a link", By.SEAT, tries=20, seconds=10 * MINUTE)
WRONG_LINKS = Allowance("wrong-links", "links that the server never made", By.CLIENT, tries=60, seconds=10 * MINUTE)
CHALLENGES = Allowance("challenges", "challenges", By.PERSON, tries=60, seconds=HOUR)
GUEST_GAMES = Allowance("guest-games", "games and links begun by guests", By.CLIENT, tries=600, seconds=HOUR)
CHAT_MESSAGES = Allowance("chat", "messages to opponents", By.ACCOUNT, tries=20, seconds=MINUTE)
PUSH_DEVICES = Allowance("push-devices", "devices for notifications", By.ACCOUNT, tries=30, seconds=HOUR)
CHAT_REPORTS = Allowance("reports", "reports of messages", By.ACCOUNT, tries=10, seconds=DAY)
PRACTICE_DEALS = Allowance("practice-deals", "deals to practise", By.READER, tries=60, seconds=HOUR, of_client=600)
LESSON_TRIES = Allowance(
    "lesson-tries", "turns in lessons and puzzles", By.READER, tries=120, seconds=10 * MINUTE, of_client=2400
)
HINTS = Allowance("hints", "hints", By.READER, tries=120, seconds=HOUR, of_client=1200)
ANALYSES = Allowance("analyses", "games analysed", By.READER, tries=20, seconds=HOUR, of_client=100)
LOOKS = Allowance("looks", "positions looked at more deeply", By.READER, tries=60, seconds=10 * MINUTE, of_client=120)

BOARD_LOOKS = Allowance(
    "board-looks", "positions of the analysis board", By.READER, tries=120, seconds=10 * MINUTE, of_client=480
)


def take_heavy(request: HttpRequest) -> None:
    """Count one thing that takes a process of its own (`common.computed_apart`), for who sends `request`.

    People who are signed in count by themselves, and a hall of them as one client. Raises TooMany.
    """
    HEAVY_BY_READER.take_from(request)
    HEAVY_BY_CLIENT.take_from(request)

"""What the environment says, read in one place and checked.

Every difference between the embedded form and the service is one of these variables; docs/operators.md
lists them. A value that cannot be used stops the start with one line that says what to set.
"""

from __future__ import annotations

import os
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

from players.core.client_address import UNIX, parse_proxies

PROJECT: Path = Path(__file__).resolve().parent.parent
ADDRESS_FILE = "address"
CACHE_FILE = "cache.sqlite3"
SHORTEST_SECRET, FEWEST_CHARACTERS = 32, 10
SHORTEST_TOKEN = 20
_HOW_TO_MAKE_ONE = (
    "Make one and name its file in SECRET_KEY_FILE: "
    "python3 -c 'import secrets; print(secrets.token_urlsafe(50))' > secret_key"
)
LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
LOOPBACK = ("127.0.0.1", "localhost", "::1")
TRUE, FALSE = {"1", "true", "yes", "on"}, {"", "0", "false", "no", "off"}


def text(name: str, default: str = "") -> str:
    """The variable `name`, without white space at its ends."""
    return os.environ.get(name, default).strip()


def flag(name: str, *, default: bool = False) -> bool:
    """A yes-or-no variable."""
    value = text(name, "1" if default else "0").lower()
    if value not in TRUE | FALSE:
        raise ImproperlyConfigured(f"{name} is {value!r}; set it to 1 or 0.")
    return value in TRUE


def words(name: str, default: str = "") -> list[str]:
    """A comma-separated list."""
    return [word.strip() for word in text(name, default).split(",") if word.strip()]


def development() -> bool:
    """Whether errors show their code and settings, and changes are seen at once: DEVELOPMENT, as `./run --dev` sets it.

    Only for pages that this computer alone can open.
    """
    wanted = flag("DEVELOPMENT")
    if wanted and urlsplit(base_url()).hostname not in LOOPBACK:
        raise ImproperlyConfigured(
            f"DEVELOPMENT shows code and settings to whoever meets an error, and BASE_URL is {base_url()}. "
            "It is for this computer alone: leave it out, or set BASE_URL to http://127.0.0.1:8000."
        )
    return wanted


def number(name: str, default: int) -> int:
    """A whole number."""
    value = text(name, str(default))
    try:
        return int(value)
    except ValueError:
        raise ImproperlyConfigured(f"{name} is {value!r}; set it to a whole number.") from None


def log_level() -> str:
    """From which level on something is logged: LOG_LEVEL, by its name."""
    value = text("LOG_LEVEL", "WARNING").upper()
    if value not in LOG_LEVELS:
        raise ImproperlyConfigured(f"LOG_LEVEL is {value!r}; set it to one of {', '.join(LOG_LEVELS)}.")
    return value


def choice(name: str, *choices: str) -> str:
    """One of `choices`; the first where nothing is said."""
    value = text(name, choices[0]).lower()
    if value not in choices:
        raise ImproperlyConfigured(f"{name} is {value!r}; set it to one of: {', '.join(filter(None, choices))}.")
    return value


def proxies() -> tuple[str, ...]:
    """The proxies whose forwarding headers are believed: TRUSTED_PROXIES; with BEHIND_PROXY=1 those of this machine."""
    named = words("TRUSTED_PROXIES")
    try:
        parse_proxies(tuple(named))
    except ValueError as error:
        raise ImproperlyConfigured(
            f"TRUSTED_PROXIES: {error}. Name addresses or networks with commas, such as 127.0.0.1,10.0.0.0/8; "
            "the word unix stands for a proxy on a Unix socket."
        ) from None
    if not named and flag("BEHIND_PROXY"):
        return ("127.0.0.1", "::1", UNIX)
    return tuple(named)


def metrics_networks() -> tuple[str, ...]:
    """Who may read /metrics without a token: METRICS_ALLOWED, addresses and networks."""
    named = words("METRICS_ALLOWED")
    try:
        parse_proxies(tuple(named))
    except ValueError as error:
        raise ImproperlyConfigured(
            f"METRICS_ALLOWED: {error}. Name addresses or networks with commas, such as 127.0.0.1,10.0.0.0/8."
        ) from None
    return tuple(named)


def metrics_token() -> str:
    """With what anyone may read /metrics: the content of METRICS_TOKEN_FILE; "" for no one."""
    named = text("METRICS_TOKEN_FILE")
    token = _content(Path(named)) if named else ""
    if named and (len(token) < SHORTEST_TOKEN or not token.isascii()):
        raise ImproperlyConfigured(
            f"METRICS_TOKEN_FILE names {named}; put a token of at least {SHORTEST_TOKEN} characters there, such as "
            "python3 -c 'import secrets; print(secrets.token_urlsafe(32))' makes."
        )
    return token


def home() -> Path:
    """The folder that holds what the embedded form keeps: database, secret, cache."""
    return Path(text("GIPFEL_HOME") or PROJECT / "var")


def base_url() -> str:
    """The address that links begin with: BASE_URL, else where `./run` serves or last served these data."""
    return (text("BASE_URL") or _content(home() / ADDRESS_FILE) or "http://127.0.0.1:8000").rstrip("/")


def passkey_origins() -> tuple[str, ...]:
    """The addresses at which passkeys work: PASSKEY_ORIGINS, else that of BASE_URL.

    The host of the first is the name that passkeys are bound to. Browsers take a name over https, or localhost, and
    never numbers: for this computer's own address that is localhost, and for another address of numbers there is none.
    """
    named = tuple(_origin(word) for word in words("PASSKEY_ORIGINS"))
    own = urlsplit(base_url())
    if named:
        _require_one_name(named)
        return named
    if own.hostname in LOOPBACK:
        own = own._replace(netloc=f"localhost:{own.port}" if own.port else "localhost")
    origin = _origin(own.geturl())
    return (origin,) if _may_have_passkeys(origin) else ()


def _require_one_name(origins: tuple[str, ...]) -> None:
    hosts = [urlsplit(origin).hostname or "" for origin in origins]
    within = all(host == hosts[0] or host.endswith(f".{hosts[0]}") for host in hosts)
    if not within or not all(map(_may_have_passkeys, origins)):
        raise ImproperlyConfigured(
            f"PASSKEY_ORIGINS is {', '.join(origins)}; name addresses such as https://gipfel.example.org, first "
            "the one whose host all others end in. Passkeys work over https and at localhost, never at numbers."
        )


def _origin(address: str) -> str:
    """What browsers call the origin of `address`: no path, no port that the scheme means anyway."""
    parts = urlsplit(address.lower())
    return f"{parts.scheme}://{parts.netloc.removesuffix({'https': ':443', 'http': ':80'}.get(parts.scheme, ':'))}"


def _may_have_passkeys(origin: str) -> bool:
    parts = urlsplit(origin)
    host = parts.hostname or ""
    try:
        ip_address(host)
    except ValueError:
        return bool(host) and (parts.scheme == "https" or (parts.scheme == "http" and host == "localhost"))
    return False


def secret_key() -> str:
    """The secret, from SECRET_KEY_FILE, SECRET_KEY or the embedded form's own file; "" when there is none.

    Commands that need none just run without one. Whatever serves asks `require_secret` first.
    """
    if named := text("SECRET_KEY_FILE"):
        return _content(Path(named))
    return text("SECRET_KEY") or _content(home() / "secret_key")


def earlier_secrets() -> list[str]:
    """What else is taken as signed or encrypted by this server: earlier secrets, or the one to come.

    From SECRET_KEY_FALLBACKS_FILE (one a line), SECRET_KEY_FALLBACKS, or the file beside the embedded form's secret.
    """
    if named := text("SECRET_KEY_FALLBACKS_FILE"):
        return _content(Path(named)).split()
    return words("SECRET_KEY_FALLBACKS") or _content(home() / "secret_key_fallbacks").split()


def require_secrets() -> None:
    """Refuse to serve with a secret, present or earlier, that others know or can guess."""
    require_secret(secret_key())
    for earlier in earlier_secrets():
        require_secret(earlier)


def require_secret(secret: str) -> None:
    """Refuse to serve with a secret that others know or can guess: anyone who has it can sign in as anyone."""
    named = text("SECRET_KEY_FILE")
    if named and not secret:
        raise ImproperlyConfigured(f"SECRET_KEY_FILE names {named}, and there is nothing to be read there.")
    if not secret:
        raise ImproperlyConfigured(f"There is no secret. {_HOW_TO_MAKE_ONE}")
    if len(secret) < SHORTEST_SECRET or len(set(secret)) < FEWEST_CHARACTERS or secret.startswith("django-insecure-"):
        raise ImproperlyConfigured(f"The secret is one that can be guessed. {_HOW_TO_MAKE_ONE}")


def _content(file: Path) -> str:
    """What a file says; "" where there is none, or none that this user may read."""
    try:
        return file.read_text(encoding="utf-8").strip()
    except OSError:
        return ""

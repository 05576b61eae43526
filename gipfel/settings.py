"""One set of settings for both forms, embedded and service. The environment makes the difference."""

from __future__ import annotations

from typing import Any

from csp.constants import NONE, SELF

from gipfel import database_address, files_address, languages
from gipfel import environment as env

BASE_DIR = env.PROJECT
HOME = env.home()

DEBUG = env.development()
SECRET_KEY = env.secret_key()
SECRET_KEY_FALLBACKS = env.earlier_secrets()
BASE_URL = env.base_url()
SECURE = BASE_URL.startswith("https://")
ALLOWED_HOSTS = env.words("ALLOWED_HOSTS", "127.0.0.1,localhost,[::1]")
CSRF_TRUSTED_ORIGINS = [BASE_URL] if SECURE else []

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "gipfel.static_files.UsedStaticFiles",
    "django.contrib.humanize",
    "csp",
    "corsheaders",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "common.journal",
    "common.jobs",
    "common.signing",
    "players",
    "games",
    "ratings",
    "play",
    "tournaments",
    "gipfel",
]

MIDDLEWARE = [
    "players.core.client_address.ClientAddress",
    "gipfel.monitoring.requests.MonitorRequests",
    "django.middleware.security.SecurityMiddleware",
    "gipfel.middleware.StaticFilesOfReleases",
    "csp.middleware.CSPMiddleware",
    "corsheaders.middleware.CorsMiddleware",
    "gipfel.middleware.CompressAnswers",
    "gipfel.middleware.ReadAgainMiddleware",
    "gipfel.replicas.ReadFromReplica",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "players.accounts.sessions.Authentication",
    "gipfel.middleware.PrivatePages",
    "gipfel.middleware.AccountLanguageMiddleware",
    "gipfel.middleware.RequireSecondFactor",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "gipfel.middleware.RefuseHugeNumbers",
    "gipfel.middleware.FormSubmissionMiddleware",
    "gipfel.middleware.PlainErrorsMiddleware",
]

ROOT_URLCONF = "gipfel.urls"
WSGI_APPLICATION = "gipfel.wsgi.application"
ASGI_APPLICATION = "gipfel.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": False,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "django.template.context_processors.i18n",
                "gipfel.context_processors.site",
            ],
            "builtins": [
                "django.templatetags.i18n",
                "django.templatetags.static",
                "gipfel.templatetags.gipfel",
                "gipfel.templatetags.constant",
                "gipfel.templatetags.block_text",
                "gipfel.templatetags.pictures",
                "gipfel.templatetags.outcomes",
            ],
            "loaders": ["django.template.loaders.filesystem.Loader"]
            if DEBUG  # a template that changed is read anew
            else ["gipfel.quick_templates.loader.QuickTemplates"],
        },
    },
]

# --- Data ---------------------------------------------------------------------------------------

DATABASES = {
    "default": database_address.parse(env.text("DATABASE_URL") or f"sqlite:///{HOME / 'gipfel.sqlite3'}"),
}
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    DATABASES["default"]["ENGINE"] = "gipfel.queued_sqlite3"
    # IMMEDIATE: a transaction that reads and then writes takes the write lock at once. With SQLite's
    # default, four of five such transactions fail under load instead of waiting their turn.
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": (
            "PRAGMA journal_mode=WAL; PRAGMA foreign_keys=ON;"
            # FULL: whatever was acknowledged has been synced, so that a power cut takes none of it. NORMAL would sync
            # at checkpoints alone. docs/performance.md says what it costs.
            "PRAGMA synchronous=FULL;"
            "PRAGMA mmap_size=134217728; PRAGMA journal_size_limit=27103364; PRAGMA cache_size=-8000;"
            # What is deleted is overwritten: an erased name does not linger in free pages of the file.
            "PRAGMA secure_delete=ON;"
        ),
    }
else:
    if replica := env.text("DATABASE_REPLICA_URL"):
        DATABASES["replica"] = database_address.parse(replica)
        DATABASE_ROUTERS = ["gipfel.replicas.Router"]
    for database in DATABASES.values():
        database |= {"ENGINE": "gipfel.postgresql", "CONN_HEALTH_CHECKS": True}
        # Those of common.compiled_query are prepared when a connection asks them for the second time; a pooler gives
        # each transaction another connection, which knows neither these nor a cursor from before.
        pooled = env.flag("DATABASE_TRANSACTION_POOLER")
        database["OPTIONS"] = {**database.get("OPTIONS", {}), "prepare_threshold": None if pooled else 1}
        if not pooled:
            # Compiling a plan takes 300 ms, where none of these runs for so long. A pooler's role says it itself.
            database["OPTIONS"]["options"] = f"{database['OPTIONS'].get('options', '')} -c jit=off".strip()
        database["DISABLE_SERVER_SIDE_CURSORS"] = pooled
# A connection of its own for every request would cost more than a result does, and the last one to close an SQLite file
# writes its log back and syncs it. A pool keeps them itself.
POOL = env.number("DATABASE_POOL", 0)
for database in DATABASES.values():
    if POOL and database["ENGINE"] == "gipfel.postgresql":
        database["OPTIONS"]["pool"] = {"min_size": 1, "max_size": POOL, "timeout": 10}
    else:
        database["CONN_MAX_AGE"] = 60

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = env.text("REDIS_URL")
CACHE_FILE = HOME / env.CACHE_FILE
_CACHE: dict[str, Any] = {"LOCATION": CACHE_FILE, "OPTIONS": {}}
if REDIS_URL:
    _CACHE = {
        "LOCATION": REDIS_URL,
        "OPTIONS": {
            # Without its cache the server is slower and counts no tries; it still answers.
            "IGNORE_EXCEPTIONS": True,
            "SOCKET_CONNECT_TIMEOUT": 1,
            "SOCKET_TIMEOUT": 2,
            "SERIALIZER": "common.cached_values.JsonValues",
        },
    }
CACHES: dict[str, dict[str, Any]] = {
    "default": _CACHE | {"BACKEND": f"gipfel.monitoring.counted_caches.Counted{'Redis' if REDIS_URL else 'File'}"}
}
# What is counted is kept apart from pages and from each other, so that no reader evicts what holds back a guesser.
for counted, most in (
    ("tries", 150_000),
    ("recent", 500),  # what the page of the server's state tells of the last hours
):
    CACHES[counted] = _CACHE | {
        "BACKEND": "django_redis.cache.RedisCache" if REDIS_URL else "gipfel.file_cache.FileCache",
        "KEY_PREFIX": counted,
        "OPTIONS": _CACHE["OPTIONS"] | {"MAX_ENTRIES": most},
    }

DJANGO_REDIS_LOG_IGNORED_EXCEPTIONS = True

# --- Jobs: the rows are the truth; what calls a worker is a convenience ----------------------------

JOBS_SEND = "gipfel.celery.send" if REDIS_URL else ""
JOBS_LEASE_SECONDS = env.number("JOBS_LEASE_SECONDS", 60)
LANE_WAITS_SECONDS = {"page": 3.0, "job": 10.0}  # for a process of common.limited_process, while others keep it
APART_NICENESS = 10  # of such a process: pages come before it
PRACTICE_DEALS = env.number("PRACTICE_DEALS", 50)  # solved ahead: some ten seconds of one core for each game
# What a round may take, in steps of its pairing (ten million are about a second) and in bytes: on a page, then by a
# worker, who gets what is beyond a page.
ROUND_STEPS_ON_A_PAGE = env.number("ROUND_STEPS_ON_A_PAGE", 10_000_000)
ROUND_BYTES_ON_A_PAGE = 64 * 2**20
ROUND_STEPS_BY_WORKER, ROUND_BYTES_BY_WORKER = 600_000_000, 512 * 2**20
# How much may be looked at to explain a round: steps (about 10 million a second) and bytes held at once. What takes
# more on a page is left to a worker, where an arbiter asks for it.
EXPLANATION_STEPS_ON_A_PAGE, EXPLANATION_BYTES_ON_A_PAGE = 25_000_000, 64 * 2**20
EXPLANATION_STEPS_BY_WORKER, EXPLANATION_BYTES_BY_WORKER = 300_000_000, 512 * 2**20
CELERY_BROKER_URL = REDIS_URL
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_DEFAULT_QUEUE = "now"
CELERY_TASK_ACKS_LATE = True  # with the prefetch below, a worker holds no message but those that it is at
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_SOFT_TIME_LIMIT = 120
CELERY_TASK_TIME_LIMIT = 180
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_CONCURRENCY = env.number("WORKER_CONCURRENCY", 0) or None  # None: one process per core
CELERY_WORKER_MAX_TASKS_PER_CHILD = 1000
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 900,  # at least five hard limits: a task is never handed out twice while it runs
    "priority_steps": [
        0,
        1,
        2,
        3,
        4,
        5,
    ],  # those of common.jobs.queues: a worker takes from the first queue that has any
    "socket_timeout": 10,
    "socket_connect_timeout": 3,
    "socket_keepalive": True,
    "health_check_interval": 25,
}
JOBS_SWEEP_SECONDS = env.number("JOBS_SWEEP_SECONDS", 10)
CELERY_BEAT_SCHEDULE = {
    "sweep": {"task": "gipfel.sweep", "schedule": JOBS_SWEEP_SECONDS, "options": {"expires": JOBS_SWEEP_SECONDS}}
}
CELERY_BEAT_SCHEDULER = "celery.beat:Scheduler"  # in memory: one interval needs no file

# --- Pages that follow what happens ------------------------------------------------------------------

LIVE_BUS = "common.live.redis.RedisBus" if REDIS_URL else "common.live.bus.SocketBus"
LIVE_SOCKETS = HOME / "live"
LIVE_STREAMS_PER_ADDRESS = env.number("LIVE_STREAMS_PER_ADDRESS", 300)

# --- Games that are played here -----------------------------------------------------------------------

ADJOURN_LEFT_GAMES = env.flag("ADJOURN_LEFT_GAMES", default=True)
# What a rated game without an event must be to count in the server's lists (docs/ratings.md, "Games played here").
RATED_LEAST_TURNS = env.number("RATED_LEAST_TURNS", 10)
RATED_GAMES_OF_A_PAIR = env.number("RATED_GAMES_OF_A_PAIR", 10)

# --- Backups -----------------------------------------------------------------------------------------

BACKUP_DIR = env.text("BACKUP_DIR")
BACKUP_KEEP_DAYS = env.number("BACKUP_KEEP_DAYS", 7)
BACKUP_KEEP_WEEKS = env.number("BACKUP_KEEP_WEEKS", 4)

# --- People -----------------------------------------------------------------------------------------

AUTH_USER_MODEL = "players.Account"
LOGIN_URL = "sign-in"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
PASSWORD_RESET_TIMEOUT = 60 * 60 * 24  # one-time links live a day
# Messages travel in a signed cookie, so that none lies in the database after a person is erased.
MESSAGE_STORAGE = "django.contrib.messages.storage.cookie.CookieStorage"
# Whom the server asks for a code besides the password: no one (""), its "administrators", or "organisers" too.
SECOND_FACTOR_ROLES = {"": (), "administrators": ("administrator",), "organisers": ("administrator", "organiser")}[
    env.choice("SECOND_FACTOR_FOR", "", "administrators", "organisers")
]
SIGN_UP = env.flag("SIGN_UP")  # visitors may make accounts of their own
PASSKEY_ORIGINS = env.passkey_origins()
SESSION_ENGINE = "players.accounts.sessions"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 30
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE
CSRF_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "gipfel.views.errors.csrf_failure"
# No one else's forwarding headers are believed (players.core.client_address).
TRUSTED_PROXIES = env.proxies()
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if TRUSTED_PROXIES else None
START_WITHOUT_KEY = env.flag("START_WITHOUT_KEY")  # set by `./run` for its own computer; never in a service
SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365 if SECURE else 0
SECURE_SSL_REDIRECT = SECURE and bool(TRUSTED_PROXIES)
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    },
}

# Forms carry records of games: at most 1 MB, refused before it is read.
DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
FILE_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 12_000  # who everybody in a file is: one field each

# Whether webhooks may go to this computer itself, and without TLS: in tests only (common.outbound).
OUTBOUND_TO_LOOPBACK = False

EMAIL_HOST = env.text("EMAIL_HOST")
EMAIL_PORT = env.number("EMAIL_PORT", 587)
EMAIL_HOST_USER = env.text("EMAIL_USER")
EMAIL_HOST_PASSWORD = env.text("EMAIL_PASSWORD")
EMAIL_USE_TLS = env.flag("EMAIL_TLS", default=True)
DEFAULT_FROM_EMAIL = env.text("EMAIL_FROM", "gipfel@localhost")

PRIVACY_CONTACT = env.text("PRIVACY_CONTACT")  # who answers questions about data, on the page about privacy

# --- Words ------------------------------------------------------------------------------------------

LANGUAGE_CODE = "en"
LOCALE_PATHS = [BASE_DIR / "locale"]
LANGUAGES = languages.with_variants(languages.offered_languages(LOCALE_PATHS[0]))
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"
# Digits are Latin and dates are written in full on every page, in every language.
USE_THOUSAND_SEPARATOR = False

# --- Pages and API ----------------------------------------------------------------------------------

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = BASE_DIR / "static-built"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG  # nothing is collected
        else "gipfel.static_files.PackedStaticFiles"
    },
}
if files := env.text("FILES_URL"):
    STORAGES["files"] = files_address.parse(files)  # contents of files: common.file_contents
WHITENOISE_AUTOREFRESH = WHITENOISE_USE_FINDERS = DEBUG

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["gipfel.api.authentication.TokenAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["gipfel.api.permissions.WithinKey"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "gipfel.api.negotiation.FormatWhereThereAreSeveral",
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_PAGINATION_CLASS": "common.pagination.Pages",
    "DEFAULT_THROTTLE_CLASSES": [
        "gipfel.api.throttles.Reads",
        "gipfel.api.throttles.Writes",
        "gipfel.api.throttles.OfKey",
    ],
    "EXCEPTION_HANDLER": "gipfel.api.errors.handle",
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}
# Pages of other sites may read what everybody may, and nothing else: no cookies, no keys, no writes.
CORS_URLS_REGEX = r"^/(api/v1/|\.well-known/gipfel-keys\.json$)"
CORS_ALLOW_ALL_ORIGINS = True
CORS_ALLOW_METHODS = ("GET", "HEAD")
CORS_ALLOW_HEADERS = ("accept", "accept-language", "if-none-match")
CORS_EXPOSE_HEADERS = ("ETag", "RateLimit", "RateLimit-Policy", "Retry-After", "X-Request-ID")
SPECTACULAR_SETTINGS = {
    "TITLE": "Gipfel",
    "DESCRIPTION": "Club tournaments and ratings for the games of the GIPF project: everything that the pages can do.",
    "VERSION": "1",
    "SCHEMA_PATH_PREFIX": "/api/v1/",
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "OAS_VERSION": "3.1.0",
    "ENUM_NAME_OVERRIDES": {
        "ByeKindEnum": "tournaments.rounds.schemas.BYE_KINDS",
        "RequestedByeKindEnum": "tournaments.entries.schemas.REQUESTED_BYES",
        "RoleEnum": "games.models.Claimant.choices",
        "SpeakerEnum": "games.models.SPEAKER_CHOICES",
        "StateEnum": "tournaments.models.Event.State",
        "DeliveryStateEnum": "tournaments.models.WebhookMessage.State",
        "ResultCodeEnum": "gipf_engine.results.RESULTS",
        "TitleKindEnum": "tournaments.titles.schemas.TITLE_KINDS",
        "ListMeaningEnum": "tournaments.entries.api.player_lists.MEANINGS",
    },
    "POSTPROCESSING_HOOKS": ["drf_spectacular.hooks.postprocess_schema_enums", "gipfel.api.schema.finish"],
}

# --- Monitoring -------------------------------------------------------------------------------------

# /metrics is there for these alone; for no one where neither is set.
METRICS_ALLOWED = env.metrics_networks()
METRICS_TOKEN = env.metrics_token()
SLOW_REQUEST_MS = env.number("SLOW_REQUEST_MS", 1000)
LOG_LEVEL = env.log_level()
LOG_FORMAT = env.choice("LOG_FORMAT", "plain", "json")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"context": {"()": "gipfel.monitoring.logs.AddContext"}},
    "formatters": {
        "plain": {"format": "{asctime} {levelname} {name}{context}: {message}", "style": "{"},
        "json": {
            "()": "gipfel.monitoring.logs.JsonLines",
            "format": "{asctime}{levelname}{name}{message}",
            "style": "{",
            "rename_fields": {"asctime": "time", "levelname": "level", "name": "logger"},
        },
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": LOG_FORMAT, "filters": ["context"]}},
    "root": {"handlers": ["console"], "level": LOG_LEVEL},
    # Django gives its own loggers a level, which would win over the root's: 4xx are its warnings.
    "loggers": {
        "django": {"level": LOG_LEVEL},
        "weasyprint": {"level": "ERROR"},  # it warns of each rule of a style sheet that only browsers know
    },
}

"""Settings of the tests: quick hashing, plain static files, everything else as in the service."""

from pathlib import Path
from tempfile import TemporaryDirectory

from gipfel.settings import *  # noqa: F403  settings are made to be taken whole
from gipfel.settings import CACHES, REDIS_URL, REST_FRAMEWORK, STORAGES

SECRET_KEY = "only-for-tests"  # noqa: S105  signs nothing outside a test run
ALLOWED_HOSTS = ["testserver", "127.0.0.1", "localhost"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = STORAGES | {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
WHITENOISE_AUTOREFRESH = WHITENOISE_USE_FINDERS = True  # nothing is collected; files come from where they stand
OUTBOUND_TO_LOOPBACK = True
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
REST_FRAMEWORK = REST_FRAMEWORK | {"DEFAULT_THROTTLE_RATES": {"reads": None, "writes": None}}
if not REDIS_URL:  # test runs beside each other do not count together, and leave nothing behind
    _FOLDER = TemporaryDirectory(prefix="gipfel-tests-")
    CACHES = {name: cache | {"LOCATION": Path(_FOLDER.name) / "cache.sqlite3"} for name, cache in CACHES.items()}

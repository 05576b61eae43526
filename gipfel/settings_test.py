"""Settings of the tests: quick hashing, plain static files, everything else as in the service.

Data of the tests lie in a folder of their own, which goes with them. What `./run` keeps in `var/` (its address, its
secret, its sockets) is none of theirs. A process with other data names them in GIPFEL_HOME.
"""

import os
from pathlib import Path
from tempfile import TemporaryDirectory

_FOLDER = TemporaryDirectory(prefix="gipfel-tests-")
os.environ.setdefault("GIPFEL_HOME", _FOLDER.name)  # before the settings are read; processes of the tests inherit it

from gipfel.settings import *  # noqa: E402, F403  settings are made to be taken whole
from gipfel.settings import CACHES, REDIS_URL, REST_FRAMEWORK, STORAGES  # noqa: E402

SECRET_KEY = "only-for-tests"  # noqa: S105  signs nothing outside a test run
ALLOWED_HOSTS = ["testserver", "127.0.0.1", "localhost"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = STORAGES | {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
WHITENOISE_AUTOREFRESH = WHITENOISE_USE_FINDERS = True  # nothing is collected; files come from where they stand
OUTBOUND_TO_LOOPBACK = True
PRACTICE_DEALS = 1  # a worker that beats solves none ahead; tests/play/solitaires/test_practice.py keeps more
SIGN_UP = True
LANE_WAITS_SECONDS = {"page": 120.0, "job": 120.0}  # several test runs share the lanes of common.limited_process
APART_NICENESS = 0  # beside suites of the usual priority it would get no core within its seconds
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
REST_FRAMEWORK = REST_FRAMEWORK | {"DEFAULT_THROTTLE_CLASSES": []}
if not REDIS_URL:  # test runs beside each other do not count together, and leave nothing behind
    CACHES = {name: cache | {"LOCATION": Path(_FOLDER.name) / "cache.sqlite3"} for name, cache in CACHES.items()}

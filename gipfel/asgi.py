"""The door for an ASGI server."""

import os

from django.core.asgi import get_asgi_application

from gipfel.environment import require_secret, secret_key
from gipfel.upgrades import refuse_at_start

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "gipfel.settings")
if os.environ["DJANGO_SETTINGS_MODULE"] == "gipfel.settings":  # tests have a secret of their own
    require_secret(secret_key())

application = get_asgi_application()
if os.environ["DJANGO_SETTINGS_MODULE"] == "gipfel.settings":
    refuse_at_start()

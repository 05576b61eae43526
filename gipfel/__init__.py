"""The project: settings, root urls, celery, wsgi, asgi. Knows every app; no one imports it."""

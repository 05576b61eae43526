"""The project: settings, root urls, celery, wsgi, asgi. Knows every app; nobody imports it."""

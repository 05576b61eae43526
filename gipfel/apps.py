from django.apps import AppConfig


class GipfelConfig(AppConfig):
    name = "gipfel"

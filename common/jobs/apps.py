from django.apps import AppConfig


class JobsConfig(AppConfig):
    name = "common.jobs"
    label = "jobs"

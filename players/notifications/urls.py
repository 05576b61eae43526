"""Addresses: notifications."""

from __future__ import annotations

from django.urls import path

from players.notifications import pages

urlpatterns = [
    path("notifications", pages.overview, name="notifications"),
    path("notifications/bell", pages.bell, name="notifications-bell"),
    path("notifications/read", pages.read_all, name="notifications-read"),
    path("notifications/settings", pages.settings, name="notification-settings"),
    path("notifications/devices", pages.add_device, name="push-device-new"),
    path("notifications/devices/<int:device_id>/remove", pages.remove_device, name="push-device-remove"),
    path("notifications/<int:notification_id>", pages.follow, name="notification"),
    path("notifications/<int:account_id>/<str:token>", pages.seen, name="notifications-seen"),
]

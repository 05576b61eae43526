"""Addresses of tournaments, by subject: flat names, as the templates of other apps use them."""

from __future__ import annotations

from tournaments.all_time.urls import urlpatterns as all_time
from tournaments.announcements.urls import urlpatterns as announcements
from tournaments.arenas.urls import urlpatterns as arenas
from tournaments.circuits.urls import urlpatterns as circuits
from tournaments.club_files.urls import urlpatterns as club_files
from tournaments.duplicate.urls import urlpatterns as duplicate
from tournaments.entries.urls import urlpatterns as entries
from tournaments.events.urls import urlpatterns as events
from tournaments.festivals.urls import urlpatterns as festivals
from tournaments.forecast.urls import urlpatterns as forecast
from tournaments.interchange.urls import urlpatterns as interchange
from tournaments.medleys.urls import urlpatterns as medleys
from tournaments.notices.urls import urlpatterns as notices
from tournaments.open_data.urls import urlpatterns as open_data
from tournaments.results.urls import urlpatterns as results
from tournaments.rounds.urls import urlpatterns as rounds
from tournaments.seasons.urls import urlpatterns as seasons
from tournaments.sheets.urls import urlpatterns as sheets
from tournaments.stages.urls import urlpatterns as stages
from tournaments.standings.urls import urlpatterns as standings
from tournaments.teams.urls import urlpatterns as teams
from tournaments.titles.urls import urlpatterns as titles

urlpatterns = [
    *all_time,
    *announcements,
    *arenas,
    *circuits,
    *club_files,
    *duplicate,
    *entries,
    *events,
    *festivals,
    *forecast,
    *interchange,
    *medleys,
    *notices,
    *open_data,
    *results,
    *rounds,
    *seasons,
    *sheets,
    *stages,
    *standings,
    *teams,
    *titles,
]

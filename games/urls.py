"""Addresses of games, by subject."""

from __future__ import annotations

from games.analysis.urls import urlpatterns as analysis
from games.analysis_board.urls import urlpatterns as analysis_board
from games.certificates.urls import urlpatterns as certificates
from games.collection.urls import urlpatterns as collection
from games.game.urls import urlpatterns as game
from games.histories.urls import urlpatterns as histories
from games.manuals.urls import urlpatterns as manuals
from games.recordings.urls import urlpatterns as recordings
from games.records.urls import urlpatterns as records
from games.results.urls import urlpatterns as results
from games.studies.urls import urlpatterns as studies

urlpatterns = [
    *analysis,
    *analysis_board,
    *certificates,
    *collection,
    *game,
    *histories,
    *manuals,
    *recordings,
    *records,
    *results,
    *studies,
]

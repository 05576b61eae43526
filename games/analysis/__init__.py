"""Analysis of finished games: positions judged by a worker, for all who ask, and turns judged by what they lose."""

"""Events of several games: players choose what is played on their boards; standings and colours by game."""

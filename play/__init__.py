"""Games that are played in the browser: deals of solitaires, attempts at them, practice and the deal of the day."""

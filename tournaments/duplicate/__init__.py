"""Events of solitaires, in which all play the same deals."""

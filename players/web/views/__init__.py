"""The pages of the players' room: thin faces over its verbs and reads."""

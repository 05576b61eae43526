"""Following people and clubs: being told when a game begins, or an event is announced."""

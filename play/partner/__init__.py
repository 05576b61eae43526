"""Programs of this server as opponents: beginning a game against one, and the turns that it makes."""

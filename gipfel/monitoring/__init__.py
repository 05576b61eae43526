"""What operators see of a running server: log lines with a request's id, metrics, slow requests, the server's state."""

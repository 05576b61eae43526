"""What all endpoints share: who asks, how often, how pages and errors look. The endpoints are in the apps."""

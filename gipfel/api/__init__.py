"""What every API door shares: who asks, how often, how pages and errors look. The doors are in the apps."""

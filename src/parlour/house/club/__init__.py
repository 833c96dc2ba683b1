"""The house as somebody: its name, emblem and notice, its common room, and its members."""

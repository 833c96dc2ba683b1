"""Moderation: hosts and moderators, what people can do about each other, and the log of what was decided."""

"""Keeping the place pleasant: who looks after it, what people can do about each other, what is written down of it."""

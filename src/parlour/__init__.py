"""Parlour: a house for board games. Importing it is cheap; each part is imported where it is used."""

__version__ = "0.1.0"

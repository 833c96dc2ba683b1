"""Puzzles: which is today's, what was tried, how good somebody is at them."""

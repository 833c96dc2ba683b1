"""Tournaments: round robin, Swiss, knock-out and arena, for any competitive game and number of seats. No I/O."""

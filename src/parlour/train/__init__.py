"""Learning by self-play. Needs the extra `train`; nothing here needs Numba."""

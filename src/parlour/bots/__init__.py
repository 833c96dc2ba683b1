"""Players that are programs. A bot sees what its seat sees."""

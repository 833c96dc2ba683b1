"""Telling people of their turn by push, on devices that they have said so for."""

"""Rooms that people are in now."""

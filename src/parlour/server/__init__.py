"""Rooms in which people and bots play together: the server."""

"""Processes in which bots think, and what else is thought about for people."""

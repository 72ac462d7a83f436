"""The public API: its paths, and what is sent and got."""

"""Where the logs of all rooms are kept."""

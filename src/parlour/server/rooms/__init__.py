"""A room: its log, what people may do in it, and what they see of it."""

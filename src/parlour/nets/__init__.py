"""Training nets: plays against itself, on all cores, until told to stop."""

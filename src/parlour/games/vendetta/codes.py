"""What the numbers in a state, an action or an event stand for."""

NOBODY = -1
SEATS = 4  # the most there are
SLOTS = 9  # pieces of a family, the Godfather first
GODFATHER = 0

# How far a piece has come (s.pos): its progress on its own way round, or
AT_HOME, LOST = -1, -2
CIRCLE = 48
WON = 49  # a Godfather who is home

# Options, in the order of their values
MANDATORY, OPTIONAL = range(2)  # spin
ONCE, PER_PIECE = range(2)  # spins_per_turn
LOSES_SOLDIER, ELIMINATED = range(2)  # leader_on_silenced
BY_THROW, SEAT_0, AT_RANDOM = range(3)  # first_player

# Actions: 3 × slot + the die used
LOWER, HIGHER, TOTAL = range(3)
SPIN, NO_SPIN = 28, 29  # 27 is kept for a pass, which nobody ever chooses

# Outcomes
FIRST = 0  # 0–3: the seat that starts
DICE = 4  # 4–24: the higher and the lower die
SPUN = 25  # 25–48: the first of the two opposite spaces

# What is being decided (s.phase)
STARTING, THROWING, MOVING, ASKING, SPINNING, FINISHED = range(6)

# What a person would mention
STARTS, THROWS, STUCK, LEAVES, MOVES, TAKES, FREES, KILLS, SILENCES, RECLAIMS, HIT_DUE, REVERSES = range(12)
SPINS, SPARES, STRIKES, MASSACRES, MISSES, DIES, GOES_OUT, COMES_HOME, LAST_ALIVE, ALL_DEAD, DRAWN = range(12, 23)

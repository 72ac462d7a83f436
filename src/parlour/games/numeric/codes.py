"""What the numbers in a state, an action or an event stand for."""

NOBODY = -1
NO_THROW = -1

# Options, in the order of their values
BASIC, ZONES, HEX, COUNTERS = range(4)  # variant
AS_PRINTED, MONEY_ONLY = range(2)  # end_cards
CYCLE, RESHUFFLE = range(2)  # deck_mode
OUT, STAY = range(2)  # bankruptcy
FREE, FORCED = range(2)  # pass_rule
OWN, TOTAL = range(2)  # mark_applies
ZONE_ALL, ZONE_RELATED, LOWER_RELATED, FLAT10_RELATED = range(4)  # link_rule
ROUNDS, CLAIMS, NO_SCRAMBLE = range(3)  # scramble
ANY_COLOUR, ONE_COLOUR = 1, 2  # end_line

# Actions
PASS = 0
FORM = 1  # 1–400: 1 + 4(n − 1) + operator class
PLACE = 401  # 401–569: the cell
TAKE, END = 570, 571
FORFEIT = 572
JOIN = 573  # 573–580: the seat
SWAP = 581  # 581–586: the slot of the rack, in order of its counters
SLOTS = 6

# Calls of a referee
CLOCK, TIMEOUT, ATTEMPTS = range(587, 590)
CLAIM = 590  # 590–597: the seat

# Outcomes
FIRST = 0  # 0–7: the seat that throws first
THROW = 8  # 8–189: an index into reach.THROWS
CARD = 189  # 190–214: 189 + the card
DRAW = 214  # 215–314: 214 + the counter

# Operator classes are made of these
MINUS, OVER_SIGN = 1, 2

# What is being decided (s.phase)
FILLING, STARTING, THROWING, FORMING, PLACING, TURNING_CARD, CHOOSING, BANKRUPT = range(8)
SWAPPING, SWAP_DRAW, FINISHED = range(8, 11)

# Why a game ends
GOING_ON, TIME_LIMIT, THROW_LIMIT, FUNDS, LINE, ZONES_COMPLETE, ALL_PRIMES, ALL_COVERED = range(8)
COUNTERS_USED, COVER_COUNT, EXHAUSTED, END_CARD, LAST_SIDE, STALL, MAX_THROWS = range(8, 15)

# What a person would mention
STARTS, THROWS, COVERS, PLACES, EARNS, BONUS, PASSES, CANNOT, OUT_OF_TIME, OUT_OF_ATTEMPTS = range(10)
DRAWS_CARD, RECEIVES, PAYS, GIVES, NOTHING, ENDS_IT, GOES_OUT, JOINS, DRAWS, EXCHANGES = range(10, 20)
SCRAMBLE, CLAIMS_TURN, CLOCK_OUT, LAST_THROW, GAME_OVER = range(20, 25)

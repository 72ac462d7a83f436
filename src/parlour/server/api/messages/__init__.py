"""What clients send and get, as the public API describes it: all of it under one name, whichever file it is in."""

from parlour.server.api.messages.advice import *  # noqa: F403
from parlour.server.api.messages.boards import *  # noqa: F403
from parlour.server.api.messages.games import *  # noqa: F403
from parlour.server.api.messages.rooms import *  # noqa: F403
from parlour.server.api.messages.sent import *  # noqa: F403

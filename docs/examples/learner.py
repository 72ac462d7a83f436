"""A learner that teaches itself Stencil: a small network plays thousands of games against itself, and improves by PPO.

    pip install 'parlour[rl]' torch
    python docs/examples/learner.py

Both seats of every game are played by the same network, which sees the board from the side of whoever is asked. Every
round plays some steps in all games of a batch, and then makes moves that turned out well more likely. In the end the
network plays against Dora, in both seats, as anybody would through Gymnasium.
"""

import argparse

import numpy as np
import torch
from torch import Tensor, nn

from parlour.environments import Batch
from parlour.environments.gymnasium import Seat

GAMES, STEPS = 1024, 32  # of a round
PASSES, PARTS = 3, 16  # how often a round is learnt from, in how many parts each time
WIDTH = 128
TOLD_EVERY = 20  # rounds
RATE = 2.5e-3
TRUST = 0.95  # how much of a result is taken from what really came, further on; the rest from the network's judgement
CLIP = 0.2  # how far the likelihood of a move may change in one round
CURIOSITY = 0.03  # what it is worth to be undecided
WANDERING = 0.1  # of all moves, those made at random, so that it knows what to do when others do not play as it does


class Network(nn.Module):
    """How promising each action is, and how far ahead the seat will be in the end: from -1 to 1."""

    def __init__(self, inputs: int, actions: int) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(inputs, WIDTH), nn.ReLU(), nn.Linear(WIDTH, WIDTH), nn.ReLU())
        self.actions, self.value = nn.Linear(WIDTH, actions), nn.Linear(WIDTH, 1)

    def forward(self, seen: Tensor, mask: Tensor) -> tuple[torch.distributions.Categorical, Tensor]:
        inner = self.body(seen)
        likely = self.actions(inner).masked_fill(~mask, -1e9).softmax(-1)
        mixed = (1 - WANDERING) * likely + WANDERING * mask / mask.sum(-1, keepdim=True)
        return torch.distributions.Categorical(probs=mixed), torch.tanh(self.value(inner)).squeeze(-1)


@torch.no_grad()
def play_round(batch: Batch, network: Network) -> tuple[Tensor, ...]:
    """Some steps of all games: what was seen and legal, what was done and how likely that was, and what came of it."""
    seen, masks, done, likely, values, movers, overs, ahead = [], [], [], [], [], [], [], []
    for _ in range(STEPS + 1):  # the last one only to judge where the one before it has led to
        seen.append(torch.from_numpy(batch.observation.copy()))
        masks.append(torch.from_numpy(batch.mask.copy()))
        moves, value = network(seen[-1], masks[-1])
        values.append(value)
        movers.append(torch.from_numpy(batch.to_move.copy()))
        done.append(moves.sample())
        likely.append(moves.log_prob(done[-1]))
        if len(seen) <= STEPS:
            batch.step(done[-1].numpy())
            overs.append(torch.from_numpy(batch.over.copy()))
            ahead.append(torch.from_numpy(batch.rewards[:, 0] - batch.rewards[:, 1]).float())
    came = torch.stack(find_results(values, movers, overs, ahead))
    advantage = came - torch.stack(values[:STEPS])
    gathered = [torch.stack(column[:STEPS]) for column in (seen, masks, done, likely)]
    return tuple(column.flatten(0, 1) for column in (*gathered, came, advantage))


def find_results(values: list[Tensor], movers: list[Tensor], overs: list[Tensor], ahead: list[Tensor]) -> list[Tensor]:
    """How far ahead each mover came out, from the last step back to the first."""
    came, results = values[STEPS], []
    for step in reversed(range(STEPS)):
        expected = TRUST * came + (1 - TRUST) * values[step + 1]  # of who moves next: the other's gain is a loss
        later = torch.where(movers[step + 1] == movers[step], expected, -expected)
        came = torch.where(overs[step], torch.where(movers[step] == 0, ahead[step], -ahead[step]), later)
        results.append(came)
    return results[::-1]


def learn(network: Network, optimizer: torch.optim.Optimizer, lesson: tuple[Tensor, ...]) -> None:
    for _ in range(PASSES):
        for part in torch.randperm(len(lesson[0])).chunk(PARTS):
            seen, mask, done, likely, came, advantage = (column[part] for column in lesson)
            moves, value = network(seen, mask)
            advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
            ratio = (moves.log_prob(done) - likely).exp()
            gain = torch.minimum(ratio * advantage, ratio.clamp(1 - CLIP, 1 + CLIP) * advantage).mean()
            loss = (value - came).square().mean() - gain - CURIOSITY * moves.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimizer.step()


@torch.no_grad()
def win_share(network: Network, preset: str, opponent: str, plays: int) -> float:
    """How many of the plays the network wins, first and second in turn; it plays what it thinks best."""
    points = []
    for play in range(plays):
        game = Seat("stencil", preset=preset, seat=play % 2, opponents=opponent)
        seen, info = game.reset(seed=play)
        over = False
        while not over:
            mask = torch.from_numpy(info["action_mask"].astype(bool))
            moves, _ = network(torch.from_numpy(seen), mask)
            seen, _, over, _, info = game.step(int(moves.logits.argmax()))
        points.append(0.5 + (info["points"][play % 2] - info["points"][1 - play % 2]) / 2)
        game.close()
    return float(np.mean(points))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--preset", default="quick", help="of Stencil (quick)")
    parser.add_argument("--rounds", type=int, default=200, help="to learn for; one takes a second or two (200)")
    parser.add_argument("--plays", type=int, default=200, help="against each opponent in the end (200)")
    parser.add_argument("--opponents", default="random,dora", help="names, with commas (random,dora)")
    parser.add_argument("--seed", type=int, default=1, help="(1)")
    given = parser.parse_args()
    torch.manual_seed(given.seed)
    torch.set_num_threads(1)  # for so small a network more cost more than they bring
    batch = Batch("stencil", preset=given.preset, size=GAMES, seed=given.seed)
    network = Network(batch.observation.shape[1], batch.actions)
    optimizer = torch.optim.Adam(network.parameters(), RATE)
    for rounds in range(1, given.rounds + 1):
        learn(network, optimizer, play_round(batch, network))
        if rounds % TOLD_EVERY == 0:
            print(f"{rounds} rounds: {win_share(network, given.preset, 'random', 50):.0%} against random", flush=True)
    for opponent in given.opponents.split(","):
        share = win_share(network, given.preset, opponent, given.plays)
        print(f"{share:.1%} against {opponent} in {given.plays} plays", flush=True)


if __name__ == "__main__":
    main()

// How the front page shows a game: in which order, by which figure, and what "Play now" plays.
export type View = [x: number, y: number, width: number, height: number];

interface Look {
  position?: string;
  view?: View; // the part of the scene that is the board
}

export interface Showing extends Look {
  choice?: string; // the option that is chosen at once, on the page
  values?: string[]; // those of its values that are offered
  first?: string; // and the one that stands there first
  round?: boolean;
  looks?: Record<string, Look>; // a figure for each of its values
}

const EDGE = 3; // half the heavy line of a round board, and a little

const about = (x: number, y: number, radius: number): View => [x - radius - EDGE, y - radius - EDGE, 2 * (radius + EDGE), 2 * (radius + EDGE)];

export const showings: Record<string, Showing> = {
  quatro: { choice: "players", first: "4", view: about(480, 480, 416), round: true },
  numeric: {
    choice: "variant",
    looks: {
      basic: {
        position: "phase=forming throws=25 thrower=A turn=A asked=0 throw=5222 money=11,10 A=1,2,10,12,13,19,20,24,28,33,84 B=5,8,9,11,16,21,23,27,36,48",
        view: [20, 20, 790, 923],
      },
      zones: {
        position:
          "phase=forming throws=17 thrower=A turn=A asked=0 throw=6521 money=925,1150 A=1,3,5,11,12,18,20,21,24,36,37,39,52,54,58,84 B=2,4,6,7,8,9,10,13,19,25,27,45,46,60,72 drawn=9 pack=16,22,21,9,4,1,19,13,15",
        view: [20, 20, 890, 923],
      },
      hex: {
        position: "phase=forming throws=18 thrower=B turn=B asked=0 throw=6532 money=1760,2370 A=45,46,57,38,29,74,55,66,40 B=56,47,65,37,64,84,54,75,92,31,12 drawn=2 pack=15,22",
      },
      counters: {
        position:
          "phase=forming throws=9 thrower=A turn=A asked=0 throw=6443 money=1740,1480 A=9,18,27,36,54,72,96,40 B=81,3,6,12,24,48,20,90 rackA=17,31,50,71,77,83 rackB=2,64,79,87,88,55 cells=C0:9,V1:81,V2:18,V4:27,V5:36,I3:54,I5:72,I8:3,I9:6,B12:12,B13:24,G17:48,B5:90,G6:96,B16:40,G22:20",
        view: [60, 87, 820, 694],
      },
    },
  },
  vendetta: {
    choice: "theme",
    position: "phase=moving turns=28 turn=D A=8,7,3,17,5,9,4,H,H B=3,9,12,10,5,0,9,H,H C=0,5,9,12,5,4,4,H,H D=H,19,x,13,5,4,H,H,H order=7:AD,17:BA,24:CB dice=66 spun=21/45",
    view: [0, 82, 1000, 1000],
  },
  quantum: {
    choice: "players",
    first: "2",
    view: about(520, 520, 494),
    round: true,
    looks: {
      "2": { position: "phase=throwing turns=26 turn=White White=3,12,24,41,0,0,0,0 Black=33,17,30,11,48,0,0,0" },
      "3": { position: "phase=throwing turns=26 turn=Black White=3,12,24,0,0,0 Black=36,17,11,0,0,0 Red=10,30,48,0,0,0" },
    },
  },
  stencil: {
    choice: "games",
    values: ["1", "6"],
    first: "1",
    position: "red=a1b2c2b3d4 white=b1c3d3c4 turn=white plates=K3,K2 starter=red turns=12",
    view: [46, 54, 460, 460],
  },
};

const order = Object.keys(showings);

/** The games in the order of the figures; those the front page does not know yet come last. */
export function inOrder<T extends { name: string }>(games: T[]): T[] {
  const place = (game: T) => (order.includes(game.name) ? order.indexOf(game.name) : order.length);
  return games.toSorted((a, b) => place(a) - place(b));
}

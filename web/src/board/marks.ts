// The seats' marks in a circle of radius 1, and the pips of dice; the same as in the package's own drawings (engine/svg.py).
export const MARKS = ["disc", "square", "triangle", "diamond", "ring", "cross", "star", "bar"] as const;

export const MARK_PATHS: Record<(typeof MARKS)[number], string> = {
  disc: "M-1,0A1,1 0 1 1 1,0A1,1 0 1 1 -1,0Z",
  square: "M-.85,-.85H.85V.85H-.85Z",
  triangle: "M0,-1.1L1.05,.75H-1.05Z",
  diamond: "M0,-1.2L1.05,0L0,1.2L-1.05,0Z",
  ring: "M-1.1,0A1.1,1.1 0 1 1 1.1,0A1.1,1.1 0 1 1 -1.1,0ZM-.6,0A.6,.6 0 1 1 .6,0A.6,.6 0 1 1 -.6,0Z",
  cross: "M-.32,-1.1H.32V-.32H1.1V.32H.32V1.1H-.32V.32H-1.1V-.32H-.32Z",
  star: "M0,-1.25L.33,-.4L1.19,-.39L.51,.15L.73,1.01L0,.5L-.73,1.01L-.51,.15L-1.19,-.39L-.33,-.4Z",
  bar: "M-1.15,-.4H1.15V.4H-1.15Z",
};

export const PIPS: Record<string, [number, number][]> = {
  "1": [[0, 0]],
  "2": [[-1, -1], [1, 1]],
  "3": [[-1, -1], [0, 0], [1, 1]],
  "4": [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  "5": [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  "6": [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};

export const markOf = (seat: number | null | undefined) => MARK_PATHS[MARKS[(seat ?? 0) % MARKS.length]!];

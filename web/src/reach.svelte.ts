// Whether the server answers: a device that has kept the pages opens them without it, and says what they can do.

/** `met` once the server has answered since the page was opened; `kept` when all we have is what was kept. */
export const reach = $state({ met: false, kept: false });

export function hear(answer: Response | null): void {
  if (answer && !answer.headers.has("X-Kept")) reach.met = true;
  else if (!reach.met) reach.kept = true;
}

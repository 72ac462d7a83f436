// What is asked about puzzles.
import { get, post } from "../api";
import type { JudgedAnswer, NamedPuzzle, Puzzle, Puzzles } from "../types";

export const puzzles = () => get<Puzzles[]>("/puzzles");
/** Those of a day, one of each game. */
export const puzzlesOf = (day: string) => get<NamedPuzzle[]>(`/puzzles/today?day=${day}`);
export const puzzle = (game: string, kind: string, level: string, number: string) => get<Puzzle>(`/puzzles/${game}/${kind}/${level}/${number}`);
/** Without a move: gives up, and is told. */
export const answerPuzzle = (game: string, kind: string, level: number, number: number, move: string | null) =>
  post<JudgedAnswer>(`/puzzles/${game}/${kind}/${level}/${number}/answer`, { move });

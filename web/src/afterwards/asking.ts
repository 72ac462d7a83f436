// What is asked when looking back at a play.
import { get } from "../api";
import type { Analysis, Board, Compared, ComparisonUnderWay, Ply } from "../types";

export const plies = (code: string) => get<Ply[]>(`/rooms/${code}/plies`);
export const boardAt = (code: string, ply: number, instead = "") => get<Board>(`/rooms/${code}/plies/${ply}${instead && `?instead=${encodeURIComponent(instead)}`}`);
export const analysis = (code: string) => get<Analysis | { done: number; of: number }>(`/rooms/${code}/analysis`);
/** A costly move and a better one, played on many times; or how far that is. */
export const comparison = (code: string, ply: number) => get<Compared | ComparisonUnderWay>(`/rooms/${code}/analysis/${ply}`);

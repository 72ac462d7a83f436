// What a game's own part may do in a room.
import * as api from "../api";
import type { Desk } from "../parts/part";
import { moves } from "../settings.svelte";
import type { Table } from "./table.svelte";

export function deskOf(table: Table, code: string, letGo: () => void): Desk {
  return {
    play: (move) => table.play(move),
    check: async (move) => {
      if (table.seat == null) return null;
      try {
        await api.check(code, table.seat, move);
        return "";
      } catch (error) {
        return error instanceof api.Refused ? error.message : null;
      }
    },
    hint: async (level) => {
      if (!table.room || table.seat == null) throw new api.Unreachable();
      return api.hint(code, table.seat, table.room.after, level);
    },
    cards: () => api.cards(table.room?.game ?? ""),
    tell: (sentence) => table.tell(sentence),
    light: (ids) => (table.lit = ids),
    choose: (ids) => (table.aimed = ids),
    letGo,
    lay: (overlay) => (table.overlay = overlay),
    moves,
  };
}

import { describe, expect, it, vi } from "vitest";
import type { Room } from "../src/types";

vi.stubGlobal("navigator", { language: "en" });
const { result, winners } = await import("../src/room/result");

const seats = (...names: string[]) => names.map((name, seat) => ({ seat, name, colour: `colour ${seat}` }));
const room = (names: string[], ending: object, score: number[] | null = null, yours: number[] = []) => ({ seats: seats(...names), ending, score, yours }) as unknown as Room;

describe("how a play ended", () => {
  it("by its rules", () => {
    const played = room(["Ann", "Ben"], { reason: "rules" }, [1, -1]);
    expect(winners(played)).toEqual([0]);
    expect(result(played, "FIG. 2 — B ended it.")).toBe("Ann wins. B ended it.");
  });
  it("with several winners, or none", () => {
    expect(result(room(["Ann", "Ben", "Cleo"], { reason: "rules" }, [1, 1, -2]), "Over.")).toBe("Ann and Ben win. Over.");
    expect(result(room(["Ann", "Ben"], { reason: "rules" }, [0, 0]), "Over.")).toBe("Nobody wins. Over.");
  });
  it("to whoever plays here it is you, unless all sit at one screen", () => {
    expect(result(room(["Ann", "Ben"], { reason: "rules" }, [1, -1], [0]), "Over.")).toBe("You win. Over.");
    expect(result(room(["Ann", "Ben"], { reason: "rules" }, [1, -1], [1]), "Over.")).toBe("Ann wins. Over.");
    expect(result(room(["Ann", "Ben"], { reason: "rules" }, [1, -1], [0, 1]), "Over.")).toBe("Ann wins. Over.");
  });
  it("alone", () => {
    expect(result(room(["Ann"], { reason: "rules" }, [42]), "FIG. 1 — £42.")).toBe("£42.");
  });
  it("because somebody gave up, ran out of time, or all agreed", () => {
    expect(result(room(["Ann", "Ben"], { reason: "resigned", seat: 0 }), "")).toBe("Ann gave up. Ben wins.");
    expect(result(room(["Ann", "Ben"], { reason: "time", seat: 1 }), "")).toBe("Ben ran out of time. Ann wins.");
    expect(result(room(["Ann", "Ben"], { reason: "agreed", seat: null }), "")).toBe("Drawn, as all agreed.");
  });
});

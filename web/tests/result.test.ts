import { describe, expect, it, vi } from "vitest";
import type { Room } from "../src/types";

vi.stubGlobal("navigator", { language: "en" });
const { result: resultOf, winners } = await import("../src/room/result");

const seats = (...names: string[]) => names.map((name, seat) => ({ seat, name, colour: `colour ${seat}` }));
const room = (names: string[], ending: object, score: number[] | null = null, yours: number[] = []) => ({ seats: seats(...names), ending, score, yours }) as unknown as Room;
const result = (played: Room, caption: string) => resultOf({ ...played, scene: { caption } } as Room);
const told = (...of: Parameters<typeof result>) => Object.values(result(...of)).filter(Boolean).join(" ");

describe("how a play ended", () => {
  it("by its rules", () => {
    const played = room(["Ann", "Ben"], { reason: "rules" }, [1, -1]);
    expect(winners(played)).toEqual([0]);
    expect(told(played, "FIG. 2 — B ended it.")).toBe("Ann wins. B ended it.");
  });
  it("with several winners, or none", () => {
    expect(told(room(["Ann", "Ben", "Cleo"], { reason: "rules" }, [1, 1, -2]), "Over.")).toBe("Ann and Ben win. Over.");
    expect(told(room(["Ann", "Ben"], { reason: "rules" }, [0, 0]), "Over.")).toBe("It is a draw. Over.");
  });
  it("as the one who plays reads it; several at one screen go by their names", () => {
    const score = [1, 1, -2];
    expect(told(room(["Mum", "Ella", "Tom"], { reason: "rules" }, [1, -1, 0], [0]), "Over.")).toBe("You win. Over.");
    expect(told(room(["Mum", "Ella", "Tom"], { reason: "rules" }, score, [1]), "Over.")).toBe("You and Mum win. Over.");
    expect(told(room(["Mum", "Ella", "Tom"], { reason: "rules" }, [1, -1, 0], [0, 1, 2]), "Over.")).toBe("Mum wins. Over.");
    expect(told(room(["Mum", "Ella"], { reason: "resigned", seat: 0 }, null, [0]), "")).toBe("Ella wins. You resigned.");
  });
  it("says why, and not once more that it is over", () => {
    const played = room(["Ann", "Ben"], { reason: "rules" }, [1, -1]);
    expect(result(played, "FIG. 1 — The game is over: two pieces are home.")).toEqual({ who: "Ann wins.", why: "Two pieces are home." });
    expect(result(played, "FIG. 1 — The match is over, 1 to 0.").why).toBe("The match is over, 1 to 0.");
  });
  it("alone", () => {
    expect(told(room(["Ann"], { reason: "rules" }, [42]), "FIG. 1 — £42.")).toBe("£42.");
  });
  it("because somebody gave up, ran out of time, or all agreed", () => {
    expect(told(room(["Ann", "Ben"], { reason: "resigned", seat: 0 }), "")).toBe("Ben wins. Ann resigned.");
    expect(told(room(["Ann", "Ben"], { reason: "time", seat: 1 }), "")).toBe("Ann wins. Ben ran out of time.");
    expect(told(room(["Ann", "Ben"], { reason: "agreed", seat: null }), "")).toBe("Everybody agreed to a draw.");
  });
});

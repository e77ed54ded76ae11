import { describe, expect, test } from "vitest";
import { addChange, type OutboxWorld, type Sent, sendChanges } from "./outbox.ts";
import { conflictAbout, type PendingCall, type PendingMutation } from "./pending-mutation.ts";

type Save = Extract<PendingCall, { call: "loadout.save" }>["input"];

const LOADOUT: Save["loadout"] = { game: "bf4", vehicleClassId: "tank", parts: {} };

let ids = 0;

function waiting(call: PendingCall): PendingMutation {
  ids += 1;
  return { ...call, id: `change-${ids}`, name: "One", at: "2026-01-01T00:00:00.000Z" };
}

const save = (id: string, name: string, seenVersion: number): PendingMutation =>
  waiting({ call: "loadout.save", input: { id, name, note: "", tags: [], loadout: LOADOUT, seenVersion } });

/** A server of loadouts by name and version, and a device beside it. */
function makeWorld(at: Record<string, { name: string; version: number }> = {}) {
  const state = {
    pending: [] as readonly PendingMutation[],
    here: "owner" as "owner" | "other" | "lost",
    sent: [] as PendingMutation[],
  };
  let disturb: (change: PendingMutation) => Promise<Sent | null> = async () => null;
  const answer = (change: PendingMutation): Sent => {
    if (change.call !== "loadout.save") return { is: "done", data: change.input };
    const { id, name, seenVersion } = change.input;
    const present = at[id];
    const isSame = present?.name === name && present.version === seenVersion + 1;
    if (!isSame && (present?.version ?? 0) !== seenVersion) {
      const current = present && { version: present.version, isAs: (other: Save) => other.name === present.name };
      return { is: "changed", error: { message: "Changed.", data: present }, current: current ?? null };
    }
    at[id] = { name, version: seenVersion + 1 };
    return { is: "done", data: at[id] };
  };
  const world: OutboxWorld = {
    read: async () => state.pending,
    write: async (change) => {
      state.pending = change(state.pending);
    },
    ask: async () => state.here,
    send: async (change) => {
      state.sent.push(change);
      return (await disturb(change)) ?? answer(change);
    },
    alone: (work) => work(),
  };
  return {
    at,
    state,
    world,
    answer,
    /** What happens instead, or before, while a change is on its way. */
    whileSending: (what: typeof disturb) => {
      disturb = what;
    },
  };
}

describe("the outbox", () => {
  test("sends changes in their order and forgets each one that arrived", async () => {
    const { world, state, at } = makeWorld({ a: { name: "A", version: 3 } });
    await addChange(world, save("a", "A2", 3));
    await addChange(world, waiting({ call: "loadout.remove", input: { id: "b" } }));
    await addChange(world, save("c", "C", 0));
    const { end } = await sendChanges(world);
    expect(end).toBe("all");
    expect(state.sent.map(({ call }) => call)).toEqual(["loadout.save", "loadout.remove", "loadout.save"]);
    expect(state.pending).toEqual([]);
    expect(at).toEqual({ a: { name: "A2", version: 4 }, c: { name: "C", version: 1 } });
  });

  test("makes of two saves of one loadout a single one over the version first seen", async () => {
    const { world, state } = makeWorld({ a: { name: "A", version: 3 } });
    await addChange(world, save("a", "A2", 3));
    await addChange(world, save("a", "A3", 4));
    expect(state.pending).toMatchObject([{ input: { name: "A3", seenVersion: 3 } }]);
  });

  test("does nothing about what was deleted and brought back", async () => {
    const { world, state } = makeWorld();
    await addChange(world, waiting({ call: "loadout.remove", input: { id: "a" } }));
    await addChange(world, waiting({ call: "loadout.restore", input: { id: "a" } }));
    expect(state.pending).toEqual([]);
  });

  test.for(["on its way", "sent with its answer lost"])(
    "brings back what was deleted by a call that is %s",
    async (how) => {
      const { world, state, whileSending } = makeWorld();
      const restore = waiting({ call: "loadout.restore", input: { id: "a" } });
      await addChange(world, waiting({ call: "loadout.remove", input: { id: "a" } }));
      whileSending(async ({ call }) => {
        if (call !== "loadout.remove") return null;
        if (how === "on its way") await addChange(world, restore);
        return how === "on its way" ? null : { is: "lost" };
      });
      await sendChanges(world);
      if (how !== "on its way") await addChange(world, restore);
      await sendChanges(world);
      expect(state.sent.map(({ call }) => call)).toEqual(["loadout.remove", "loadout.restore"]);
      expect(state.pending).toEqual([]);
    },
  );

  test("keeps everything when the server is lost on the way, and sends the rest the next time", async () => {
    const { world, state, at, whileSending } = makeWorld();
    await addChange(world, save("a", "A", 0));
    await addChange(world, save("b", "B", 0));
    whileSending(async ({ input }) => ("name" in input && input.name === "B" ? { is: "lost" } : null));
    expect((await sendChanges(world)).end).toBe("lost");
    expect(state.pending).toMatchObject([{ input: { name: "B" } }]);
    whileSending(async () => null);
    expect((await sendChanges(world)).end).toBe("all");
    expect(at).toEqual({ a: { name: "A", version: 1 }, b: { name: "B", version: 1 } });
  });

  test("takes its own save whose answer was lost for its own, also when it was written over since", async () => {
    const { world, state, at, answer, whileSending } = makeWorld({ a: { name: "A", version: 1 } });
    await addChange(world, save("a", "A2", 1));
    whileSending(async (change) => {
      answer(change);
      return { is: "lost" };
    });
    await sendChanges(world);
    await addChange(world, save("a", "A3", 2));
    whileSending(async () => null);
    await sendChanges(world);
    expect(state.pending).toEqual([]);
    expect(at).toEqual({ a: { name: "A3", version: 3 } });
  });

  test("puts a save made while an earlier one is on its way on top of it", async () => {
    const { world, state, at, whileSending } = makeWorld({ a: { name: "A", version: 1 } });
    await addChange(world, save("a", "A2", 1));
    whileSending(async ({ input }) => {
      if ("name" in input && input.name === "A2") await addChange(world, save("a", "A3", 2));
      return null;
    });
    await sendChanges(world);
    expect(state.pending).toEqual([]);
    expect(at).toEqual({ a: { name: "A3", version: 3 } });
  });

  test("reports a conflicting save, holds back changes of the same loadout, and sends the rest", async () => {
    const { world, state, at } = makeWorld({ a: { name: "Theirs", version: 2 } });
    await addChange(world, save("a", "Mine", 1));
    await addChange(world, waiting({ call: "loadout.arrange", input: { ids: ["a"], pinned: true } }));
    await addChange(world, save("b", "B", 0));
    await sendChanges(world);
    expect(state.pending).toMatchObject([{ refusal: { kind: "changed" } }, { call: "loadout.arrange" }]);
    expect(conflictAbout(state.pending, "a")).toMatchObject({ kind: "changed" });
    expect(conflictAbout(state.pending, "b")).toBeNull();
    expect(at["a"]).toEqual({ name: "Theirs", version: 2 });
    expect(at["b"]).toEqual({ name: "B", version: 1 });
  });

  test("asks still when the save that met another one is written over", async () => {
    const { world, state, at } = makeWorld({ a: { name: "Theirs", version: 2 } });
    await addChange(world, save("a", "Mine", 1));
    await sendChanges(world);
    await addChange(world, save("a", "Mine again", 2));
    await sendChanges(world);
    expect(state.pending).toMatchObject([
      { input: { name: "Mine again", seenVersion: 1 }, refusal: { kind: "changed" } },
    ]);
    expect(at["a"]).toEqual({ name: "Theirs", version: 2 });
  });

  test.for(["other", "lost"] as const)("sends nothing while the session is %s's", async (here) => {
    const { world, state } = makeWorld();
    state.here = here;
    await addChange(world, save("a", "A", 0));
    expect((await sendChanges(world)).end).toBe(here === "lost" ? "lost" : "signed-out");
    expect(state.sent).toEqual([]);
    expect(state.pending).toHaveLength(1);
  });
});

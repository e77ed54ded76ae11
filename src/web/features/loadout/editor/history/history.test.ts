import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { LoadoutContent } from "#domain/loadout/loadout.ts";
import { vehicleStarter } from "#domain/loadout/starter.ts";
import { beginHistory, changeHistory, type History, redone, settledHistory, undone } from "./use-history.ts";

const FIRST: LoadoutContent = { name: "", note: "", tags: [], loadout: vehicleStarter("vehiclembt") };

const renamed = (history: History, name: string) => changeHistory(history, { name });

describe("the steps of an editor", () => {
  test("are taken back one by one, and on again", () => {
    const twice = renamed(renamed(beginHistory(FIRST), "One"), "Two");
    expect(undone(twice).present.name).toBe("One");
    expect(undone(undone(twice)).present).toEqual(FIRST);
    expect(redone(undone(undone(twice))).present.name).toBe("One");
  });

  test("of typing in one field are one", () => {
    let history = beginHistory(FIRST);
    for (const name of ["N", "Ni", "Nig", "Night"]) history = changeHistory(history, { name }, { field: "name" });
    history = changeHistory(history, { note: "N" }, { field: "note" });
    expect(history.past).toHaveLength(2);
    expect(undone(history).present).toEqual({ ...FIRST, name: "Night" });
    expect(undone(undone(history)).present).toEqual(FIRST);
  });

  test("of typing after an undo are a new one", () => {
    const typed = changeHistory(beginHistory(FIRST), { name: "A" }, { field: "name" });
    const again = changeHistory(undone(typed), { name: "B" }, { field: "name" });
    expect(again.past).toHaveLength(1);
    expect(undone(again).present).toEqual(FIRST);
  });

  test("that change nothing are none", () => {
    const history = beginHistory(FIRST);
    expect(changeHistory(history, { tags: [] })).toBe(history);
    expect(undone(history)).toBe(history);
    expect(redone(history)).toBe(history);
  });

  test("lose what was undone at the next change", () => {
    const changed = renamed(undone(renamed(beginHistory(FIRST), "One")), "Other");
    expect(redone(changed)).toBe(changed);
  });

  test("are a hundred at most", () => {
    let history = beginHistory(FIRST);
    for (let at = 1; at <= 130; at += 1) history = renamed(history, String(at));
    expect(history.past).toHaveLength(100);
    for (let at = 0; at < 130; at += 1) history = undone(history);
    expect(history.present.name).toBe("30");
  });

  test("outlive a save, which may trim a name", () => {
    const saved = settledHistory(renamed(beginHistory(FIRST), "One "), { ...FIRST, name: "One" });
    expect(saved.present.name).toBe("One");
    expect(undone(saved).present).toEqual(FIRST);
  });

  test("bear a name of their own through undo and redo", () => {
    const surprised = changeHistory(beginHistory(FIRST), { name: "x" }, { label: "Surprise me" });
    expect(undone(surprised).future[0]?.label).toBe("Surprise me");
    expect(redone(undone(surprised)).past[0]?.label).toBe("Surprise me");
  });

  const changes = fc.array(
    fc.record({ name: fc.string({ maxLength: 3 }), field: fc.constantFrom(undefined, "name", "note") }),
    { maxLength: 130 },
  );

  test("undone as often as one likes and redone as often are the same", () => {
    fc.assert(
      fc.property(changes, fc.nat(140), (all, times) => {
        let history = beginHistory(FIRST);
        for (const { name, field } of all) history = changeHistory(history, { name }, field ? { field } : {});
        const contents = [...history.past, { content: history.present }].map(({ content }) => content);
        let moved = history;
        const steps = Math.min(times, history.past.length);
        for (let at = 0; at < steps; at += 1) moved = undone(moved);
        expect(moved.present).toEqual(contents[contents.length - 1 - steps]);
        for (let at = 0; at < steps; at += 1) moved = redone(moved);
        expect({ ...moved, field: null }).toEqual({ ...history, field: null });
      }),
      { numRuns: 100 },
    );
  });
});

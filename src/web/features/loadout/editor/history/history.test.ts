import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { LoadoutContent } from "#domain/loadout/loadout.ts";
import { createVehicleStarter } from "#domain/loadout/starter.ts";
import { beginHistory, changeHistory, type History, redo, replacePresent, undo } from "./use-history.ts";

const FIRST: LoadoutContent = { name: "", note: "", tags: [], loadout: createVehicleStarter("vehiclembt") };

const rename = (history: History, name: string) => changeHistory(history, { name });

describe("the undo history", () => {
  test("undoes and redoes single steps", () => {
    const twice = rename(rename(beginHistory(FIRST), "One"), "Two");
    expect(undo(twice).present.name).toBe("One");
    expect(undo(undo(twice)).present).toEqual(FIRST);
    expect(redo(undo(undo(twice))).present.name).toBe("One");
  });

  test("has one step for consecutive typing in a field", () => {
    let history = beginHistory(FIRST);
    for (const name of ["N", "Ni", "Nig", "Night"]) history = changeHistory(history, { name }, { field: "name" });
    history = changeHistory(history, { note: "N" }, { field: "note" });
    expect(history.past).toHaveLength(2);
    expect(undo(history).present).toEqual({ ...FIRST, name: "Night" });
    expect(undo(undo(history)).present).toEqual(FIRST);
  });

  test("has a new step for typing after an undo", () => {
    const typed = changeHistory(beginHistory(FIRST), { name: "A" }, { field: "name" });
    const again = changeHistory(undo(typed), { name: "B" }, { field: "name" });
    expect(again.past).toHaveLength(1);
    expect(undo(again).present).toEqual(FIRST);
  });

  test("has no step for a change that changes nothing", () => {
    const history = beginHistory(FIRST);
    expect(changeHistory(history, { tags: [] })).toBe(history);
    expect(undo(history)).toBe(history);
    expect(redo(history)).toBe(history);
  });

  test("drops undone steps at the next change", () => {
    const changed = rename(undo(rename(beginHistory(FIRST), "One")), "Other");
    expect(redo(changed)).toBe(changed);
  });

  test("has at most a hundred steps", () => {
    let history = beginHistory(FIRST);
    for (let step = 1; step <= 130; step += 1) history = rename(history, String(step));
    expect(history.past).toHaveLength(100);
    for (let step = 0; step < 130; step += 1) history = undo(history);
    expect(history.present.name).toBe("30");
  });

  test("remains after a save, which may trim the name", () => {
    const saved = replacePresent(rename(beginHistory(FIRST), "One "), { ...FIRST, name: "One" });
    expect(saved.present.name).toBe("One");
    expect(undo(saved).present).toEqual(FIRST);
  });

  test("keeps the label of a step through undo and redo", () => {
    const surprised = changeHistory(beginHistory(FIRST), { name: "x" }, { label: "Surprise me" });
    expect(undo(surprised).future[0]?.label).toBe("Surprise me");
    expect(redo(undo(surprised)).past[0]?.label).toBe("Surprise me");
  });

  const changes = fc.array(
    fc.record({ name: fc.string({ maxLength: 3 }), field: fc.constantFrom(undefined, "name", "note") }),
    { maxLength: 130 },
  );

  test("is unchanged after any number of undos and the same number of redos", () => {
    fc.assert(
      fc.property(changes, fc.nat(140), (all, times) => {
        let history = beginHistory(FIRST);
        for (const { name, field } of all) history = changeHistory(history, { name }, field ? { field } : {});
        const contents = [...history.past, { content: history.present }].map(({ content }) => content);
        let current = history;
        const steps = Math.min(times, history.past.length);
        for (let step = 0; step < steps; step += 1) current = undo(current);
        expect(current.present).toEqual(contents[contents.length - 1 - steps]);
        for (let step = 0; step < steps; step += 1) current = redo(current);
        expect({ ...current, field: null }).toEqual({ ...history, field: null });
      }),
      { numRuns: 100 },
    );
  });
});

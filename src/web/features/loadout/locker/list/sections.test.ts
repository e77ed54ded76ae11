import { describe, expect, test } from "vitest";
import type { SavedLoadout } from "#web/features/loadout/loadout-search.ts";
import { getDrawn, getSections, getStep } from "./sections.ts";

const createSaved = (id: string, changes: Partial<SavedLoadout> = {}): SavedLoadout =>
  ({ id, place: id, pinnedAt: null, folderId: null, updatedAt: `2026-01-0${id}`, ...changes }) as SavedLoadout;

const getIds = (items: readonly SavedLoadout[]) => items.map(({ id }) => id);

describe("the found loadouts", () => {
  test("are divided into pinned and others, last changed first", () => {
    const { pinned, others } = getSections([
      createSaved("2", { pinnedAt: "2026-02-01" }),
      createSaved("1"),
      createSaved("3"),
    ]);
    expect([getIds(pinned), getIds(others)]).toEqual([["2"], ["3", "1"]]);
  });
  test("are in the owner's order if it is chosen", () => {
    expect(getIds(getSections([createSaved("3"), createSaved("1"), createSaved("2")], "own").others)).toEqual([
      "1",
      "2",
      "3",
    ]);
  });
  test("are limited to a number, pinned loadouts first", () => {
    const sections = { pinned: [createSaved("1"), createSaved("2")], others: [createSaved("3"), createSaved("4")] };
    for (const [count, pinned, others] of [
      [1, ["1"], []],
      [3, ["1", "2"], ["3"]],
    ] as const) {
      const drawn = getDrawn(sections, count);
      expect([getIds(drawn.pinned), getIds(drawn.others)]).toEqual([pinned, others]);
    }
  });
});

describe("a step in the owner's order", () => {
  const items = ["1", "2", "3"].map((id) => createSaved(id));
  test.for([
    ["up", "3", { afterId: "1", above: "1", below: "2" }],
    ["up", "2", { afterId: null, above: null, below: "1" }],
    ["up", "1", null],
    ["down", "1", { afterId: "2", above: "2", below: "3" }],
    ["down", "2", { afterId: "3", above: "3", below: null }],
    ["down", "3", null],
    ["top", "3", { afterId: null, above: null, below: "1" }],
  ] as const)("%s from %s", ([step, id, neighbours]) => {
    expect(getStep(items, id, step)).toEqual(neighbours);
  });
});

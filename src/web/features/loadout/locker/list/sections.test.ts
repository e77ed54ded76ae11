import { describe, expect, test } from "vitest";
import type { Saved } from "#web/features/loadout/loadout-search.ts";
import { getDrawn, getSections, getStep } from "./sections.ts";

const saved = (id: string, changes: Partial<Saved> = {}): Saved =>
  ({ id, place: id, pinnedAt: null, folderId: null, updatedAt: `2026-01-0${id}`, ...changes }) as Saved;

const getIds = (items: readonly Saved[]) => items.map(({ id }) => id);

describe("what was found", () => {
  test("has the pinned apart, last changed first", () => {
    const { pinned, others } = getSections([saved("2", { pinnedAt: "2026-02-01" }), saved("1"), saved("3")]);
    expect([getIds(pinned), getIds(others)]).toEqual([["2"], ["3", "1"]]);
  });
  test("lies in the owner's order where that is asked for", () => {
    expect(getIds(getSections([saved("3"), saved("1"), saved("2")], "own").others)).toEqual(["1", "2", "3"]);
  });
  test("is drawn up to a number, the pinned first", () => {
    const sections = { pinned: [saved("1"), saved("2")], others: [saved("3"), saved("4")] };
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
  const items = ["1", "2", "3"].map((id) => saved(id));
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

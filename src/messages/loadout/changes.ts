// Compares the slots of two loadouts.

import type { Armoury } from "#domain/loadout/armoury.ts";
import { isVehicleLoadout, type Loadout } from "#domain/loadout/loadout.ts";
import { m } from "#messages";
import { describeLoadout, type LoadoutLine } from "./describe.ts";

/** A slot of both loadouts; a value is null if that loadout has no such slot. */
export type SlotChange = Pick<LoadoutLine, "label" | "part"> & {
  a: string | null;
  b: string | null;
  changed: boolean;
  /** Whether B has the default part in this slot. */
  hasDefaultInB: boolean;
};

/** Returns every slot of the two loadouts: changed slots first, both in the order of the screen. */
export function diffLoadouts(a: Loadout, b: Loadout, armoury: Armoury): readonly SlotChange[] {
  const [linesA, linesB] = [describeLoadout(a, armoury), describeLoadout(b, armoury)];
  const isSameKind = a.game === b.game && isVehicleLoadout(a) === isVehicleLoadout(b);
  // For two soldiers of one game only chosen parts are listed; an omitted slot has the default part.
  const defaultValue = isSameKind && !isVehicleLoadout(a) ? m.common_stock() : null;
  const [valuesA, valuesB] = [getValues(linesA), getValues(linesB)];
  const changes = mergeLines(linesA, linesB).map(({ label, part }): SlotChange => {
    const [valueA, valueB] = [valuesA.get(label) ?? defaultValue, valuesB.get(label) ?? defaultValue];
    const hasDefaultInB = defaultValue !== null && !valuesB.has(label);
    return { label, ...(part && { part }), a: valueA, b: valueB, changed: valueA !== valueB, hasDefaultInB };
  });
  return [...changes.filter(({ changed }) => changed), ...changes.filter(({ changed }) => !changed)];
}

const getValues = (lines: readonly LoadoutLine[]): ReadonlyMap<string, string> =>
  new Map(lines.map(({ label, value }) => [label, value]));

/** Merges two lists of lines by label; a line that only the second list has is inserted after its predecessor there. */
function mergeLines(first: readonly LoadoutLine[], second: readonly LoadoutLine[]): readonly LoadoutLine[] {
  const lines = [...first];
  const find = (label: string | undefined) => lines.findIndex((line) => line.label === label);
  for (const [index, line] of second.entries())
    if (find(line.label) < 0) lines.splice(find(second[index - 1]?.label) + 1, 0, line);
  return lines;
}

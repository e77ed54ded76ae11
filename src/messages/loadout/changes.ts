// What differs between two builds: their slots side by side, and how fast they kill.

import type { Armoury } from "#domain/loadout/armoury.ts";
import { isVehicleLoadout, type Loadout } from "#domain/loadout/loadout.ts";
import { m } from "#messages";
import { describeLoadout, type LoadoutLine } from "./describe.ts";

/** A slot of both builds; a value is null where that build has no such slot. */
export type SlotChange = Pick<LoadoutLine, "label" | "part"> & {
  a: string | null;
  b: string | null;
  changed: boolean;
  /** B has no part of its own here, but the one the weapon is issued with. */
  isTakenOff: boolean;
};

/** Every slot of the two builds, each once: the changed ones first, both in the order of the screen. */
export function diffLoadouts(a: Loadout, b: Loadout, armoury: Armoury): readonly SlotChange[] {
  const [linesA, linesB] = [describeLoadout(a, armoury), describeLoadout(b, armoury)];
  const areAlike = a.game === b.game && isVehicleLoadout(a) === isVehicleLoadout(b);
  // For two soldiers of one game only chosen parts are listed; a part left out is the one the weapon is issued with.
  const absent = areAlike && !isVehicleLoadout(a) ? m.common_stock() : null;
  const [valuesA, valuesB] = [getValues(linesA), getValues(linesB)];
  const changes = mergedLines(linesA, linesB).map(({ label, part }): SlotChange => {
    const [ofA, ofB] = [valuesA.get(label) ?? absent, valuesB.get(label) ?? absent];
    const isTakenOff = absent !== null && !valuesB.has(label);
    return { label, ...(part && { part }), a: ofA, b: ofB, changed: ofA !== ofB, isTakenOff };
  });
  return [...changes.filter(({ changed }) => changed), ...changes.filter(({ changed }) => !changed)];
}

const getValues = (lines: readonly LoadoutLine[]): ReadonlyMap<string, string> =>
  new Map(lines.map(({ label, value }) => [label, value]));

/** The lines of both, each label once; those only the second has stand behind the one they follow there. */
function mergedLines(first: readonly LoadoutLine[], second: readonly LoadoutLine[]): readonly LoadoutLine[] {
  const lines = [...first];
  const find = (label: string | undefined) => lines.findIndex((line) => line.label === label);
  for (const [at, line] of second.entries())
    if (find(line.label) < 0) lines.splice(find(second[at - 1]?.label) + 1, 0, line);
  return lines;
}

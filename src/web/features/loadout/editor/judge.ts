// What the rules say about a choice before it is made.
import type { Armoury } from "#domain/loadout/armoury.ts";
import type { Loadout } from "#domain/loadout/loadout.ts";
import { violationsOf } from "#domain/loadout/rules.ts";
import { sentenceOf } from "#domain/loadout/sentence.ts";

/** The reason against a changed loadout: the first rule it breaks and the present one does not; null for none. */
export type Judge = (changed: Loadout) => string | null;

export function judgeOf(loadout: Loadout, armoury: Armoury): Judge {
  const present = new Set(violationsOf(loadout, armoury).map((violation) => JSON.stringify(violation)));
  return (changed) => {
    const broken = violationsOf(changed, armoury).find(
      (violation) => violation.rule !== "empty-slot" && !present.has(JSON.stringify(violation)),
    );
    return broken ? sentenceOf(broken, armoury) : null;
  };
}

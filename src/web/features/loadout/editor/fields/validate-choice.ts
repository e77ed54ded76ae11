// What the rules say about a choice before it is made.
import type { Armoury } from "#domain/loadout/armoury.ts";
import { describeInSentence } from "#domain/loadout/description/sentence.ts";
import type { Loadout } from "#domain/loadout/loadout.ts";
import { findViolations } from "#domain/loadout/rules/rules.ts";

/** The reason against a changed loadout: the first rule it breaks and the present one does not; null for none. */
export type ChoiceValidator = (changed: Loadout) => string | null;

export function createValidator(loadout: Loadout, armoury: Armoury): ChoiceValidator {
  const present = new Set(findViolations(loadout, armoury).map((violation) => JSON.stringify(violation)));
  return (changed) => {
    const broken = findViolations(changed, armoury).find(
      (violation) => violation.rule !== "empty-slot" && !present.has(JSON.stringify(violation)),
    );
    return broken ? describeInSentence(broken, armoury) : null;
  };
}

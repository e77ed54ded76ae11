// Where a slot stands on the page, for links and for the focus.
import type { Violation } from "#domain/loadout/rules/violation.ts";

/** The id of the element that holds a slot, or one place for parts within it. */
export const slotPlace = (slot: string, partSlot?: string): string =>
  partSlot === undefined ? `slot-${slot}` : `slot-${slot}-${partSlot}`;

/** Where a violation is shown, the nearest first; empty for one of the whole loadout. */
export function getPlaces(violation: Violation): readonly string[] {
  if (!("slot" in violation)) return [];
  const whole = slotPlace(violation.slot);
  return "partSlot" in violation ? [slotPlace(violation.slot, violation.partSlot), whole] : [whole];
}

/** Puts the focus on the first control at one of these places, once the page has been drawn anew. */
export function focusPlace(places: readonly string[]): void {
  requestAnimationFrame(() => {
    const [place] = places.flatMap((id) => document.getElementById(id) ?? []);
    place?.querySelector<HTMLElement>("input, select, button")?.focus();
  });
}

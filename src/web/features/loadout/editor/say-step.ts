// What a step of the editor is called when it is taken back.
import type { Armoury } from "#domain/loadout/armoury.ts";
import { changesBetween } from "#domain/loadout/changes.ts";
import type { Content } from "./editing.ts";

const MOST_NAMED = 2;

/** The parts of two contents that differ, e.g. "Primary, Optic" or "Kit, Primary and 4 more". */
export function differenceOf(a: Content, b: Content, armoury: Armoury): string {
  const written = [
    a.name !== b.name ? "Name" : null,
    a.note !== b.note ? "Notes" : null,
    a.tags.join() !== b.tags.join() ? "Tags" : null,
  ].filter((title) => title !== null);
  const slots = changesBetween(a.loadout, b.loadout, armoury)
    .filter(({ changed }) => changed)
    .map(({ label }) => label);
  const all = [...written, ...slots];
  if (all.length === 0) return "Loadout";
  const more = all.length - MOST_NAMED;
  return all.slice(0, MOST_NAMED).join("; ") + (more > 0 ? ` and ${more} more` : "");
}

// What a step of the editor is called when it is taken back.
import type { Armoury } from "#domain/loadout/armoury.ts";
import { diffLoadouts } from "#domain/loadout/changes.ts";
import type { Content } from "#web/features/loadout/editor/editing.ts";

const MAX_NAMED = 2;

/** The parts of two contents that differ, e.g. "Primary, Optic" or "Kit, Primary and 4 more". */
export function getDifference(a: Content, b: Content, armoury: Armoury): string {
  const written = [
    a.name !== b.name ? "Name" : null,
    a.note !== b.note ? "Notes" : null,
    a.tags.join() !== b.tags.join() ? "Tags" : null,
  ].filter((title) => title !== null);
  const slots = diffLoadouts(a.loadout, b.loadout, armoury)
    .filter(({ changed }) => changed)
    .map(({ label }) => label);
  const all = [...written, ...slots];
  if (all.length === 0) return "Loadout";
  const more = all.length - MAX_NAMED;
  return all.slice(0, MAX_NAMED).join("; ") + (more > 0 ? ` and ${more} more` : "");
}

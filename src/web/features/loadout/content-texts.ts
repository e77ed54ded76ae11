import type { LoadoutContent } from "#domain/loadout/loadout.ts";
import { m } from "#messages";

/** Returns the texts of a loadout (name, note and tags) with their titles; `value` is "" for a missing text. */
export const listContentTexts = ({
  name,
  note,
  tags,
}: Omit<LoadoutContent, "loadout">): { title: string; value: string }[] => [
  { title: m.common_name(), value: name },
  { title: m.loadout_notes(), value: note },
  { title: m.loadout_tags(), value: tags.join(", ") },
];

import type { LoadoutContent } from "#domain/loadout/loadout.ts";
import { m } from "#messages";

/** What a person wrote of a loadout beside what it carries, each with its title; `value` is empty where there is none. */
export const listTexts = ({
  name,
  note,
  tags,
}: Omit<LoadoutContent, "loadout">): { title: string; value: string }[] => [
  { title: m.common_name(), value: name },
  { title: m.loadout_notes(), value: note },
  { title: m.loadout_tags(), value: tags.join(", ") },
];

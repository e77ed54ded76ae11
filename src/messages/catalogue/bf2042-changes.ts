// The change log of Battlefield 2042: the differences of each record from the previous record.

import type { Bf2042Arsenal } from "#domain/game-data/bf2042-arsenal.ts";
import { PATCHES, type Patch } from "#domain/game-data/patch.ts";
import { type ChangeGroup, type GunChanges, getGunChanges } from "#domain/weapons/record-changes.ts";
import { m } from "#messages";
import { formatDates } from "#messages/format.ts";
import { formatChanges, formatPairs, formatSince } from "#messages/game/change-words.ts";
import { type CatalogueEntry, createEntry, createLink, createSection } from "./entry.ts";

type Gun = { id: string; name: string };

/** Returns the entries, newest record first: changed guns, then guns recorded for the first time. */
export function listChangeEntries({ weapons, records }: Bf2042Arsenal): readonly CatalogueEntry[] {
  const guns = [...weapons.values()];
  const changes = guns.flatMap((gun) => getGunChanges(gun.id, records).map((change) => ({ gun, change })));
  return PATCHES.flatMap((patch) => {
    const record = records.get(patch);
    if (!record) return [];
    const changedGuns = changes.filter(({ change }) => change.patch === patch);
    const addedGuns = guns.filter(({ id }) => isFirst(id, patch, records));
    return [
      ...changedGuns.map(({ gun, change }) => createChangedEntry(gun, change, record.sourceId)),
      ...addedGuns.map((gun) => createAddedEntry(gun, patch, record)),
    ];
  });
}

/** Whether this record is the first with the gun. Guns of the oldest record do not count as new. */
function isFirst(id: string, patch: Patch, records: Bf2042Arsenal["records"]): boolean {
  const [oldest] = records.keys();
  const first = [...records.values()].find(({ configurations }) => configurations.has(id));
  return first?.patch === patch && patch !== oldest;
}

function createChangedEntry({ id, name }: Gun, change: GunChanges, sourceId: string): CatalogueEntry {
  const [first] = change.groups;
  return createEntry({
    id: `${id}-${change.patch}`,
    name,
    label: change.patch,
    group: change.patch,
    brief: first ? getBrief(first) : "",
    amount: m.entry_since_before({ before: change.before }),
    fields: [
      [m.entry_records(), formatSince(change)],
      ...change.groups.map((group) => [formatPairs(group), formatChanges(group)] as const),
    ],
    sections: [createGunSection({ id, name })],
    sourceId,
  });
}

/** Returns the text of a group of changes, preceded by its pairs of barrel and ammunition. */
const getBrief = (group: ChangeGroup): string =>
  `${m.common_label({ label: formatPairs(group) })} ${formatChanges(group)}`;

const createAddedEntry = (gun: Gun, patch: Patch, { recorded, sourceId }: { recorded: string; sourceId: string }) =>
  createEntry({
    id: `${gun.id}-${patch}`,
    name: gun.name,
    label: patch,
    group: patch,
    brief: m.entry_recorded_for_the_first_time(),
    amount: m.entry_new(),
    fields: [[m.entry_records(), m.entry_first_recorded({ patch, recorded: formatDates(recorded) })]],
    sections: [createGunSection(gun)],
    sourceId,
  });

const createGunSection = ({ id, name }: Gun) => createSection(m.entry_weapon(), [createLink("weapons", id, name)]);

// The change log of Battlefield 2042: what each record gives otherwise than the record before.

import type { Bf2042Arsenal } from "#domain/game-data/bf2042-arsenal.ts";
import { PATCHES, type Patch } from "#domain/game-data/patch.ts";
import { type ChangeGroup, type GunChanges, getGunChanges } from "#domain/weapons/record-changes.ts";
import { m } from "#messages";
import { formatDates } from "#messages/format.ts";
import { formatChanges, formatPairs, formatSince } from "#messages/game/change-words.ts";
import { type CatalogueEntry, getEntry, link, section } from "./entry.ts";

type Gun = { id: string; name: string };

/** An entry for each gun and record, newest record first: guns that differ, then guns recorded for the first time. */
export function changeEntries({ weapons, records }: Bf2042Arsenal): readonly CatalogueEntry[] {
  const guns = [...weapons.values()];
  const changes = guns.flatMap((gun) => getGunChanges(gun.id, records).map((change) => ({ gun, change })));
  return PATCHES.flatMap((patch) => {
    const record = records.get(patch);
    if (!record) return [];
    const changed = changes.filter(({ change }) => change.patch === patch);
    const added = guns.filter(({ id }) => isFirst(id, patch, records));
    return [
      ...changed.map(({ gun, change }) => changedEntry(gun, change, record.sourceId)),
      ...added.map((gun) => addedEntry(gun, patch, record)),
    ];
  });
}

/** Whether this record is the first of several to have the gun; those of the first record are no news. */
function isFirst(id: string, patch: Patch, records: Bf2042Arsenal["records"]): boolean {
  const [oldest] = records.keys();
  const first = [...records.values()].find(({ configurations }) => configurations.has(id));
  return first?.patch === patch && patch !== oldest;
}

function changedEntry({ id, name }: Gun, change: GunChanges, sourceId: string): CatalogueEntry {
  const [first] = change.groups;
  return getEntry({
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
    sections: [gunSection({ id, name })],
    sourceId,
  });
}

/** A group of changes with the pairs of barrel and ammunition it is about. */
const getBrief = (group: ChangeGroup): string =>
  `${m.common_label({ label: formatPairs(group) })} ${formatChanges(group)}`;

const addedEntry = (gun: Gun, patch: Patch, { recorded, sourceId }: { recorded: string; sourceId: string }) =>
  getEntry({
    id: `${gun.id}-${patch}`,
    name: gun.name,
    label: patch,
    group: patch,
    brief: m.entry_recorded_for_the_first_time(),
    amount: m.entry_new(),
    fields: [[m.entry_records(), m.entry_first_recorded({ patch, recorded: formatDates(recorded) })]],
    sections: [gunSection(gun)],
    sourceId,
  });

const gunSection = ({ id, name }: Gun) => section(m.entry_weapon(), [link("weapons", id, name)]);

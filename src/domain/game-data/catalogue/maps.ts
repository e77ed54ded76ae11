import type { Arsenal } from "#domain/game-data/arsenal.ts";
import type { Battlefield, Mode } from "#domain/game-data/schemas/map.ts";
import { type CatalogueEntry, counted, filled, formatExpansion, getEntry, reported } from "./entry.ts";

/** The maps of either game, then its modes. */
export function mapEntries({ maps, modes, game, ...arsenal }: Arsenal): readonly CatalogueEntry[] {
  const statMaps = "statMaps" in arsenal ? arsenal.statMaps : new Map<string, Mode>();
  const battlefields = [...maps.values()];
  return [
    ...battlefields.map((map) => mapEntry(map, modes, statMaps)),
    ...[...modes.values()].map(({ id, name, sourceId }) => {
      const played = battlefields.filter(({ modeIds }) => modeIds?.includes(id));
      return getEntry({
        id,
        name,
        group: "Modes",
        brief: "A mode",
        amount: counted(played.length, "map"),
        facts: [
          { label: game === "bf4" ? "Number of the statistics" : "Id", value: id },
          { label: "Maps known to offer it", value: String(played.length) },
        ],
        sections: filled({
          title: "Maps",
          items: played.map((map) => ({
            id: map.id,
            name: map.name,
            note: formatExpansion(map.expansion),
            place: { catalogue: "maps", id: map.id },
          })),
        }),
        sourceId,
      });
    }),
  ];
}

function mapEntry(
  { id, name, modeIds, expansion, statIds, factions, sourceId }: Battlefield,
  modes: ReadonlyMap<string, Mode>,
  statMaps: ReadonlyMap<string, Mode>,
): CatalogueEntry {
  const from = formatExpansion(expansion);
  const sides = factions.map((side) => SIDES[side] ?? side).join(" against ");
  return getEntry({
    id,
    name,
    group: from ?? "Maps",
    brief: from ?? (sides || "A map"),
    amount: modeIds === null ? null : counted(modeIds.length, "mode"),
    facts: [
      ...reported(["From", from], ["Sides", sides]),
      { label: "Modes", value: modeIds === null ? null : String(modeIds.length) },
      { label: "Name in the files", value: id },
      ...reported(["Ids of the statistics", statIds.join(", ")]),
    ],
    sections: filled(
      {
        title: "Modes",
        items: (modeIds ?? []).map((modeId) => ({
          id: modeId,
          name: modes.get(modeId)?.name ?? `Mode ${modeId}`,
          note: null,
          place: modes.has(modeId) ? { catalogue: "maps", id: modeId } : null,
        })),
      },
      {
        title: "In the statistics",
        items: statIds.flatMap((statId) => {
          const named = statMaps.get(statId);
          return named
            ? [
                {
                  id: statId,
                  name: named.name,
                  note: statId,
                  place: { catalogue: "statistics-names" as const, id: statId },
                },
              ]
            : [];
        }),
      },
    ),
    aliases: statIds,
    sourceId,
  });
}

const SIDES: Readonly<Record<string, string>> = {
  FactionUS: "United States",
  FactionRUS: "Russia",
};

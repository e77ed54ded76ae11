import type { Bf2042Arsenal } from "#domain/game-data/bf2042-arsenal.ts";
import { getShown } from "#domain/game-data/figure.ts";
import { KIT_TITLES } from "#domain/game-data/kit-id.ts";
import type { Bf2042Gadget } from "#domain/game-data/schemas/gadget.ts";
import { WEAPON_CLASS_TITLES } from "#domain/game-data/weapon-class.ts";
import {
  type CatalogueEntry,
  counted,
  type Fact,
  filled,
  formatEra,
  getEntry,
  type Item,
  NO_RULE,
  reported,
  type Section,
  spelled,
  UNNAMED,
  unknown,
} from "./entry.ts";

/** The gadgets of Battlefield 2042, specialists' own ones among them, or its throwables. */
export function bf2042GadgetEntries(
  { gadgets, specialists }: Bf2042Arsenal,
  catalogue: "gadgets" | "throwables",
): readonly CatalogueEntry[] {
  const requested = [...gadgets.values()].filter(({ kind }) => (kind === "throwable") === (catalogue === "throwables"));
  return requested.map((gadget) => {
    const owners = [...specialists.values()].filter(({ gadgetIds }) => getShown(gadgetIds)?.includes(gadget.id));
    const carriers = gadget.classIds.map((id) => KIT_TITLES[id]);
    return getEntry({
      id: gadget.id,
      name: gadget.name,
      label: gadget.eras.includes("2042") ? null : formatEra(gadget.eras[0]),
      group: getGroup(gadget),
      brief: [...carriers, ...owners.map(({ name }) => name)].join(", ") || gadget.eras.map(formatEra).join(", "),
      facts: [
        { label: "Carried by", value: carriers.join(", ") || "No class of All-Out Warfare" },
        { label: "Kind", value: spelled(gadget.kind) },
        ...reported(
          ["Eras", gadget.eras.map(formatEra).join(", ")],
          ["Tags of the blueprint", gadget.types.join(", ")],
        ),
        ...reported(["Ids of the statistics", gadget.apiIds.join(", ")], ["Asset", gadget.asset]),
        NO_RULE,
        ...unknown("Damage", "Radius"),
      ],
      sections: filled(
        { title: "Classes", items: gadget.classIds.map((id) => link("kits", id, KIT_TITLES[id])) },
        { title: "Specialists", items: owners.map(({ id, name }) => link("specialists", id, name, "from memory")) },
      ),
      kitIds: gadget.classIds,
      aliases: [...gadget.apiIds, gadget.asset],
      sourceId: gadget.sourceId,
    });
  });
}

function getGroup({ kind, eras }: Bf2042Gadget): string {
  if (!eras.includes("2042")) return "Portal";
  return kind === "specialist" ? "Specialists' own" : "All-Out Warfare";
}

/** Looks of the knife; the game names all but two. */
export function bf2042MeleeEntries({ melee }: Bf2042Arsenal): readonly CatalogueEntry[] {
  return [...melee.values()].map(({ asset, name, sourceId }) =>
    getEntry({
      id: asset,
      name: name ?? UNNAMED,
      label: name === null ? asset : null,
      group: name === null ? UNNAMED : "Named",
      brief: "A look of the knife",
      facts: [...reported(["Asset", asset]), NO_RULE, ...unknown("Damage")],
      aliases: [asset],
      sourceId,
    }),
  );
}

/** The four classes of Battlefield 2042. */
export function bf2042KitEntries(arsenal: Bf2042Arsenal): readonly CatalogueEntry[] {
  const { gadgets, specialists } = arsenal;
  return [...arsenal.kits.values()].map((kit) => {
    const sections: readonly Section[] = [
      {
        title: "Specialists",
        items: kit.specialistIds.map((id) => link("specialists", id, specialists.get(id)?.name)),
      },
      { title: "Gadgets", items: kit.gadgetIds.map((id) => link("gadgets", id, gadgets.get(id)?.name)) },
      { title: "Throwables", items: kit.throwableIds.map((id) => link("throwables", id, gadgets.get(id)?.name)) },
    ];
    return getEntry({
      id: kit.id,
      name: KIT_TITLES[kit.id],
      group: "Classes",
      brief: sections.map(({ title, items }) => `${title} ${items.length}`).join(" · "),
      amount: counted(sections.flatMap(({ items }) => items).length, "item"),
      facts: [
        ...kit.proficiency.map(
          ({ value, sourceId }): Fact => ({ label: "Handles better", value: WEAPON_CLASS_TITLES[value], sourceId }),
        ),
        { label: "Weapons", value: "Open to all four classes" },
      ],
      sections: filled(...sections),
      kitIds: [kit.id],
      sourceId: kit.sourceId,
    });
  });
}

/** The specialists of Battlefield 2042, and the soldiers of Portal's older eras. */
export function specialistEntries({ specialists, gadgets }: Bf2042Arsenal): readonly CatalogueEntry[] {
  return [...specialists.values()].map((specialist) => {
    const { id, name, classId, era, gadgetIds, apiId, apiClass, asset, sourceId } = specialist;
    const kit = classId === null ? null : KIT_TITLES[classId];
    const own = getShown(gadgetIds) ?? [];
    return getEntry({
      id,
      name,
      group: kit ?? "Portal",
      brief: [kit ?? "Portal", ...own.map((gadgetId) => gadgets.get(gadgetId)?.name ?? gadgetId)].join(" · "),
      facts: [
        { label: "Class", value: kit ?? `${apiClass} of an older era` },
        ...gadgetIds.map(
          (claim): Fact => ({
            label: "Own gadget",
            value: claim.value.map((gadgetId) => gadgets.get(gadgetId)?.name ?? gadgetId).join(", "),
            sourceId: claim.sourceId,
          }),
        ),
        { label: "Counted by the statistics as", value: `${apiId}, ${apiClass}` },
        ...reported(["Asset", asset]),
        ...reported(["Trait", era === "2042" ? "No public source" : null]),
      ],
      sections: filled(
        { title: "Class", items: classId === null ? [] : [link("kits", classId, KIT_TITLES[classId])] },
        { title: "Own gadget", items: own.map((gadgetId) => link("gadgets", gadgetId, gadgets.get(gadgetId)?.name)) },
      ),
      kitIds: classId === null ? [] : [classId],
      aliases: [apiId, ...(asset === null ? [] : [asset])],
      sourceId,
    });
  });
}

function link(
  catalogue: "kits" | "specialists" | "gadgets" | "throwables",
  id: string,
  name: string | undefined,
  note: string | null = null,
): Item {
  return { id, name: name ?? id, note, place: { catalogue, id } };
}

import type { Bf4Arsenal } from "#domain/game-data/bf4-arsenal.ts";
import { KIT_TITLES } from "#domain/game-data/kit-id.ts";
import type { Bf4Gadget } from "#domain/game-data/schemas/gadget.ts";
import { KIT_SLOT_TITLES, KIT_SLOTS } from "#domain/game-data/slot.ts";
import { formatUnlocks } from "#domain/game-data/text/unlock-words.ts";
import { awardNames, type Bf4Item, bf4Items, gadgetCatalogue } from "./bf4-items.ts";
import {
  type CatalogueEntry,
  counted,
  filled,
  formatExpansion,
  getEntry,
  reported,
  type Section,
  spelled,
  unknown,
} from "./entry.ts";

/** The gadgets, throwables, melee weapons or field upgrades of Battlefield 4. */
export function bf4GadgetEntries(
  arsenal: Bf4Arsenal,
  catalogue: ReturnType<typeof gadgetCatalogue>,
): readonly CatalogueEntry[] {
  const awardName = awardNames(arsenal);
  const requested = [...arsenal.gadgets.values()].filter((gadget) => gadgetCatalogue(gadget) === catalogue);
  return requested.map((gadget) => {
    const unlock = formatUnlocks(gadget.unlocks, awardName);
    return getEntry({
      id: gadget.id,
      name: gadget.name,
      group: getGroup(gadget, catalogue),
      brief: [gadget.slots.length === 0 ? "In no kit" : formatKits(gadget), unlock].join(" · "),
      facts: [
        { label: "Unlocked by", value: unlock },
        { label: "Carried by", value: formatKits(gadget) },
        { label: "Kind", value: spelled(gadget.kind) },
        ...reported(
          ["Slots", gadget.slots.map((slot) => KIT_SLOT_TITLES[slot]).join(", ")],
          ["From", formatExpansion(gadget.expansion)],
        ),
        ...(catalogue === "field-upgrades" ? unknown("Effect of each level") : unknown("Damage", "Radius")),
      ],
      sections: filled(getKits(gadget)),
      kitIds: gadget.kitIds,
      sourceId: gadget.sourceId,
    });
  });
}

/** Chips: the kind of a gadget; of the rest, who carries it. */
function getGroup(gadget: Bf4Gadget, catalogue: ReturnType<typeof gadgetCatalogue>): string {
  if (gadget.slots.length === 0) return "Not in a kit";
  if (catalogue === "gadgets") return `${spelled(gadget.kind)}s`.replace("Underslungs", "Underslung");
  const [kitId] = gadget.kitIds;
  if (catalogue === "field-upgrades" && kitId && gadget.kitIds.length === 1) return KIT_TITLES[kitId];
  return formatExpansion(gadget.expansion) ?? "All kits";
}

function formatKits({ kitIds, slots }: Bf4Gadget): string {
  if (slots.length === 0) return "Found on the map, or a twin in the game's files";
  return kitIds.length === 4 ? "All kits" : kitIds.map((id) => KIT_TITLES[id]).join(", ");
}

const getKits = ({ kitIds }: Bf4Gadget): Section => ({
  title: "Kits",
  items: kitIds.map((id) => ({ id, name: KIT_TITLES[id], note: null, place: { catalogue: "kits", id } })),
});

/** The four kits of Battlefield 4, slot by slot. */
export function bf4KitEntries(arsenal: Bf4Arsenal): readonly CatalogueEntry[] {
  const items = bf4Items(arsenal);
  return [...arsenal.kits.values()].map(({ id, slots, sourceId }) => {
    const held = KIT_SLOTS.map((slot): Section => ({ title: KIT_SLOT_TITLES[slot], items: named(slots[slot], items) }));
    return getEntry({
      id,
      name: KIT_TITLES[id],
      group: "Kits",
      brief: held.map(({ title, items: { length } }) => `${title} ${length}`).join(" · "),
      amount: counted(new Set(Object.values(slots).flat()).size, "item"),
      facts: held.map(({ title, items: { length } }) => ({ label: title, value: counted(length, "choice") })),
      sections: filled(...held),
      kitIds: [id],
      sourceId,
    });
  });
}

const named = (ids: readonly string[] = [], items: ReadonlyMap<string, Bf4Item>): Section["items"] =>
  ids.map((id) => ({ id, name: items.get(id)?.name ?? id, note: null, place: items.get(id)?.place ?? null }));

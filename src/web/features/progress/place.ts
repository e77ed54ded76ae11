import { gadgetCatalogue } from "#domain/game-data/catalogue/bf4-items.ts";
import type { Bf4Gadget } from "#domain/game-data/schemas/gadget.ts";
import type { Line } from "./answers.ts";

/** The part of the game page's address that opens what a target is about, or finds it. */
export type PlaceSearch = { cat?: string; item?: string; q?: string };

type About = Pick<Line, "id" | "kind" | "name" | "weapon">;

/** Gadgets by id from the arsenal; empty while loading. */
export type Gadgets = ReadonlyMap<string, Pick<Bf4Gadget, "kind">>;

export function getPlace({ id, kind, name, weapon }: About, gadgets: Gadgets): PlaceSearch | null {
  if (weapon) return { item: weapon.id };
  const [subject = ""] = id.slice(id.indexOf(":") + 1).split("/");
  if (kind === "rank") return { cat: "ranks", item: subject };
  if (kind === "option") return { cat: "vehicle-loadouts", item: subject };
  if (kind !== "gadget") return { cat: "awards", q: name };
  const gadget = gadgets.get(subject);
  return gadget ? { cat: gadgetCatalogue(gadget), item: subject } : null;
}

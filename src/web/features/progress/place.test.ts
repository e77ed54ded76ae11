import { expect, test } from "vitest";
import { type Gadgets, getPlace } from "./target-summary.tsx";

const GADGETS: Gadgets = new Map([["m67", { kind: "grenade" }]]);

test.for([
  [
    "an attachment",
    { id: "part:ak-12/bipod", kind: "part", weapon: { id: "ak-12", name: "AK-12" } },
    { item: "ak-12" },
  ],
  ["a rank", { id: "rank:12", kind: "rank" }, { cat: "ranks", item: "12" }],
  ["a vehicle's option", { id: "option:mbt/he", kind: "option" }, { cat: "vehicle-loadouts", item: "mbt" }],
  ["an award", { id: "award:m20", kind: "medal" }, { cat: "awards", q: "Name" }],
  ["a grenade", { id: "item:m67", kind: "gadget" }, { cat: "throwables", item: "m67" }],
  ["a gadget that is not in the arsenal", { id: "item:unheard", kind: "gadget" }, null],
] as const)("%s links to its page", ([, target, place]) => {
  expect(getPlace({ name: "Name", weapon: null, ...target }, GADGETS)).toEqual(place);
});

import type { Arsenal } from "#domain/game-data/arsenal.ts";
import type { Claim } from "#domain/game-data/figure.ts";
import { GRADE_TITLES } from "#domain/game-data/grade.ts";
import type { Combat } from "#domain/game-data/schemas/combat.ts";
import { type CatalogueEntry, type Fact, getEntry, number, reported, spelled } from "./entry.ts";

/** Every source the figures of both games name. */
export function sourceEntries({ sources }: Arsenal): readonly CatalogueEntry[] {
  return [...sources.values()].map(({ id, title, origin, patch, grade, note }) =>
    getEntry({
      id,
      name: title,
      group: `Grade ${grade}`,
      brief: GRADE_TITLES[grade],
      amount: patch === "unknown" ? "no date" : patch,
      facts: [
        { label: "Grade", value: `${grade}, ${GRADE_TITLES[grade].toLowerCase()}` },
        { label: "Version of the game", value: patch === "unknown" ? "No source" : patch },
        { label: "Origin", value: origin ?? "None: nothing public to point to" },
        ...reported(["To know before trusting it", note]),
      ],
      aliases: origin === null ? [] : [origin],
      sourceId: id,
    }),
  );
}

const HEALTH_TITLES = { normal: "Health", hardcore: "Health in hardcore" } as const;

/** Health, multipliers by part of the body, and how stance and controller scale recoil and spread. */
export function combatEntries({ combat }: Arsenal): readonly CatalogueEntry[] {
  return [
    ...(["normal", "hardcore"] as const)
      .filter((id) => combat.health[id].length > 0)
      .map((id) => rule(`health-${id}`, HEALTH_TITLES[id], "Health", [["Points", combat.health[id], sayPlain]])),
    ...combat.multiplierGroups.map(multiplierRule),
    ...combat.handlingFactors.map(({ id, recoil, spread }) =>
      rule(id, spelled(id).replace("ads", "aiming"), "Recoil and spread", [
        ["Recoil", recoil, formatTimes],
        ["Spread", spread, formatTimes],
      ]),
    ),
  ];
}

const multiplierRule = ({
  id,
  head,
  chest,
  legs,
  chestDefensive,
}: Combat["multiplierGroups"][number]): CatalogueEntry =>
  rule(id, id === "all" ? "All weapons" : `Weapons: ${spelled(id).replace("Dmr", "DMR")}`, "Multipliers", [
    ["Head", head, formatTimes],
    ["Chest", chest, formatTimes],
    ["Legs", legs, formatTimes],
    ...(chestDefensive.length > 0 ? [["Chest behind Defensive", chestDefensive, formatTimes] as const] : []),
  ]);

type Figure = readonly [label: string, claims: readonly Claim<number>[], say: (value: number) => string];

const sayPlain = number;
const formatTimes = (value: number): string => `× ${number(value)}`;

/** An entry of figures, each with what every source claims; it is from where its first known figure is from. */
function rule(id: string, name: string, group: string, figures: readonly Figure[]): CatalogueEntry {
  const facts = figures.flatMap(([label, claims, say]): readonly Fact[] =>
    claims.length === 0
      ? [{ label, value: null }]
      : claims.map(({ value, sourceId }) => ({ label, value: say(value), sourceId })),
  );
  const known = facts.filter(({ value }) => value !== null);
  return getEntry({
    id,
    name,
    group,
    brief: known.map(({ label, value }) => `${label} ${value}`).join(" · "),
    facts,
    sourceId: known[0]?.sourceId ?? "memory",
  });
}

// Who the service finds under a name.
import type { GameId } from "#domain/game.ts";
import type { Platform } from "#domain/soldier/platform.ts";
import { type FoundSoldier, soldierName } from "#domain/soldier/soldier.ts";
import { type Fields, getFields, getId, getNumber, getRows } from "./lenient-fields.ts";

const MAX_RESULTS = 20;

/** Numbers of platforms. Those of Battlefield 2042's servers name the newer consoles; one pool of it spans both. */
const PLATFORM_NUMBERS: Record<GameId, Readonly<Record<number, Platform>>> = {
  bf2042: { 0: "pc", 1: "pc", 2: "psn", 3: "xbox", 4: "psn", 5: "xbox" },
  bf4: { 1: "pc", 2: "ps4", 3: "xboxone", 4: "ps3", 32: "ps4", 64: "xboxone" },
};

/** The soldiers of a response, exact names first; one without a platform is left out. */
export function parseFoundSoldiers(answer: unknown, game: GameId, name: string): readonly FoundSoldier[] {
  const rows = getRows(Array.isArray(answer) ? answer : getFields(answer)["results"]);
  const found = new Map<string, FoundSoldier>();
  for (const row of rows) {
    const soldier = parseFoundSoldier(row, game);
    if (soldier) found.set(`${soldier.platform} ${soldier.name.toLowerCase()}`, soldier);
  }
  const isExact = (soldier: FoundSoldier) => soldier.name.toLowerCase() === name.toLowerCase();
  const [exact, others] = [[...found.values()].filter(isExact), [...found.values()].filter((one) => !isExact(one))];
  return [...exact, ...others].slice(0, MAX_RESULTS);
}

function parseFoundSoldier(row: Fields, game: GameId): FoundSoldier | null {
  const platform = PLATFORM_NUMBERS[game][getNumber(row["platform"] ?? row["platformId"]) ?? -1];
  const name = soldierName.safeParse(row["name"] ?? row["personaName"]);
  if (!platform || !name.success) return null;
  return { game, platform, name: name.data, playerId: getId(row["personaId"]) ?? null };
}

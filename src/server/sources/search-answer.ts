// Who the service finds under a name.
import type { GameId } from "#domain/game.ts";
import type { Platform } from "#domain/soldier/platform.ts";
import { type FoundSoldier, soldierName } from "#domain/soldier/soldier.ts";
import { type Fields, fieldsOf, idOf, numberOf, rowsOf } from "./lenient.ts";

const MOST_FOUND = 20;

/** Numbers of platforms. Those of Battlefield 2042's servers name the newer consoles; one pool of it spans both. */
const PLATFORM_NUMBERS: Record<GameId, Readonly<Record<number, Platform>>> = {
  bf2042: { 0: "pc", 1: "pc", 2: "psn", 3: "xbox", 4: "psn", 5: "xbox" },
  bf4: { 1: "pc", 2: "ps4", 3: "xboxone", 4: "ps3", 32: "ps4", 64: "xboxone" },
};

/** The soldiers of an answer, those of exactly that name first; whose platform is not told is left out. */
export function soldiersIn(answer: unknown, game: GameId, name: string): readonly FoundSoldier[] {
  const rows = rowsOf(Array.isArray(answer) ? answer : fieldsOf(answer)["results"]);
  const found = new Map<string, FoundSoldier>();
  for (const row of rows) {
    const soldier = soldierIn(row, game);
    if (soldier) found.set(`${soldier.platform} ${soldier.name.toLowerCase()}`, soldier);
  }
  const isExact = (soldier: FoundSoldier) => soldier.name.toLowerCase() === name.toLowerCase();
  const [exact, others] = [[...found.values()].filter(isExact), [...found.values()].filter((one) => !isExact(one))];
  return [...exact, ...others].slice(0, MOST_FOUND);
}

function soldierIn(row: Fields, game: GameId): FoundSoldier | null {
  const platform = PLATFORM_NUMBERS[game][numberOf(row["platform"] ?? row["platformId"]) ?? -1];
  const name = soldierName.safeParse(row["name"] ?? row["personaName"]);
  if (!platform || !name.success) return null;
  return { game, platform, name: name.data, playerId: idOf(row["personaId"]) ?? null };
}

// The preview of an import.

import type { QueryClient } from "@tanstack/react-query";
import { GAMES, type GameId } from "#domain/game.ts";
import type { Armoury } from "#domain/loadout/armoury.ts";
import { isVehicleLoadout, type Loadout } from "#domain/loadout/loadout.ts";
import { fixAll } from "#domain/loadout/rules/fix.ts";
import { findViolations } from "#domain/loadout/rules/rules.ts";
import { listSlotDifferences, type SlotDifference } from "#messages/loadout/locker-csv.ts";
import { describeInSentence } from "#messages/loadout/violation.ts";
import { newId } from "#web/data/stores/new-id.ts";
import type { Data } from "#web/data/trpc.ts";
import { getArmoury } from "#web/features/loadout/editor/use-weapon-data.ts";
import type { Saved } from "#web/features/loadout/loadout-search.ts";
import { type Candidate, CHOICES, type Choice, getMatches, type Match } from "./matching.ts";

export type Row = {
  /** Stays the same while it is judged again. */
  key: string;
  candidate: Candidate;
  match: Match;
  choice: Choice;
  /** Why the game would not allow it; null: it would. */
  forbidden: string | null;
  /** The same with everything mended; null where that is not needed or not possible. */
  mended: Candidate | null;
  /** Where the row of a table names another thing than its code holds, which is what is imported. */
  differences: readonly SlotDifference[];
};

/** What may be done with a row, the default first. */
export const getChoices = ({ forbidden, match }: Pick<Row, "forbidden" | "match">): readonly Choice[] =>
  forbidden === null ? CHOICES[match.kind] : ["skip"];

/** What an import is judged by. */
export type Existing = { locker: readonly Saved[]; armouries: Armouries };

export function getRows(candidates: readonly Candidate[], { locker, armouries }: Existing): Row[] {
  const matches = getMatches(candidates, locker);
  return candidates.map((candidate, at) => ({
    key: newId(),
    ...getRow(candidate, matches[at] ?? { kind: "new" }, armouries),
  }));
}

/** The row with its loadout mended, and judged again. */
export const applyFix = ({ key, mended, candidate }: Row, existing: Existing): Row[] =>
  getRows([mended ?? candidate], existing).map((row) => ({ ...row, key }));

/** The rows after a change of the locker; valid choices stay. */
export function revalidate(rows: readonly Row[], existing: Existing): Row[] {
  const candidates = rows.map(({ candidate }) => candidate);
  return getRows(candidates, existing).map((row, at) => {
    const { key, choice: requested } = rows[at] ?? row;
    return { ...row, key, choice: getChoices(row).find((choice) => choice === requested) ?? row.choice };
  });
}

function getRow(candidate: Candidate, match: Match, armouries: Armouries): Omit<Row, "key"> {
  const { loadout, named } = candidate;
  const armoury = armouries[loadout.game];
  const violation = armoury && findViolations(loadout, armoury)[0];
  const forbidden = armoury && violation ? describeInSentence(violation, armoury) : null;
  const fixed = armoury && violation ? fixAll(loadout, armoury) : loadout;
  const isMended = armoury !== undefined && forbidden !== null && findViolations(fixed, armoury).length === 0;
  const differences = armoury && named ? listSlotDifferences(named, loadout, armoury) : [];
  const row = { candidate, match, forbidden, differences, mended: isMended ? { ...candidate, loadout: fixed } : null };
  return { ...row, choice: getChoices(row)[0] ?? "skip" };
}

// The rules of both games, as far as an import needs them.
export type Armouries = Partial<Record<GameId, Armoury>>;

/** What the rules need to judge these loadouts; games that do not occur are left out. */
export async function loadArmouries(
  loadouts: readonly Loadout[],
  { trpc, queryClient }: { trpc: Data; queryClient: QueryClient },
): Promise<Armouries> {
  const present = GAMES.filter((game) => loadouts.some((loadout) => loadout.game === game));
  const entries = present.map(async (game) => {
    const [{ weapons }, equipment] = await Promise.all([
      queryClient.ensureQueryData(trpc.arsenal.list.queryOptions({ game })),
      queryClient.ensureQueryData(trpc.arsenal.equipment.queryOptions({ game })),
    ]);
    const weaponIds = new Set(weapons.map(({ id }) => id));
    const used = new Set(loadouts.filter((loadout) => loadout.game === game).flatMap(getWeapons));
    const answers = await Promise.all(
      [...used]
        .filter((id) => weaponIds.has(id))
        .map((id) => queryClient.ensureQueryData(trpc.arsenal.weapon.queryOptions({ game, id }))),
    );
    return [game, getArmoury(weapons, equipment, answers)] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

const getWeapons = (loadout: Loadout): string[] =>
  isVehicleLoadout(loadout) ? [] : [loadout.primary.weaponId, loadout.sidearm.weaponId].filter((id) => id !== null);

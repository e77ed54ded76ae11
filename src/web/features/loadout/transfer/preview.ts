// The rows of an import's preview.

import type { QueryClient } from "@tanstack/react-query";
import { GAMES, type GameId } from "#domain/game.ts";
import type { Armoury } from "#domain/loadout/armoury.ts";
import { isVehicleLoadout, type Loadout } from "#domain/loadout/loadout.ts";
import { fixAll } from "#domain/loadout/rules/fix.ts";
import { findViolations } from "#domain/loadout/rules/rules.ts";
import { listSlotDifferences, type SlotDifference } from "#messages/loadout/locker-csv.ts";
import { describeViolation } from "#messages/loadout/violation.ts";
import { newId } from "#web/data/stores/new-id.ts";
import type { Data } from "#web/data/trpc.ts";
import { getArmoury } from "#web/features/loadout/editor/use-weapon-data.ts";
import type { SavedLoadout } from "#web/features/loadout/loadout-search.ts";
import { type Candidate, CHOICES, type Choice, getMatches, type Match } from "./matching.ts";

export type ImportRow = {
  /** A stable key, which remains the same when the row is checked again. */
  key: string;
  candidate: Candidate;
  match: Match;
  choice: Choice;
  /** The reason why the loadout is illegal; null for a legal loadout. */
  forbidden: string | null;
  /** The loadout with all violations fixed; null if it is legal or cannot be fixed. */
  fixedCandidate: Candidate | null;
  /** The slots in which a row of a table has another item than its share code, which is imported. */
  differences: readonly SlotDifference[];
};

/** Returns the choices of a row, the default first. */
export const getChoices = ({ forbidden, match }: Pick<ImportRow, "forbidden" | "match">): readonly Choice[] =>
  forbidden === null ? CHOICES[match.kind] : ["skip"];

/** The data that an import is compared with and checked against. */
export type ImportContext = { locker: readonly SavedLoadout[]; armouries: Armouries };

export function getRows(candidates: readonly Candidate[], { locker, armouries }: ImportContext): ImportRow[] {
  const matches = getMatches(candidates, locker);
  return candidates.map((candidate, index) => ({
    key: newId(),
    ...getRow(candidate, matches[index] ?? { kind: "new" }, armouries),
  }));
}

/** Returns the row with its loadout fixed and checked again. */
export const applyFix = ({ key, fixedCandidate, candidate }: ImportRow, importContext: ImportContext): ImportRow[] =>
  getRows([fixedCandidate ?? candidate], importContext).map((row) => ({ ...row, key }));

/** Returns the rows checked again after a change of the locker, with the choices that are still valid. */
export function revalidate(rows: readonly ImportRow[], importContext: ImportContext): ImportRow[] {
  const candidates = rows.map(({ candidate }) => candidate);
  return getRows(candidates, importContext).map((row, index) => {
    const { key, choice: requested } = rows[index] ?? row;
    return { ...row, key, choice: getChoices(row).find((choice) => choice === requested) ?? row.choice };
  });
}

function getRow(candidate: Candidate, match: Match, armouries: Armouries): Omit<ImportRow, "key"> {
  const { loadout, slotNames } = candidate;
  const armoury = armouries[loadout.game];
  const violation = armoury && findViolations(loadout, armoury)[0];
  const forbidden = armoury && violation ? describeViolation(violation, armoury) : null;
  const fixed = armoury && violation ? fixAll(loadout, armoury) : loadout;
  const isFixable = armoury !== undefined && forbidden !== null && findViolations(fixed, armoury).length === 0;
  const differences = armoury && slotNames ? listSlotDifferences(slotNames, loadout, armoury) : [];
  const row = {
    candidate,
    match,
    forbidden,
    differences,
    fixedCandidate: isFixable ? { ...candidate, loadout: fixed } : null,
  };
  return { ...row, choice: getChoices(row)[0] ?? "skip" };
}

// Loads the armouries that checking the rules needs.
export type Armouries = Partial<Record<GameId, Armoury>>;

/** Loads the armouries to check these loadouts, only for games that occur. */
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
    const responses = await Promise.all(
      [...used]
        .filter((id) => weaponIds.has(id))
        .map((id) => queryClient.ensureQueryData(trpc.arsenal.weapon.queryOptions({ game, id }))),
    );
    return [game, getArmoury(weapons, equipment, responses)] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

const getWeapons = (loadout: Loadout): string[] =>
  isVehicleLoadout(loadout) ? [] : [loadout.primary.weaponId, loadout.sidearm.weaponId].filter((id) => id !== null);

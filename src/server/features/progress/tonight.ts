// Suggests loadouts with the weapons that finish the most unlocks in the available time.
import type { Bf4Arsenal } from "#domain/game-data/bf4-arsenal.ts";
import { KIT_IDS } from "#domain/game-data/kit-id.ts";
import { type Bf4Loadout, isVehicleLoadout, loadout } from "#domain/loadout/loadout.ts";
import { findViolations } from "#domain/loadout/rules/rules.ts";
import { createStarterLoadout } from "#domain/loadout/starter.ts";
import { listTargetProgress } from "#domain/progress/remaining.ts";
import { listOpenUnlocks, pickTonight } from "#domain/progress/tonight.ts";
import { getProgress } from "#messages/progress/targets.ts";
import { runInTimeSlice } from "#platform/event-loop.ts";
import type { Database } from "#server/database/database.ts";
import { createLine } from "./answers.ts";
import { listProgressOf, type ProgressContext } from "./progress-context.ts";
import type { Reader } from "./reports.ts";

/** One weapon for each half hour, but not more than a player would switch between in an evening. */
const MINUTES_PER_WEAPON = 30;
const MAX_WEAPONS = 4;

/** Returns the suggested weapons for this number of minutes; null if there are open unlocks but none has an estimate. */
export async function getTonight(
  { db, arsenals: { bf4: arsenal }, user }: Reader,
  context: ProgressContext,
  minutes: number,
) {
  const progress = getProgress(arsenal);
  const weaponIds = new Set([...arsenal.kits.values()].flatMap(({ slots }) => [...slots.primary, ...slots.sidearm]));
  const targetProgress = await runInTimeSlice(() => listTargetProgress(progress.targets, context.knownProgress));
  const open = await runInTimeSlice(() =>
    listOpenUnlocks(targetProgress, context.pace).filter(({ weaponId }) => weaponIds.has(weaponId)),
  );
  const isAnyOpen = targetProgress.some(({ target, remainder }) => target.weapon && remainder.state === "left");
  if (open.length === 0 && isAnyOpen) return null;
  const maxWeapons = Math.min(MAX_WEAPONS, Math.max(1, Math.floor(minutes / MINUTES_PER_WEAPON)));
  const picks = await runInTimeSlice(() => pickTonight(open, { minutes, maxWeapons }));
  const weapons = new Set(picks.map(({ weaponId }) => weaponId));
  const saved = user ? await findSavedLoadouts(db, user.id, weapons) : new Map<string, LoadoutWithWeapon>();
  return runInTimeSlice(() => ({
    picks: picks.map(({ weaponId, targetIds, ...pick }) => ({
      ...pick,
      weapon: { id: weaponId, name: arsenal.weapons.get(weaponId)?.name ?? weaponId },
      /** The caller's most recently changed loadout with the weapon, or null. */
      saved: saved.get(weaponId) ?? null,
      loadout: saved.get(weaponId)?.loadout ?? createLoadoutWith(arsenal, weaponId),
      items: listProgressOf(progress, targetIds, context).map((item) => createLine(item, context)),
    })),
  }));
}

/** The maximum number of loadouts to search, which bounds the time. */
const MAX_SEARCHED = 500;

type LoadoutWithWeapon = { id: string; name: string; loadout: Bf4Loadout };

/** Returns the user's most recently changed loadout for each of these weapons. */
async function findSavedLoadouts(
  db: Database,
  userId: string,
  weaponIds: ReadonlySet<string>,
): Promise<ReadonlyMap<string, LoadoutWithWeapon>> {
  const rows = await db
    .selectFrom("loadout")
    .select(["id", "name", "body"])
    .where("userId", "=", userId)
    .where("game", "=", "bf4")
    .where("deletedAt", "is", null)
    .orderBy("updatedAt", "desc")
    .limit(MAX_SEARCHED)
    .execute();
  return runInTimeSlice(() => {
    const byWeapon = new Map<string, LoadoutWithWeapon>();
    for (const { id, name, body } of rows) {
      const mentionedIds = [...weaponIds].filter((weaponId) => body.includes(`"${weaponId}"`));
      if (mentionedIds.every((weaponId) => byWeapon.has(weaponId))) continue;
      const parsed = loadout.parse(JSON.parse(body));
      if (isVehicleLoadout(parsed) || parsed.game !== "bf4") continue;
      for (const { weaponId } of [parsed.primary, parsed.sidearm])
        if (weaponId && weaponIds.has(weaponId) && !byWeapon.has(weaponId))
          byWeapon.set(weaponId, { id, name, loadout: parsed });
    }
    return byWeapon;
  });
}

/** Returns a legal loadout with the weapon; null if no kit can carry it. */
function createLoadoutWith(arsenal: Bf4Arsenal, weaponId: string): Bf4Loadout | null {
  for (const kitId of KIT_IDS) {
    const slots = arsenal.kits.get(kitId)?.slots;
    const starter = createStarterLoadout(arsenal, kitId);
    if (!slots || starter.game !== "bf4") continue;
    const weaponChoice = { weaponId, attachments: {} };
    const loadout: Bf4Loadout | null = slots.primary.includes(weaponId)
      ? { ...starter, primary: weaponChoice }
      : slots.sidearm.includes(weaponId)
        ? { ...starter, sidearm: weaponChoice }
        : null;
    if (loadout && findViolations(loadout, arsenal).length === 0) return loadout;
  }
  return null;
}

// What to carry tonight: legal loadouts with the weapons that finish the most started unlocks in the time there is.
import type { Bf4Arsenal } from "#domain/game-data/bf4-arsenal.ts";
import { KIT_IDS } from "#domain/game-data/kit-id.ts";
import type { Bf4Loadout } from "#domain/loadout/loadout.ts";
import { findViolations } from "#domain/loadout/rules/rules.ts";
import { starterLoadout } from "#domain/loadout/starter.ts";
import { ALL_KILLS } from "#domain/progress/pace/pace.ts";
import { getStandings } from "#domain/progress/remaining.ts";
import { listOpenUnlocks, pickTonight } from "#domain/progress/tonight.ts";
import { getProgress } from "#messages/progress/targets.ts";
import { inTimeSlice } from "#platform/event-loop.ts";
import { getLine } from "./answers.ts";
import { listStandings, type ProgressContext } from "./progress-context.ts";

/** A loadout for each half hour, but no more than a player changes between in an evening. */
const MINUTES_PER_WEAPON = 30;
const MAX_WEAPONS = 4;

/** The pace in kills an hour and the loadouts for so many minutes; null without two snapshots that show a pace. */
export async function getTonight(arsenal: Bf4Arsenal, context: ProgressContext, minutes: number) {
  const pace = context.pace(ALL_KILLS);
  if (!pace) return null;
  // An interval without a kill is no pace to plan by.
  const killsPerHour = pace.lowPerHour || pace.highPerHour;
  const progress = getProgress(arsenal);
  const weaponIds = new Set([...arsenal.kits.values()].flatMap(({ slots }) => [...slots.primary, ...slots.sidearm]));
  const open = await inTimeSlice(() =>
    listOpenUnlocks(getStandings(progress.targets, context.knownProgress)).filter(({ weaponId }) =>
      weaponIds.has(weaponId),
    ),
  );
  const kills = (killsPerHour * minutes) / 60;
  const maxWeapons = Math.min(MAX_WEAPONS, Math.max(1, Math.floor(minutes / MINUTES_PER_WEAPON)));
  const picks = await inTimeSlice(() => pickTonight(open, { kills, maxWeapons }));
  return inTimeSlice(() => ({
    pace,
    picks: picks.map((pick) => ({
      weapon: { id: pick.weaponId, name: arsenal.weapons.get(pick.weaponId)?.name ?? pick.weaponId },
      loadout: getLoadout(arsenal, pick.weaponId),
      kills: pick.kills,
      minutes: Math.ceil((pick.kills / killsPerHour) * 60),
      items: listStandings(progress, pick.targetIds, context).map((item) => getLine(item, context)),
    })),
  }));
}

/** A legal loadout that carries the weapon; null where no kit carries it. */
function getLoadout(arsenal: Bf4Arsenal, weaponId: string): Bf4Loadout | null {
  for (const kitId of KIT_IDS) {
    const slots = arsenal.kits.get(kitId)?.slots;
    const starter = starterLoadout(arsenal, kitId);
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

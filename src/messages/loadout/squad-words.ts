// Texts about the roles of a squad.
import { SQUAD_ROLES, type SquadRole } from "#domain/loadout/squad.ts";
import { m } from "#messages";
import { createTexts, formatList } from "#messages/format.ts";

/** The titles of the roles. */
export const ROLE_TITLES = createTexts<SquadRole>({
  revive: m.squad_role_revive,
  heal: m.squad_role_heal,
  resupply: m.squad_role_resupply,
  repair: m.squad_role_repair,
  antiVehicle: m.squad_role_anti_vehicle,
  antiAir: m.squad_role_anti_air,
  spawn: m.squad_role_spawn,
});

const MISSING_ROLE_TEXTS = createTexts<SquadRole>({
  revive: m.squad_no_revive,
  heal: m.squad_no_heal,
  resupply: m.squad_no_resupply,
  repair: m.squad_no_repair,
  antiVehicle: m.squad_no_anti_vehicle,
  antiAir: m.squad_no_anti_air,
  spawn: m.squad_no_spawn,
});

/** Returns the missing roles as a sentence: "This squad has no reviver and no anti-air." Null if no role is missing. */
export function describeGaps(rolesByLoadout: readonly (readonly SquadRole[])[]): string | null {
  const presentRoles = new Set(rolesByLoadout.flat());
  const missingRoles = SQUAD_ROLES.filter((role) => !presentRoles.has(role)).map((role) => MISSING_ROLE_TEXTS[role]);
  if (missingRoles.length === 0) return null;
  return m.squad_gaps({ list: formatList(missingRoles) });
}

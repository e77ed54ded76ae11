// What a squad has and lacks, in words.
import { SQUAD_ROLES, type SquadRole } from "#domain/loadout/squad.ts";
import { m } from "#messages";
import { formatList } from "#messages/format.ts";

/** What a squad needs someone for. */
export const ROLE_TITLES: Readonly<Record<SquadRole, string>> = {
  get revive() {
    return m.squad_role_revive();
  },
  get heal() {
    return m.squad_role_heal();
  },
  get resupply() {
    return m.squad_role_resupply();
  },
  get repair() {
    return m.squad_role_repair();
  },
  get antiVehicle() {
    return m.squad_role_anti_vehicle();
  },
  get antiAir() {
    return m.squad_role_anti_air();
  },
  get spawn() {
    return m.squad_role_spawn();
  },
};

const LACKS: Readonly<Record<SquadRole, string>> = {
  get revive() {
    return m.squad_no_revive();
  },
  get heal() {
    return m.squad_no_heal();
  },
  get resupply() {
    return m.squad_no_resupply();
  },
  get repair() {
    return m.squad_no_repair();
  },
  get antiVehicle() {
    return m.squad_no_anti_vehicle();
  },
  get antiAir() {
    return m.squad_no_anti_air();
  },
  get spawn() {
    return m.squad_no_spawn();
  },
};

/** What the squad lacks, in a sentence: "No reviver and no anti-air." Null where it lacks nothing. */
export function describeGaps(filled: readonly (readonly SquadRole[])[]): string | null {
  const present = new Set(filled.flat());
  const lacking = SQUAD_ROLES.filter((role) => !present.has(role)).map((role) => LACKS[role]);
  if (lacking.length === 0) return null;
  const list = formatList(lacking);
  return m.squad_gaps({ list: list.charAt(0).toUpperCase() + list.slice(1) });
}

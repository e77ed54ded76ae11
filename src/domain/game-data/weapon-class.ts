/** Weapon classes of both games, in the order of the filters. Battlefield 4 calls PDW what 2042 calls SMG. */
export const WEAPON_CLASSES = [
  "assault-rifle",
  "carbine",
  "pdw",
  "smg",
  "lmg",
  "dmr",
  "sniper-rifle",
  "shotgun",
  "sidearm",
  "utility",
  "launcher",
] as const;

export type WeaponClass = (typeof WEAPON_CLASSES)[number];

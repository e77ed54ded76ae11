// Stable ids of Battlefield 4 targets: ticks and plans refer to them.

export const targetId = {
  /** A weapon's attachment. */
  part: (weaponId: string, partId: string) => `part:${weaponId}/${partId}`,
  /** A weapon, gadget, grenade, field upgrade or melee weapon. */
  item: (itemId: string) => `item:${itemId}`,
  /** What a class of vehicles may mount. */
  option: (vehicleLoadoutId: string, optionId: string) => `option:${vehicleLoadoutId}/${optionId}`,
  /** The battlepack at so many kills with a weapon. */
  battlepack: (weaponId: string, kills: number) => `battlepack:${weaponId}/${kills}`,
  rank: (rank: number) => `rank:${rank}`,
  /** An assignment, medal, ribbon, service star or dog tag, by its code. */
  award: (code: string) => `award:${code.toLowerCase()}`,
} as const;

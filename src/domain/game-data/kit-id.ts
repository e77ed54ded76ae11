/** The ids of the four kits of Battlefield 4, and of the four classes of 2042, which have the same names. */
export const KIT_IDS = ["assault", "engineer", "support", "recon"] as const;

export type KitId = (typeof KIT_IDS)[number];

/** The four kits of Battlefield 4 and the four classes of 2042 bear the same names. */
export const KIT_IDS = ["assault", "engineer", "support", "recon"] as const;

export type KitId = (typeof KIT_IDS)[number];

/** The four kits of Battlefield 4 and the four classes of 2042 bear the same names. */
export const KIT_IDS = ["assault", "engineer", "support", "recon"] as const;

export type KitId = (typeof KIT_IDS)[number];

export const KIT_TITLES = {
  assault: "Assault",
  engineer: "Engineer",
  support: "Support",
  recon: "Recon",
} as const satisfies Record<KitId, string>;

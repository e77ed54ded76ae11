// What unlocks an item of Battlefield 4, in words.
import type { Unlock } from "#domain/game-data/schemas/award.ts";

/** What the score of a ladder is counted in: "28,000 assault rifle score". */
export const LADDER_TITLES: Record<string, string> = {
  assault: "Assault",
  engineer: "Engineer",
  support: "Support",
  recon: "Recon",
  assaultrifles: "assault rifle",
  carbines: "carbine",
  dmrs: "DMR",
  handgrenades: "hand grenade",
  handguns: "handgun",
  lmgs: "LMG",
  pdws: "PDW",
  shotguns: "shotgun",
  sniperrifles: "sniper rifle",
  vehiclembt: "main battle tank",
  vehicleifv: "infantry fighting vehicle",
  vehicleaa: "mobile anti-aircraft",
  vehicleattackboat: "attack boat",
  vehiclestealthjet: "stealth jet",
  vehiclescoutheli: "scout helicopter",
  vehicleattackheli: "attack helicopter",
  vehicleattackjet: "attack jet",
};

/** The name of an award by its code; null where it is not known. */
export type AwardName = (code: string) => string | null;

const NUMBERS = new Intl.NumberFormat("en");

/** One way to get the item. */
function formatUnlock(unlock: Unlock, awardName: AwardName): string {
  switch (unlock.kind) {
    case "kills":
      return unlock.kills === 1 ? "1 kill with it" : `${NUMBERS.format(unlock.kills)} kills with it`;
    case "score":
      return `${NUMBERS.format(unlock.score)} ${LADDER_TITLES[unlock.ladderId] ?? unlock.ladderId} score`;
    case "rank":
      return `Rank ${unlock.rank}`;
    case "award": {
      const code = unlock.awardCode ?? unlock.rawCode;
      const name = awardName(code);
      return name ? `“${name}”` : `Assignment or award ${code.toUpperCase()}`;
    }
    case "battlepack":
      return "Battlepack";
    case "license":
      return "A licence from the store or an edition";
    case "consumable":
      return "Consumable";
  }
}

/** Every way to unlock the item; empty if it is available from the start, null where no source gives it. */
export function formatUnlocks(unlocks: readonly Unlock[] | null, awardName: AwardName = () => null): string {
  if (unlocks === null) return "No public rule";
  if (unlocks.length === 0) return "From the start";
  const earned = unlocks.filter(({ kind }) => kind !== "license");
  const said = (earned.length > 0 ? earned : unlocks).map((unlock) => formatUnlock(unlock, awardName));
  return [...new Set(said)].join(", or ");
}

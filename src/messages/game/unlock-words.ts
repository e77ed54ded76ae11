// What unlocks an item of Battlefield 4, in words.

import type { Unlock } from "#domain/game-data/schemas/award.ts";
import { m } from "#messages";

/** What the score of a ladder is counted in: "28,000 assault rifle score". */
export const LADDER_TITLES: Record<string, string> = {
  get assault() {
    return m.game_assault();
  },
  get engineer() {
    return m.game_engineer();
  },
  get support() {
    return m.game_support();
  },
  get recon() {
    return m.game_recon();
  },
  get assaultrifles() {
    return m.game_assault_rifle();
  },
  carbines: "carbine",
  get dmrs() {
    return m.game_dmr();
  },
  get handgrenades() {
    return m.game_hand_grenade();
  },
  handguns: "handgun",
  get lmgs() {
    return m.game_lmg();
  },
  get pdws() {
    return m.game_pdw();
  },
  shotguns: "shotgun",
  get sniperrifles() {
    return m.game_sniper_rifle();
  },
  get vehiclembt() {
    return m.game_main_battle_tank();
  },
  get vehicleifv() {
    return m.game_infantry_fighting_vehicle();
  },
  get vehicleaa() {
    return m.game_mobile_anti_aircraft();
  },
  get vehicleattackboat() {
    return m.game_attack_boat();
  },
  get vehiclestealthjet() {
    return m.game_stealth_jet();
  },
  get vehiclescoutheli() {
    return m.game_scout_helicopter();
  },
  get vehicleattackheli() {
    return m.game_attack_helicopter();
  },
  get vehicleattackjet() {
    return m.game_attack_jet();
  },
};

/** The name of an award by its code; null where it is not known. */
export type AwardName = (code: string) => string | null;

const NUMBERS = new Intl.NumberFormat("en");

/** One way to get the item. */
function formatUnlock(unlock: Unlock, awardName: AwardName): string {
  switch (unlock.kind) {
    case "kills":
      return m.game_kills_with_it({ count: unlock.kills });
    case "score":
      return m.game_score_ladder_id_score({
        score: NUMBERS.format(unlock.score),
        ladderId: LADDER_TITLES[unlock.ladderId] ?? unlock.ladderId,
      });
    case "rank":
      return m.game_rank_rank({ rank: unlock.rank });
    case "award": {
      const code = unlock.awardCode ?? unlock.rawCode;
      const name = awardName(code);
      return name ? `“${name}”` : m.game_assignment_or_award_code({ code: code.toUpperCase() });
    }
    case "battlepack":
      return m.game_battlepack();
    case "license":
      return m.game_a_licence_from_the_store_or();
    case "consumable":
      return m.game_consumable();
  }
}

/** Every way to unlock the item; empty if it is available from the start, null where no source gives it. */
export function formatUnlocks(unlocks: readonly Unlock[] | null, awardName: AwardName = () => null): string {
  if (unlocks === null) return m.entry_no_public_rule();
  if (unlocks.length === 0) return m.game_from_the_start();
  const earned = unlocks.filter(({ kind }) => kind !== "license");
  const said = (earned.length > 0 ? earned : unlocks).map((unlock) => formatUnlock(unlock, awardName));
  return [...new Set(said)].join(", or ");
}

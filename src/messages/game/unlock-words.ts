// Formats the unlock requirements of Battlefield 4 items.

import type { Unlock } from "#domain/game-data/schemas/award.ts";
import { m } from "#messages";
import { createTexts } from "#messages/format.ts";
import { formatNumber } from "#messages/format-number.ts";

/** The names of the ladders of a score, e.g. in "28,000 assault rifle score". */
export const LADDER_TITLES = createTexts<string>({
  assault: m.game_ladder_assault,
  engineer: m.game_ladder_engineer,
  support: m.game_ladder_support,
  recon: m.game_ladder_recon,
  assaultrifles: m.game_ladder_assault_rifle,
  carbines: m.game_ladder_carbine,
  dmrs: m.game_ladder_dmr,
  handgrenades: m.game_ladder_hand_grenade,
  handguns: m.game_ladder_handgun,
  lmgs: m.game_ladder_lmg,
  pdws: m.game_ladder_pdw,
  shotguns: m.game_ladder_shotgun,
  sniperrifles: m.game_ladder_sniper_rifle,
  vehiclembt: m.game_ladder_main_battle_tank,
  vehicleifv: m.game_ladder_infantry_fighting_vehicle,
  vehicleaa: m.game_ladder_mobile_anti_aircraft,
  vehicleattackboat: m.game_ladder_attack_boat,
  vehiclestealthjet: m.game_ladder_stealth_jet,
  vehiclescoutheli: m.game_ladder_scout_helicopter,
  vehicleattackheli: m.game_ladder_attack_helicopter,
  vehicleattackjet: m.game_ladder_attack_jet,
});

/** Returns the name of an award by its code; null if it is unknown. */
export type GetAwardName = (code: string) => string | null;

/** Formats one way to unlock the item. */
function formatUnlock(unlock: Unlock, getAwardName: GetAwardName): string {
  switch (unlock.kind) {
    case "kills":
      return m.game_unlock_kills({ count: unlock.kills });
    case "score":
      return m.game_unlock_score({
        score: formatNumber(unlock.score, 3),
        ladder: LADDER_TITLES[unlock.ladderId] ?? unlock.ladderId,
      });
    case "rank":
      return m.game_unlock_rank({ rank: unlock.rank });
    case "award": {
      const code = unlock.awardCode ?? unlock.rawCode;
      const name = getAwardName(code);
      return name ? m.game_quoted({ name }) : m.game_unlock_award({ code: code.toUpperCase() });
    }
    case "battlepack":
      return m.game_unlock_battlepack();
    case "license":
      return m.game_unlock_licence();
    case "consumable":
      return m.game_unlock_consumable();
  }
}

/** Formats all ways to unlock an item; `unlocks` is empty if it is available from the start, and null if no source gives them. */
export function formatUnlocks(unlocks: readonly Unlock[] | null, getAwardName: GetAwardName = () => null): string {
  if (unlocks === null) return m.entry_no_public_rule();
  if (unlocks.length === 0) return m.game_unlock_from_start();
  const earnedUnlocks = unlocks.filter(({ kind }) => kind !== "license");
  const texts = (earnedUnlocks.length > 0 ? earnedUnlocks : unlocks).map((unlock) =>
    formatUnlock(unlock, getAwardName),
  );
  return [...new Set(texts)].reduce((first, second) => m.game_or({ first, second }));
}

// The titles of modes, as the games write them in each language. See docs/languages.md.
import { getOwn } from "#domain/plain-values.ts";
import { m } from "#messages";

/** By the ids of the modes of both games, and by those of Battlefield 2042's statistics. */
const TITLES: Readonly<Record<string, () => string>> = {
  "1": m.game_mode_conquest_small,
  "2": m.game_mode_rush,
  "4": m.game_mode_squad_rush,
  "8": m.game_mode_squad_deathmatch,
  "32": m.game_mode_team_deathmatch,
  "64": m.game_mode_conquest_large,
  "512": m.game_mode_gun_master,
  "1024": m.game_mode_domination,
  "524288": m.game_mode_capture_the_flag,
  "2097152": m.game_mode_obliteration,
  "8388608": m.game_mode_air_superiority,
  "16777216": m.game_mode_defuse,
  "33554432": m.game_mode_carrier_assault,
  "67108864": m.game_mode_carrier_assault_large,
  "134217728": m.game_mode_carrier_assault_small,
  "34359738368": m.game_mode_chain_link,
  "68719476736": m.game_mode_conquest_ladder,
  "137438953472": m.game_mode_squad_obliteration,
  // The statistics of Battlefield 4 count all its Conquest modes as one.
  conquest: m.game_mode_conquest,
  // Some sources count both Deathmatch modes as one.
  deathmatch: m.game_mode_deathmatch,
  Breakthrough: m.game_mode_breakthrough_large,
  BreakthroughSmall: m.game_mode_breakthrough,
  Conquest: m.game_mode_conquest_large,
  ConquestSmall: m.game_mode_conquest,
  ModBuilderCustom: m.game_mode_custom,
  Rush: m.game_mode_rush,
  bt: m.game_mode_breakthrough_large,
  btsmall: m.game_mode_breakthrough,
  cq: m.game_mode_conquest_large,
  cqsmall: m.game_mode_conquest,
  hz: m.game_mode_hazard_zone_large,
  hzsmall: m.game_mode_hazard_zone,
  modbuilder: m.game_mode_custom,
  rush: m.game_mode_rush,
};

/** Returns the title of a mode; its name in the data if it has no title yet. */
export const getModeTitle = ({ id, name }: { id: string; name: string }): string => getOwn(TITLES, id)?.() ?? name;

// Texts of unlock targets.
import type { Target, TargetKind } from "#domain/progress/target.ts";
import { m } from "#messages";
import { createTexts } from "#messages/format.ts";

/** The titles of the kinds of targets. */
export const TARGET_TITLES = createTexts<TargetKind>({
  part: m.target_kind_part,
  weapon: m.target_kind_weapon,
  gadget: m.target_kind_gadget,
  option: m.target_kind_option,
  battlepack: m.target_kind_battlepack,
  rank: m.target_kind_rank,
  star: m.target_kind_star,
  assignment: m.target_kind_assignment,
  medal: m.target_kind_medal,
  ribbon: m.target_kind_ribbon,
  dogtag: m.target_kind_dogtag,
});

/** Returns all ways to reach the target as text, each with all its requirements; "" if no source gives a way. */
export const formatWays = ({ ways }: Target): string =>
  [...new Set(ways.map((way) => [...new Set(way.map(({ sentence }) => sentence))].join(m.common_dot())))].reduce(
    (first, second) => (first === "" ? second : m.game_or({ first, second })),
    "",
  );

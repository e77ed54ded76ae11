// What there is to unlock, in words.
import type { Target, TargetKind } from "#domain/progress/target.ts";
import { m } from "#messages";
import { joinGoals } from "#messages/catalogue/goals.ts";

/** The kinds of targets. */
export const TARGET_TITLES: Readonly<Record<TargetKind, string>> = {
  get part() {
    return m.target_kind_part();
  },
  get weapon() {
    return m.target_kind_weapon();
  },
  get gadget() {
    return m.target_kind_gadget();
  },
  get option() {
    return m.target_kind_option();
  },
  get battlepack() {
    return m.target_kind_battlepack();
  },
  get rank() {
    return m.target_kind_rank();
  },
  get star() {
    return m.target_kind_star();
  },
  get assignment() {
    return m.target_kind_assignment();
  },
  get medal() {
    return m.target_kind_medal();
  },
  get ribbon() {
    return m.target_kind_ribbon();
  },
  get dogtag() {
    return m.target_kind_dogtag();
  },
};

/** All ways to reach the target as text, each with all its needs; empty where no source gives one. */
export const formatWays = ({ ways }: Target): string =>
  [...new Set(ways.map((way) => joinGoals(way.map(({ says: sentence }) => sentence))))].join(m.target_or());

// What a platoon's loadouts are found by, and what a search looks for.
import type { Arsenals } from "#domain/game-data/arsenal.ts";
import { KIT_IDS } from "#domain/game-data/kit-id.ts";
import type { LoadoutContent } from "#domain/loadout/loadout.ts";
import {
  getLoadoutWords,
  getSearchWords,
  type LockerFilter,
  type SearchWord,
  toKitWord,
} from "#domain/loadout/locker-query.ts";
import { tokenize } from "#domain/text.ts";
import { KIT_TITLES } from "#messages/game/titles.ts";
import { BASE_LANGUAGE } from "#messages/languages.ts";
import { describeLoadout } from "#messages/loadout/describe.ts";
import { withLanguage } from "#server/http/language.ts";

/**
 * The words by which a loadout is found, the names of what it carries among them. These are English in whatever language it is
 * saved: only kits have other names, and `getSoughtWords` knows them, so that a loadout takes no row for each language.
 */
export const getIndexWords = (content: LoadoutContent, arsenals: Arsenals): readonly string[] => {
  const { loadout } = content;
  const lines = withLanguage(BASE_LANGUAGE, () => describeLoadout(loadout, arsenals[loadout.game]));
  return getLoadoutWords(
    content,
    lines.map(({ value }) => value),
  );
};

/** The words of a search, each with those of the index that mean the same: a kit's title in the language of the call is the kit. */
export const getSoughtWords = (filter: Pick<LockerFilter, "q" | "tag" | "kit">): readonly (readonly SearchWord[])[] =>
  getSearchWords(filter).map((searched) => (searched.isWhole ? [searched] : [searched, ...getKitWords(searched.word)]));

/** The kits whose title has a word that begins so; not those whose id does, which is their English word in the index. */
function getKitWords(beginning: string): readonly SearchWord[] {
  const isNamed = (title: string) => tokenize(title).some((word) => word.startsWith(beginning));
  return KIT_IDS.filter((id) => !id.startsWith(beginning) && isNamed(KIT_TITLES[id])).map((id) => ({
    word: toKitWord(id),
    isWhole: true,
  }));
}

// The index words of platoon loadouts, and the words of a search.
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
 * Returns the index words of a loadout, including the names of its items. They are always English, so that a loadout needs no index
 * per language: a search finds items by their English names, and kits also by their titles, which `getQueryWords` translates back.
 */
export const getIndexWords = (content: LoadoutContent, arsenals: Arsenals): readonly string[] => {
  const { loadout } = content;
  const lines = withLanguage(BASE_LANGUAGE, () => describeLoadout(loadout, arsenals[loadout.game]));
  return getLoadoutWords(
    content,
    lines.map(({ value }) => value),
  );
};

/** Returns the words of a search, each with its equivalents in the index: a kit's title in the language of the call becomes the kit. */
export const getQueryWords = (filter: Pick<LockerFilter, "q" | "tag" | "kit">): readonly (readonly SearchWord[])[] =>
  getSearchWords(filter).map((queryWord) =>
    queryWord.isWhole ? [queryWord] : [queryWord, ...getKitWords(queryWord.word)],
  );

/** Returns the kits whose title has a word with this beginning, except those whose id, their word in the index, already has it. */
function getKitWords(prefix: string): readonly SearchWord[] {
  const hasTitleWord = (title: string) => tokenize(title).some((word) => word.startsWith(prefix));
  return KIT_IDS.filter((id) => !id.startsWith(prefix) && hasTitleWord(KIT_TITLES[id])).map((id) => ({
    word: toKitWord(id),
    isWhole: true,
  }));
}

// The search index of a locker: the words of its loadouts in a table of their own, so that a search reads only what it
// finds.
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
import type { Database } from "#server/database/database.ts";
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

/** Under whose ids words of the person are: the person's, and those of merged guests whose rows are yet to be purged. */
export async function listWordOwners(db: Database, userId: string): Promise<string[]> {
  const merged = await db.selectFrom("departure").select("userId").where("mergedInto", "=", userId).execute();
  return [userId, ...merged.map((guest) => guest.userId)];
}

/** The indexed words of one of the user's loadouts. */
export async function readWords(db: Database, { userId, id }: { userId: string; id: string }): Promise<string[]> {
  return selectWords(db, await listWordOwners(db, userId), id);
}

async function selectWords(db: Database, owners: readonly string[], id: string): Promise<string[]> {
  const words = db.selectFrom("loadoutWord").select("word").where("userId", "in", owners).where("loadoutId", "=", id);
  return (await words.execute()).map(({ word }) => word);
}

/** Replaces the indexed words of a loadout; unchanged ones are not written. */
export async function writeWords(
  db: Database,
  { userId, id }: { userId: string; id: string },
  words: readonly string[],
): Promise<void> {
  const owners = await listWordOwners(db, userId);
  const before = new Set(await selectWords(db, owners, id));
  const after = new Set(words);
  const gone = [...before].filter((word) => !after.has(word));
  const added = words.filter((word) => !before.has(word));
  if (gone.length > 0) {
    await db
      .deleteFrom("loadoutWord")
      .where("userId", "in", owners)
      .where("loadoutId", "=", id)
      .where("word", "in", gone)
      .execute();
  }
  if (added.length === 0) return;
  await db
    .insertInto("loadoutWord")
    .values(added.map((word) => ({ userId, word, loadoutId: id })))
    .onConflict((conflict) => conflict.columns(["userId", "word", "loadoutId"]).doNothing())
    .execute();
}

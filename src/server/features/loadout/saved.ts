// Converts between the rows of the loadout table and saved loadouts.
import type { Selectable } from "kysely";
import { type LoadoutContent, loadout, loadoutContent } from "#domain/loadout/loadout.ts";
import type { Tables } from "#server/database/schema.ts";

/** The columns of a loadout's content. */
const CONTENT_COLUMNS = ["name", "note", "tags", "body"] as const;

/** The columns that a change of the content writes. */
export const WRITTEN_COLUMNS = ["game", ...CONTENT_COLUMNS, "bytes"] as const;

export const COLUMNS = [
  "id",
  ...CONTENT_COLUMNS,
  "folderId",
  "pinnedAt",
  "place",
  "version",
  "createdAt",
  "updatedAt",
  "deletedAt",
] as const;

export type Row = Pick<Selectable<Tables["loadout"]>, (typeof COLUMNS)[number]>;

export type SavedLoadout = LoadoutContent & Omit<Row, (typeof CONTENT_COLUMNS)[number]>;

/** Converts a row without validating the loadout. */
export const readSavedLoadout = ({ body, tags, ...row }: Row): SavedLoadout => ({
  ...row,
  tags: JSON.parse(tags),
  loadout: JSON.parse(body),
});

export function parseSavedLoadout(row: Row): SavedLoadout {
  const saved = readSavedLoadout(row);
  return { ...saved, loadout: loadout.parse(saved.loadout) };
}

/** Returns the columns of a loadout's content, including its size. */
export function toColumns({ name, note, tags, loadout }: LoadoutContent) {
  const texts = { name, note, tags: JSON.stringify(tags), body: JSON.stringify(loadout) };
  const bytes = Object.values(texts).reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  return { game: loadout.game, ...texts, bytes };
}

/** Parses the content of a loadout as stored by imports and platoons. */
export const parseContent = (json: string): LoadoutContent => loadoutContent.parse(JSON.parse(json));

type NewLoadout = {
  id: string;
  userId: string;
  content: LoadoutContent;
  place: string;
  folderId: string | null;
  createdAt: string;
};

/** Returns the row of a new loadout. */
export const toRow = ({ content, createdAt, ...row }: NewLoadout) => ({
  ...toColumns(content),
  ...row,
  pinnedAt: null,
  version: 1,
  createdAt,
  updatedAt: createdAt,
  deletedAt: null,
  mergedAt: null,
});

// Converts loadouts between the table's columns and the saved form.
import type { Selectable } from "kysely";
import { type LoadoutContent, loadout } from "#domain/loadout/loadout.ts";
import type { Tables } from "#server/database/schema.ts";

export const COLUMNS = [
  "id",
  "name",
  "note",
  "tags",
  "body",
  "folderId",
  "pinnedAt",
  "place",
  "version",
  "createdAt",
  "updatedAt",
  "deletedAt",
] as const;

export type Row = Pick<Selectable<Tables["loadout"]>, (typeof COLUMNS)[number]>;

export type SavedLoadout = LoadoutContent & Omit<Row, "body" | "tags" | "name" | "note">;

export const parseSavedLoadout = ({ body, tags, ...row }: Row): SavedLoadout => ({
  ...row,
  tags: JSON.parse(tags),
  loadout: loadout.parse(JSON.parse(body)),
});

/** The columns of a loadout's content, and its size. */
export function toColumns({ name, note, tags, loadout }: LoadoutContent) {
  const texts = { name, note, tags: JSON.stringify(tags), body: JSON.stringify(loadout) };
  const bytes = Object.values(texts).reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  return { game: loadout.game, ...texts, bytes };
}

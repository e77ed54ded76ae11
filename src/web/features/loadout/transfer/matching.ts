// What each loadout of an import is to a locker, and what may be done with it.

import type { GameId } from "#domain/game.ts";
import type { Codebook } from "#domain/game-data/codebook.ts";
import type { LoadoutContent } from "#domain/loadout/loadout.ts";
import { withoutRecord } from "#domain/loadout/record.ts";
import { shareId } from "#domain/loadout/sharing/share.ts";
import { decodeShare, gameOfShare } from "#domain/loadout/sharing/share-code.ts";
import { stableStringify } from "#domain/plain-values.ts";
import { m } from "#messages";
import { isLockerCsv, readLockerCsv } from "#messages/loadout/locker-csv.ts";
import { readLockerFile, type Transferred } from "#messages/loadout/locker-file.ts";
import { getUnnamed, UNOPENED } from "#messages/loadout/share-words.ts";
import { getErrorText } from "#web/data/problem.ts";
import { newId } from "#web/data/stores/new-id.ts";
import type { DataClient } from "#web/data/trpc.ts";
import type { Saved } from "#web/features/loadout/loadout-search.ts";

export type Candidate = Omit<Transferred, "game">;

export type Choice = "add" | "replace" | "both" | "skip";

export type Match =
  | { kind: "new" }
  /** All of it is in the locker already. */
  | { kind: "same"; present: Saved }
  /** Another loadout of this game bears the name. */
  | { kind: "name"; present: Saved }
  /** The same loadout, changed since: here or there. */
  | { kind: "conflict"; present: Saved };

/** What may be done, the default first: nothing that is in the locker is lost by it. */
export const CHOICES = {
  new: ["add", "skip"],
  same: ["skip", "add"],
  name: ["both", "replace", "skip"],
  conflict: ["both", "replace", "skip"],
} as const satisfies Record<Match["kind"], readonly Choice[]>;

/** What the candidates are, in their order. */
export function getMatches(candidates: readonly Candidate[], locker: readonly Saved[]): Match[] {
  const byId = new Map(locker.map((saved) => [saved.id, saved]));
  const byContent = new Map(locker.map((saved) => [contentKey(saved), saved]));
  const byName = new Map(locker.map((saved) => [nameKey(saved), saved]));
  return candidates.map((candidate) => {
    const same = byContent.get(contentKey(candidate));
    if (same) return { kind: "same", present: same };
    const origin = byId.get(candidate.id);
    if (origin) return { kind: "conflict", present: origin };
    const namesake = byName.get(nameKey(candidate));
    return namesake ? { kind: "name", present: namesake } : { kind: "new" };
  });
}

export type Incoming = LoadoutContent & { number: number; id: string; seenVersion: number };

export type Decided = { candidate: Candidate; match: Match; choice: Choice };

/**
 * What an import sends. A loadout that is added gets an id of its own: the file's may be in use, even by another
 * person. Of several that replace the same one, the first does and the others are added.
 */
export function getIncoming(
  decided: readonly Decided[],
  newId: () => string,
): (Incoming & { folder: string | null })[] {
  const replaced = new Set<string>();
  return decided
    .filter(({ choice }) => choice !== "skip")
    .map(({ candidate: { name, note, tags, loadout, folder }, match, choice }, number) => {
      const content = { number, name, note, tags, loadout };
      if (choice === "replace" && match.kind !== "new" && !replaced.has(match.present.id)) {
        replaced.add(match.present.id);
        return { ...content, id: match.present.id, seenVersion: match.present.version, folder: null };
      }
      return { ...content, id: newId(), seenVersion: 0, folder };
    });
}

const nameKey = ({ name, loadout }: Pick<LoadoutContent, "name" | "loadout">): string =>
  `${loadout.game} ${name.trim().toLowerCase()}`;

const contentKey = ({ name, note, tags, loadout }: LoadoutContent): string =>
  stableStringify([name, note, tags, withoutRecord(loadout)]);

export type Read = { candidates: readonly Candidate[] } | { problem: string };

/** The loadouts a text brings, asked of the server where it only names them; else why there are none. */
export async function readCandidates(text: string, client: DataClient): Promise<Read> {
  const pasted = readPasted(text);
  const books = new Map<GameId, Promise<Codebook>>();
  const getCodebook = (game: GameId) => {
    const book = books.get(game) ?? client.arsenal.codebook.query({ game });
    books.set(game, book);
    return book;
  };
  try {
    switch (pasted.kind) {
      case "unreadable":
        return { problem: pasted.problem };
      case "json": {
        const read = readLockerFile(pasted.value);
        return "problem" in read ? read : { candidates: read.file.loadouts };
      }
      case "csv":
        return await readTable(pasted.text, getCodebook);
      case "share": {
        const { name, note, loadout } = await client.share.get.query({ id: pasted.id });
        return { candidates: [{ id: newId(), name, note: note ?? "", tags: [], folder: null, loadout }] };
      }
      case "code":
        return await readCode(pasted.code, getCodebook);
    }
  } catch (error) {
    return { problem: getErrorText(error) };
  }
}

type GetCodebook = (game: GameId) => Promise<Codebook>;

/** The loadouts of a table, each from its code, under the name of its row. */
async function readTable(text: string, getCodebook: GetCodebook): Promise<Read> {
  const read = readLockerCsv(text);
  if ("problem" in read) return read;
  const candidates: Candidate[] = [];
  for (const [at, { code, ...words }] of read.rows.entries()) {
    const result = await readCode(code, getCodebook);
    if ("problem" in result) return { problem: m.loadout_row_problem({ number: at + 1, problem: result.problem }) };
    candidates.push(...result.candidates.map((candidate) => ({ ...candidate, ...words })));
  }
  return { candidates };
}

async function readCode(code: string, getCodebook: GetCodebook): Promise<Read> {
  const game = gameOfShare(code);
  if (!game) return { problem: UNOPENED.damaged };
  const decoded = decodeShare(code, await getCodebook(game));
  if (decoded.kind !== "loadout") return { problem: UNOPENED[decoded.kind] };
  const { name, loadout } = decoded;
  return { candidates: [{ id: newId(), name: name || getUnnamed(), note: "", tags: [], folder: null, loadout }] };
}

// Parses pasted text: a file, a table, a share link, or a bare code.
export type Pasted =
  | { kind: "json"; value: unknown }
  /** A table with a share code in each row. */
  | { kind: "csv"; text: string }
  /** A stored share. */
  | { kind: "share"; id: string }
  /** A loadout that is all in its code. */
  | { kind: "code"; code: string }
  | { kind: "unreadable"; problem: string };

const UNKNOWN: Pasted = { kind: "unreadable", problem: m.loadout_import_unknown() };

export function readPasted(text: string): Pasted {
  const trimmed = text.trim();
  if (trimmed === "") return { kind: "unreadable", problem: m.loadout_paste_first() };
  if (trimmed.startsWith("{") || trimmed.startsWith("[")) return readJson(trimmed);
  if (isLockerCsv(trimmed)) return { kind: "csv", text: trimmed };
  const query = getQuery(trimmed);
  return sharedAs(query?.get("s") ?? query?.get("l") ?? trimmed);
}

function readJson(text: string): Pasted {
  try {
    return { kind: "json", value: JSON.parse(text) };
  } catch {
    return { kind: "unreadable", problem: m.loadout_import_damaged_json() };
  }
}

function sharedAs(text: string): Pasted {
  if (gameOfShare(text)) return { kind: "code", code: text };
  return shareId.safeParse(text).success ? { kind: "share", id: text } : UNKNOWN;
}

/** What stands behind the question mark of an address. */
function getQuery(text: string): URLSearchParams | null {
  const at = text.indexOf("?");
  return at < 0 ? null : new URLSearchParams(text.slice(at + 1).split("#")[0]);
}

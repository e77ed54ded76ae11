// Compares the loadouts of an import with the locker, and parses pasted text.

import type { GameId } from "#domain/game.ts";
import type { Codebook } from "#domain/game-data/codebook.ts";
import { fillContentDefaults, getContentKey, type LoadoutContent, toContent } from "#domain/loadout/loadout.ts";
import { shareId } from "#domain/loadout/sharing/share.ts";
import { decodeShare, getShareGame } from "#domain/loadout/sharing/share-code.ts";
import { hasLostText } from "#domain/text.ts";
import { m } from "#messages";
import { isLockerCsv, isTable, type OmittedRow, readLockerCsv, type SlotNames } from "#messages/loadout/locker-csv.ts";
import { type FileLoadout, readLockerFile } from "#messages/loadout/locker-file.ts";
import { getUnnamed, LINK_PROBLEMS } from "#messages/loadout/share-words.ts";
import { getErrorText } from "#web/data/problem.ts";
import { newId } from "#web/data/stores/new-id.ts";
import type { DataClient } from "#web/data/trpc.ts";
import type { SavedLoadout } from "#web/features/loadout/loadout-search.ts";

export type Candidate = Omit<FileLoadout, "game"> & {
  /** The item names in a row of a table, in addition to its share code. */
  slotNames?: SlotNames;
};

export type Choice = "add" | "replace" | "both" | "skip";

export type Match =
  | { kind: "new" }
  /** The locker has a loadout with the same content. */
  | { kind: "same"; present: SavedLoadout }
  /** Another loadout of this game has the same name. */
  | { kind: "name"; present: SavedLoadout }
  /** The locker has another version of the same loadout. */
  | { kind: "conflict"; present: SavedLoadout };

/** The choices for each kind of match. The first is the default, which never replaces a loadout of the locker. */
export const CHOICES = {
  new: ["add", "skip"],
  same: ["skip", "add"],
  name: ["both", "replace", "skip"],
  conflict: ["both", "replace", "skip"],
} as const satisfies Record<Match["kind"], readonly Choice[]>;

/** Returns the match of each candidate, in their order. */
export function getMatches(candidates: readonly Candidate[], locker: readonly SavedLoadout[]): Match[] {
  const byId = new Map(locker.map((saved) => [saved.id, saved]));
  const byContent = new Map(locker.map((saved) => [getContentKey(saved), saved]));
  const byName = new Map(locker.map((saved) => [getNameKey(saved), saved]));
  return candidates.map((candidate) => {
    const same = byContent.get(getContentKey(candidate));
    if (same) return { kind: "same", present: same };
    const origin = byId.get(candidate.id);
    if (origin) return { kind: "conflict", present: origin };
    const namesake = byName.get(getNameKey(candidate));
    return namesake ? { kind: "name", present: namesake } : { kind: "new" };
  });
}

export type Incoming = LoadoutContent & { number: number; id: string; seenVersion: number };

export type ImportDecision = { candidate: Candidate; match: Match; choice: Choice };

/**
 * Returns the loadouts that an import sends. An added loadout gets a new id, because the id in the file may be in use, even by
 * another user. If several loadouts replace the same loadout, only the first replaces it and the others are added.
 */
export function getIncoming(
  decided: readonly ImportDecision[],
  newId: () => string,
): (Incoming & { folder: string | null })[] {
  const replaced = new Set<string>();
  return decided
    .filter(({ choice }) => choice !== "skip")
    .map(({ candidate, match, choice }, number) => {
      const content = { number, ...toContent(candidate) };
      if (choice === "replace" && match.kind !== "new" && !replaced.has(match.present.id)) {
        replaced.add(match.present.id);
        return { ...content, id: match.present.id, seenVersion: match.present.version, folder: null };
      }
      return { ...content, id: newId(), seenVersion: 0, folder: candidate.folder };
    });
}

const getNameKey = ({ name, loadout }: Pick<LoadoutContent, "name" | "loadout">): string =>
  `${loadout.game} ${name.trim().toLowerCase()}`;

export type Read = { candidates: readonly Candidate[]; omittedRows: readonly OmittedRow[] } | { problem: string };

type Entry = { number: number; name: string; candidate: Candidate } | OmittedRow;

/** Returns the valid and the omitted loadouts; a problem if no loadout is valid. */
function toRead(entries: readonly Entry[]): Read {
  const candidates: Candidate[] = [];
  const omittedRows: OmittedRow[] = [];
  for (const entry of entries) {
    const { number, name } = entry;
    if (!("candidate" in entry)) omittedRows.push(entry);
    else if (hasLostText({ ...entry.candidate, slotNames: {} }))
      omittedRows.push({ number, name, reason: m.file_row_lost_text({ number }) });
    else candidates.push(entry.candidate);
  }
  if (candidates.length > 0) return { candidates, omittedRows };
  return {
    problem: omittedRows
      .slice(0, SHOWN_REASONS)
      .map(({ reason }) => reason)
      .join(" "),
  };
}

const SHOWN_REASONS = 3;

/** Returns the loadouts in a text, requesting shared loadouts from the server; a problem if there are none. */
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
        if ("problem" in read) return read;
        return toRead(
          read.file.loadouts.map((candidate, index) => ({ number: index + 1, name: candidate.name, candidate })),
        );
      }
      case "csv":
        return await readTable(pasted.text, getCodebook);
      case "several":
        return toRead(
          await Promise.all(pasted.parts.map((part, index) => readPart(part, index + 1, client, getCodebook))),
        );
      default: {
        const result = await readShared(pasted, client, getCodebook);
        if ("problem" in result) return result;
        return toRead([{ number: 1, name: result.name, candidate: result }]);
      }
    }
  } catch (error) {
    return { problem: getErrorText(error) };
  }
}

type GetCodebook = (game: GameId) => Promise<Codebook>;

/** Returns the loadouts of a table, decoded from the share codes, with the names in the rows. */
async function readTable(text: string, getCodebook: GetCodebook): Promise<Read> {
  const read = readLockerCsv(text);
  if ("problem" in read) return read;
  const entries: Entry[] = [...read.omittedRows];
  for (const { code, number, ...words } of read.rows) {
    const { name } = words;
    const result = await readCode(code, getCodebook);
    if ("problem" in result)
      entries.push({ number, name, reason: m.loadout_row_problem({ number, problem: result.problem }) });
    else entries.push({ number, name, candidate: { ...result, ...words } });
  }
  return toRead(entries.toSorted((a, b) => a.number - b.number));
}

type Shared = Extract<PastedContent, { kind: "share" | "code" }>;

async function readShared(shared: Shared, client: DataClient, getCodebook: GetCodebook) {
  if (shared.kind === "code") return readCode(shared.code, getCodebook);
  const { name, note, loadout } = await client.share.get.query({ id: shared.id });
  return {
    ...fillContentDefaults({ name, loadout, note: note ?? "" }),
    id: newId(),
    folder: null,
  } satisfies Candidate;
}

/** Loads one of several links and codes. */
async function readPart(
  { text, shared }: Part,
  number: number,
  client: DataClient,
  getCodebook: GetCodebook,
): Promise<Entry> {
  const createOmittedRow = (problem: string): OmittedRow => ({
    number,
    name: text.slice(0, SHOWN_CHARACTERS),
    reason: m.loadout_row_problem({ number, problem }),
  });
  if (shared === null) return createOmittedRow(LINK_PROBLEMS.damaged);
  try {
    const result = await readShared(shared, client, getCodebook);
    return "problem" in result ? createOmittedRow(result.problem) : { number, name: result.name, candidate: result };
  } catch (error) {
    return createOmittedRow(getErrorText(error));
  }
}

async function readCode(code: string, getCodebook: GetCodebook): Promise<Candidate | { problem: string }> {
  const game = getShareGame(code);
  if (!game) return { problem: LINK_PROBLEMS.damaged };
  const decoded = decodeShare(code, await getCodebook(game));
  if (decoded.kind !== "loadout") return { problem: LINK_PROBLEMS[decoded.kind] };
  const { name, loadout } = decoded;
  return { ...fillContentDefaults({ name: name || getUnnamed(), loadout }), id: newId(), folder: null };
}

// Parses pasted text: a file, a table, a share link, or a bare code.
export type PastedContent =
  | { kind: "json"; value: unknown }
  /** A table with a share code in each row. */
  | { kind: "csv"; text: string }
  /** A stored share. */
  | { kind: "share"; id: string }
  /** A loadout encoded in a share code. */
  | { kind: "code"; code: string }
  | { kind: "several"; parts: readonly Part[] }
  | { kind: "unreadable"; problem: string };

/** One of several links and codes; `shared` is null if it is neither. */
type Part = { text: string; shared: Extract<PastedContent, { kind: "share" | "code" }> | null };

/** Maximum number of links and codes in pasted text, as each link is a request. */
const MAX_PARTS = 100;
/** Number of characters of an omitted part that the preview shows. */
const SHOWN_CHARACTERS = 60;

const UNKNOWN: PastedContent = { kind: "unreadable", problem: m.loadout_import_unknown() };

export function readPasted(text: string): PastedContent {
  const trimmed = text.trim();
  if (trimmed === "") return { kind: "unreadable", problem: m.loadout_paste_first() };
  if (trimmed.startsWith("{") || trimmed.startsWith("[")) return readJson(trimmed);
  if (isLockerCsv(trimmed)) return { kind: "csv", text: trimmed };
  const texts = [...new Set(trimmed.split(/[\s,;]+/).map(trimQuotes))].filter(Boolean);
  const parts = texts.map((text): Part => ({ text, shared: readLink(text) }));
  const [first, ...others] = parts;
  if (first && others.length === 0) return first.shared ?? UNKNOWN;
  const count = parts.filter(({ shared }) => shared !== null).length;
  const hasCode = parts.some(({ text, shared }) => shared?.kind === "code" || (shared && getQuery(text)));
  if (first?.shared === null && !hasCode && isTable(trimmed))
    return { kind: "unreadable", problem: m.file_no_code_column() };
  if (count === 0) return UNKNOWN;
  if (parts.length > MAX_PARTS) return { kind: "unreadable", problem: m.loadout_import_too_many({ limit: MAX_PARTS }) };
  return { kind: "several", parts };
}

/** Returns the link without the quotes, brackets and full stop around it. */
const trimQuotes = (text: string): string => text.replace(/^[<("'[]+|[>)"'\].]+$/g, "");

function readJson(text: string): PastedContent {
  try {
    return { kind: "json", value: JSON.parse(text) };
  } catch {
    return { kind: "unreadable", problem: m.loadout_import_damaged_json() };
  }
}

function readLink(link: string): Part["shared"] {
  const query = getQuery(link);
  const text = query?.get("s") ?? query?.get("l") ?? link;
  if (getShareGame(text)) return { kind: "code", code: text };
  return shareId.safeParse(text).success ? { kind: "share", id: text } : null;
}

/** Returns the query of a URL; null if it has none. */
function getQuery(text: string): URLSearchParams | null {
  const queryStart = text.indexOf("?");
  return queryStart < 0 ? null : new URLSearchParams(text.slice(queryStart + 1).split("#")[0]);
}

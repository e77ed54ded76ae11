// What each loadout of an import is to a locker, and what may be done with it.

import type { GameId } from "#domain/game.ts";
import type { Codebook } from "#domain/game-data/codebook.ts";
import { completeContent, getContentKey, type LoadoutContent, toContent } from "#domain/loadout/loadout.ts";
import { shareId } from "#domain/loadout/sharing/share.ts";
import { decodeShare, gameOfShare } from "#domain/loadout/sharing/share-code.ts";
import { hasLostText } from "#domain/text.ts";
import { m } from "#messages";
import { isLockerCsv, isTable, type LeftOut, type NamedSlots, readLockerCsv } from "#messages/loadout/locker-csv.ts";
import { readLockerFile, type Transferred } from "#messages/loadout/locker-file.ts";
import { getUnnamed, UNOPENED } from "#messages/loadout/share-words.ts";
import { getErrorText } from "#web/data/problem.ts";
import { newId } from "#web/data/stores/new-id.ts";
import type { DataClient } from "#web/data/trpc.ts";
import type { Saved } from "#web/features/loadout/loadout-search.ts";

export type Candidate = Omit<Transferred, "game"> & {
  /** What a row of a table names beside its code. */
  named?: NamedSlots;
};

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
  const byContent = new Map(locker.map((saved) => [getContentKey(saved), saved]));
  const byName = new Map(locker.map((saved) => [nameKey(saved), saved]));
  return candidates.map((candidate) => {
    const same = byContent.get(getContentKey(candidate));
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
    .map(({ candidate, match, choice }, number) => {
      const content = { number, ...toContent(candidate) };
      if (choice === "replace" && match.kind !== "new" && !replaced.has(match.present.id)) {
        replaced.add(match.present.id);
        return { ...content, id: match.present.id, seenVersion: match.present.version, folder: null };
      }
      return { ...content, id: newId(), seenVersion: 0, folder: candidate.folder };
    });
}

const nameKey = ({ name, loadout }: Pick<LoadoutContent, "name" | "loadout">): string =>
  `${loadout.game} ${name.trim().toLowerCase()}`;

export type Read = { candidates: readonly Candidate[]; leftOut: readonly LeftOut[] } | { problem: string };

type Entry = { number: number; name: string; candidate: Candidate } | LeftOut;

/** What can be imported, and what is left out; a problem where nothing can. */
function toRead(entries: readonly Entry[]): Read {
  const candidates: Candidate[] = [];
  const leftOut: LeftOut[] = [];
  for (const entry of entries) {
    const { number, name } = entry;
    if (!("candidate" in entry)) leftOut.push(entry);
    else if (hasLostText({ ...entry.candidate, named: {} }))
      leftOut.push({ number, name, reason: m.file_row_lost_text({ number }) });
    else candidates.push(entry.candidate);
  }
  if (candidates.length > 0) return { candidates, leftOut };
  return {
    problem: leftOut
      .slice(0, SHOWN_REASONS)
      .map(({ reason }) => reason)
      .join(" "),
  };
}

const SHOWN_REASONS = 3;

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
        if ("problem" in read) return read;
        return toRead(read.file.loadouts.map((candidate, at) => ({ number: at + 1, name: candidate.name, candidate })));
      }
      case "csv":
        return await readTable(pasted.text, getCodebook);
      case "several":
        return toRead(await Promise.all(pasted.parts.map((part, at) => readPart(part, at + 1, client, getCodebook))));
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

/** The loadouts of a table, each from its code, under the name of its row. */
async function readTable(text: string, getCodebook: GetCodebook): Promise<Read> {
  const read = readLockerCsv(text);
  if ("problem" in read) return read;
  const entries: Entry[] = [...read.leftOut];
  for (const { code, number, ...words } of read.rows) {
    const { name } = words;
    const result = await readCode(code, getCodebook);
    if ("problem" in result)
      entries.push({ number, name, reason: m.loadout_row_problem({ number, problem: result.problem }) });
    else entries.push({ number, name, candidate: { ...result, ...words } });
  }
  return toRead(entries.toSorted((a, b) => a.number - b.number));
}

type Shared = Extract<Pasted, { kind: "share" | "code" }>;

async function readShared(shared: Shared, client: DataClient, getCodebook: GetCodebook) {
  if (shared.kind === "code") return readCode(shared.code, getCodebook);
  const { name, note, loadout } = await client.share.get.query({ id: shared.id });
  return {
    ...completeContent({ name, loadout, note: note ?? "" }),
    id: newId(),
    folder: null,
  } satisfies Candidate;
}

/** One of several links and codes. */
async function readPart(
  { text, shared }: Part,
  number: number,
  client: DataClient,
  getCodebook: GetCodebook,
): Promise<Entry> {
  const leaveOut = (problem: string): LeftOut => ({
    number,
    name: text.slice(0, SHOWN_CHARACTERS),
    reason: m.loadout_row_problem({ number, problem }),
  });
  if (shared === null) return leaveOut(UNOPENED.damaged);
  try {
    const result = await readShared(shared, client, getCodebook);
    return "problem" in result ? leaveOut(result.problem) : { number, name: result.name, candidate: result };
  } catch (error) {
    return leaveOut(getErrorText(error));
  }
}

async function readCode(code: string, getCodebook: GetCodebook): Promise<Candidate | { problem: string }> {
  const game = gameOfShare(code);
  if (!game) return { problem: UNOPENED.damaged };
  const decoded = decodeShare(code, await getCodebook(game));
  if (decoded.kind !== "loadout") return { problem: UNOPENED[decoded.kind] };
  const { name, loadout } = decoded;
  return { ...completeContent({ name: name || getUnnamed(), loadout }), id: newId(), folder: null };
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
  | { kind: "several"; parts: readonly Part[] }
  | { kind: "unreadable"; problem: string };

/** One of several links and codes; null where it is neither. */
type Part = { text: string; shared: Extract<Pasted, { kind: "share" | "code" }> | null };

/** Links and codes of one paste: each link is a call. */
const MAX_PARTS = 100;
/** Characters of a part that is left out, as the preview shows it. */
const SHOWN_CHARACTERS = 60;

const UNKNOWN: Pasted = { kind: "unreadable", problem: m.loadout_import_unknown() };

export function readPasted(text: string): Pasted {
  const trimmed = text.trim();
  if (trimmed === "") return { kind: "unreadable", problem: m.loadout_paste_first() };
  if (trimmed.startsWith("{") || trimmed.startsWith("[")) return readJson(trimmed);
  if (isLockerCsv(trimmed)) return { kind: "csv", text: trimmed };
  const texts = [...new Set(trimmed.split(/[\s,;]+/).map(withoutQuotes))].filter(Boolean);
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

/** A link as people write it within a text. */
const withoutQuotes = (text: string): string => text.replace(/^[<("'[]+|[>)"'\].]+$/g, "");

function readJson(text: string): Pasted {
  try {
    return { kind: "json", value: JSON.parse(text) };
  } catch {
    return { kind: "unreadable", problem: m.loadout_import_damaged_json() };
  }
}

function readLink(link: string): Part["shared"] {
  const query = getQuery(link);
  const text = query?.get("s") ?? query?.get("l") ?? link;
  if (gameOfShare(text)) return { kind: "code", code: text };
  return shareId.safeParse(text).success ? { kind: "share", id: text } : null;
}

/** What stands behind the question mark of an address. */
function getQuery(text: string): URLSearchParams | null {
  const at = text.indexOf("?");
  return at < 0 ? null : new URLSearchParams(text.slice(at + 1).split("#")[0]);
}

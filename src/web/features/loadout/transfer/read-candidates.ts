import { shareId, UNNAMED, UNOPENED } from "#domain/loadout/sharing/share.ts";
import { decodeShare, gameOfShare } from "#domain/loadout/sharing/share-code.ts";
import { readLockerFile } from "#domain/loadout/transfer.ts";
import { getProblem } from "#web/data/problem.ts";
import { newId } from "#web/data/stores/new-id.ts";
import type { DataClient } from "#web/data/trpc.ts";
import type { Candidate } from "./matching.ts";

export type Read = { candidates: readonly Candidate[] } | { problem: string };

/** The loadouts a text brings, asked of the server where it only names them; else why there are none. */
export async function readCandidates(text: string, client: DataClient): Promise<Read> {
  const pasted = readPasted(text);
  try {
    switch (pasted.kind) {
      case "unreadable":
        return { problem: pasted.problem };
      case "json": {
        const read = readLockerFile(pasted.value);
        return "problem" in read ? read : { candidates: read.file.loadouts };
      }
      case "share": {
        const { name, note, loadout } = await client.share.get.query({ id: pasted.id });
        return { candidates: [{ id: newId(), name, note: note ?? "", tags: [], folder: null, loadout }] };
      }
      case "code":
        return await readCode(pasted.code, client);
    }
  } catch (error) {
    return { problem: getProblem(error).text };
  }
}

async function readCode(code: string, client: DataClient): Promise<Read> {
  const game = gameOfShare(code);
  if (!game) return { problem: UNOPENED.damaged };
  const decoded = decodeShare(code, await client.arsenal.codebook.query({ game }));
  if (decoded.kind !== "loadout") return { problem: UNOPENED[decoded.kind] };
  const { name, loadout } = decoded;
  return { candidates: [{ id: newId(), name: name || UNNAMED, note: "", tags: [], folder: null, loadout }] };
}

// Parses pasted text: a file, a share link, or a bare code.
export type Pasted =
  | { kind: "json"; value: unknown }
  /** A stored share. */
  | { kind: "share"; id: string }
  /** A loadout that is all in its code. */
  | { kind: "code"; code: string }
  | { kind: "unreadable"; problem: string };

const UNKNOWN: Pasted = { kind: "unreadable", problem: "This is no locker file, no share link and no code." };

export function readPasted(text: string): Pasted {
  const trimmed = text.trim();
  if (trimmed === "") return { kind: "unreadable", problem: "Paste a file, a link or a code first." };
  if (trimmed.startsWith("{") || trimmed.startsWith("[")) return readJson(trimmed);
  const query = getQuery(trimmed);
  return sharedAs(query?.get("s") ?? query?.get("l") ?? trimmed);
}

function readJson(text: string): Pasted {
  try {
    return { kind: "json", value: JSON.parse(text) };
  } catch {
    return { kind: "unreadable", problem: "This file is damaged: it is no complete JSON." };
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

// Parses pasted text: a file, a share link, or a bare code.
import { shareId } from "#domain/loadout/sharing/share.ts";
import { gameOfShare } from "#domain/loadout/sharing/share-code.ts";

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

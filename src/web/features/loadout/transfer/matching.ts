// What each loadout of an import is to a locker, and what may be done with it.

import type { LoadoutContent } from "#domain/loadout/content.ts";
import type { Transferred } from "#domain/loadout/transfer.ts";
import { stableStringify } from "#domain/plain-values.ts";
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
  stableStringify([name, note, tags, loadout]);

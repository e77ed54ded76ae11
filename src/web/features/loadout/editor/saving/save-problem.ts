// Why a save was refused, out of whatever was thrown.
import type { Violation } from "#domain/loadout/rules/violation.ts";
import { getAppError, getProblem, getProperty } from "#web/data/problem.ts";
import { type Content, getContent, readEditing } from "#web/features/loadout/editor/editing.ts";

/** The loadout as it was saved elsewhere in the meantime. */
export type Theirs = Content & { version: number };

export type SaveProblem =
  | { kind: "illegal"; violations: readonly Violation[] }
  /** `theirs` is null where the loadout is gone. */
  | { kind: "changed"; theirs: Theirs | null }
  | { kind: "other"; text: string };

export function getSaveProblem(error: unknown): SaveProblem {
  const refusal = getAppError(error);
  if (refusal?.code === "loadout_illegal")
    return { kind: "illegal", violations: parseViolations(refusal.details["violations"]) };
  if (refusal?.code === "loadout_changed") return { kind: "changed", theirs: parseTheirs(refusal.details["current"]) };
  return { kind: "other", text: getProblem(error).text };
}

function parseTheirs(current: unknown): Theirs | null {
  const read = readEditing({ ...Object(current), seenVersion: getProperty(current, "version") });
  return read && { ...getContent(read), version: read.seenVersion };
}

/** The server and this page come from one release; only the mark of a violation is checked. */
const parseViolations = (value: unknown): readonly Violation[] =>
  Array.isArray(value) ? value.filter((one): one is Violation => typeof getProperty(one, "rule") === "string") : [];

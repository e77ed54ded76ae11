// Why a save was refused, out of whatever was thrown.
import type { Violation } from "#domain/loadout/rules/violation.ts";
import { getErrorCode, getProblem } from "#web/data/problem.ts";
import { type Content, getContent, readEditing } from "#web/features/loadout/editor/editing.ts";

/** The loadout as it was saved elsewhere in the meantime. */
export type Theirs = Content & { version: number };

export type SaveProblem =
  | { kind: "illegal"; violations: readonly Violation[] }
  /** `theirs` is null where the loadout is gone. */
  | { kind: "changed"; theirs: Theirs | null }
  | { kind: "other"; text: string };

export function getSaveProblem(error: unknown): SaveProblem {
  const code = getErrorCode(error);
  if (code === "loadout_illegal")
    return { kind: "illegal", violations: parseViolations(getDetail(error, "violations")) };
  if (code === "loadout_changed") return { kind: "changed", theirs: parseTheirs(getDetail(error, "current")) };
  return { kind: "other", text: getProblem(error).text };
}

function parseTheirs(current: unknown): Theirs | null {
  const version = part(current, "version");
  const read = readEditing({ ...Object(current), seenVersion: version });
  return read && { ...getContent(read), version: read.seenVersion };
}

const parseViolations = (value: unknown): readonly Violation[] =>
  Array.isArray(value) ? value.filter(isViolation) : [];

/** The server and this page come from one release; only the mark of a violation is looked at. */
const isViolation = (value: unknown): value is Violation => typeof part(value, "rule") === "string";

const getDetail = (error: unknown, name: string): unknown =>
  part(part(part(part(error, "data"), "fault"), "details"), name);

function part(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

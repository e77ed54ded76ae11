// Why a save was refused, out of whatever was thrown.
import type { Violation } from "#domain/loadout/violation.ts";
import { faultCodeOf, problemOf } from "#web/client/problem.ts";
import { type Content, contentOf, readEditing } from "./editing.ts";

/** The loadout as somebody else saved it in the meantime. */
export type Theirs = Content & { version: number };

export type SaveProblem =
  | { kind: "illegal"; violations: readonly Violation[] }
  /** `theirs` is null where the loadout is gone. */
  | { kind: "changed"; theirs: Theirs | null }
  | { kind: "other"; text: string };

export function saveProblemOf(error: unknown): SaveProblem {
  const code = faultCodeOf(error);
  if (code === "loadout_illegal") return { kind: "illegal", violations: violationsIn(detailOf(error, "violations")) };
  if (code === "loadout_changed") return { kind: "changed", theirs: theirsIn(detailOf(error, "current")) };
  return { kind: "other", text: problemOf(error).text };
}

function theirsIn(current: unknown): Theirs | null {
  const version = part(current, "version");
  const read = readEditing({ ...Object(current), seenVersion: version });
  return read && { ...contentOf(read), version: read.seenVersion };
}

const violationsIn = (value: unknown): readonly Violation[] => (Array.isArray(value) ? value.filter(isViolation) : []);

/** The server and this page come from one release; only the mark of a violation is looked at. */
const isViolation = (value: unknown): value is Violation => typeof part(value, "rule") === "string";

const detailOf = (error: unknown, name: string): unknown =>
  part(part(part(part(error, "data"), "fault"), "details"), name);

function part(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

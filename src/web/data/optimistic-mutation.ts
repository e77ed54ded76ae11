// What a person changes in a list: shown at once, taken back and explained where it is when it fails.
import { useCallback, useState } from "react";
import { offerUndo } from "#web/data/stores/last-undo.ts";
import { showToast } from "#web/ui/overlays/toasts.ts";
import { getErrorCode, getProblem } from "./problem.ts";

/** What failed, in words; `retry` is null where a retry would be refused, too. */
export type MutationError = { text: string; retry: (() => void) | null };

/** Thrown where a mutation failed for some of its ids, which have their errors here; for the others it is done. */
export class PartialError extends Error {
  readonly errors: ReadonlyMap<string, unknown>;

  constructor(errors: ReadonlyMap<string, unknown>) {
    super();
    this.errors = errors;
  }
}

export type Mutation = {
  /** The ids it is about; errors are shown next to them. */
  ids: readonly string[];
  /** Changes what is on the screen and answers how to take that back; left out where only the server knows. */
  show?: () => Promise<() => unknown>;
  run: () => Promise<unknown>;
  /** The toast when it is done, with the way back; both may depend on the ids for which it is done. */
  notice?: string | ((ids: readonly string[]) => string);
  undo?: (ids: readonly string[]) => Promise<unknown>;
};

/** Asks anew for what changed. */
type Refresh = (ids: readonly string[]) => Promise<unknown>;

/** Answers whether the work was done. */
export type OptimisticMutation = (work: Mutation) => Promise<boolean>;

/** Runs mutations; `refresh` must be stable. `problems` has the errors by id. */
export function useOptimisticMutation(refresh: Refresh): {
  attempt: OptimisticMutation;
  problems: Readonly<Record<string, MutationError>>;
} {
  const [problems, setProblems] = useState<Record<string, MutationError>>({});

  const takeBack = useCallback(
    async (undo: () => Promise<unknown>, ids: readonly string[]) => {
      try {
        await undo();
      } catch (error) {
        showToast(getProblem(error).text, { tone: "error" });
      }
      await refresh(ids);
    },
    [refresh],
  );

  const attempt: OptimisticMutation = useCallback(
    async (work) => {
      const { ids, show, run, notice, undo } = work;
      setProblems((others) => Object.fromEntries(Object.entries(others).filter(([id]) => !ids.includes(id))));
      const restore = await show?.();
      const errors = await run().then(
        () => new Map<string, unknown>(),
        (error: unknown) => (error instanceof PartialError ? error.errors : new Map(ids.map((id) => [id, error]))),
      );
      if (errors.size > 0) {
        await restore?.();
        const retry = () => void attempt(work);
        const failed = Array.from(errors, ([id, error]) => [id, getMutationError(error, retry)]);
        setProblems((others) => ({ ...others, ...Object.fromEntries(failed) }));
      }
      const done = ids.filter((id) => !errors.has(id));
      if (notice && done.length > 0) {
        const text = typeof notice === "string" ? notice : notice(done);
        showToast(text, undo ? { action: offerUndo(() => takeBack(() => undo(done), done)) } : {});
      }
      // It is done without it, and without a network it may take long.
      void refresh(ids);
      return errors.size === 0;
    },
    [refresh, takeBack],
  );
  return { attempt, problems };
}

/** A change of an older version is refused again: it is made anew on what is listed now. */
const getMutationError = (error: unknown, retry: () => void): MutationError => ({
  text: getProblem(error).text,
  retry: getErrorCode(error) === "loadout_changed" ? null : retry,
});

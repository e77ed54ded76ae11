// Optimistic mutations of lists: a change is shown at once, and rolled back with an error message if it fails.
import { useCallback, useState } from "react";
import { offerUndo } from "#web/data/stores/last-undo.ts";
import { showToast } from "#web/ui/overlays/toasts.ts";
import { getErrorCode, getProblem } from "./problem.ts";

/** The error message; `retry` is null if a retry would fail, too. */
export type MutationError = { text: string; retry: (() => void) | null };

/** Thrown if a mutation failed for some of its ids; `errors` has their errors by id, and the other ids succeeded. */
export class PartialError extends Error {
  readonly errors: ReadonlyMap<string, unknown>;

  constructor(errors: ReadonlyMap<string, unknown>) {
    super();
    this.errors = errors;
  }
}

export type Mutation = {
  /** The ids of the changed items; errors are shown next to them. */
  ids: readonly string[];
  /** Applies the change to the cache and resolves to a rollback function; omitted if only the server knows the result. */
  show?: () => Promise<() => unknown>;
  run: () => Promise<unknown>;
  /** The success toast, and the action of its undo button; both get the ids that succeeded. */
  notice?: string | ((ids: readonly string[]) => string);
  undo?: (ids: readonly string[]) => Promise<unknown>;
};

/** Refetches what has changed. */
type Refresh = (ids: readonly string[]) => Promise<unknown>;

/** Runs a mutation and resolves to true if it succeeded for all ids. */
export type OptimisticMutation = (work: Mutation) => Promise<boolean>;

/** Returns a function that runs mutations, and the errors by id. `refresh` must be stable. */
export function useOptimisticMutation(refresh: Refresh): {
  attempt: OptimisticMutation;
  problems: Readonly<Record<string, MutationError>>;
} {
  const [problems, setProblems] = useState<Record<string, MutationError>>({});

  const runUndo = useCallback(
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
    async (mutation) => {
      const { ids, show, run, notice, undo } = mutation;
      setProblems((others) => Object.fromEntries(Object.entries(others).filter(([id]) => !ids.includes(id))));
      const restore = await show?.();
      const errors = await run().then(
        () => new Map<string, unknown>(),
        (error: unknown) => (error instanceof PartialError ? error.errors : new Map(ids.map((id) => [id, error]))),
      );
      if (errors.size > 0) {
        await restore?.();
        const retry = () => void attempt(mutation);
        const failed = Array.from(errors, ([id, error]) => [id, getMutationError(error, retry)]);
        setProblems((others) => ({ ...others, ...Object.fromEntries(failed) }));
      }
      const done = ids.filter((id) => !errors.has(id));
      if (notice && done.length > 0) {
        const text = typeof notice === "string" ? notice : notice(done);
        showToast(text, undo ? { action: offerUndo(() => runUndo(() => undo(done), done)) } : {});
      }
      // Not awaited: the mutation is complete, and without a network the refresh takes long.
      void refresh(ids);
      return errors.size === 0;
    },
    [refresh, runUndo],
  );
  return { attempt, problems };
}

/** Returns the error of an item. A change based on an outdated version has no retry, because it would be refused again. */
const getMutationError = (error: unknown, retry: () => void): MutationError => ({
  text: getProblem(error).text,
  retry: getErrorCode(error) === "loadout_changed" ? null : retry,
});

import { Link, useLocation } from "@tanstack/react-router";
import { useEffect } from "react";
import { m } from "#messages";
import { logError } from "#web/data/log.ts";
import type { MutationError } from "#web/data/optimistic-mutation.ts";
import { getErrorText, getProblem, isUnauthorized } from "#web/data/problem.ts";
import { Button, buttonLook } from "#web/ui/button.tsx";
import { classes } from "#web/ui/class-names.ts";
import { AlertLine } from "#web/ui/feedback/alert-line.tsx";
import { useReadOnly } from "#web/ui/read-only.tsx";

type ErrorPanelProps = {
  error: unknown;
  onRetry: () => void;
  /** Of a screen whose main content is there without it. */
  isPart?: boolean;
  className?: string;
};

/**
 * What stands in place of a part of a screen that could not be filled. Without a session nothing on the screen could be:
 * then the Authentication Required screen replaces all of it.
 */
export function ErrorPanel({ error, onRetry, isPart = false, className }: ErrorPanelProps) {
  const problem = getProblem(error);
  const isReadOnly = useReadOnly();
  useEffect(() => logError("Shown on a screen", error), [error]);
  const href = useLocation({ select: (location) => location.href });
  if (isUnauthorized(error)) {
    if (!isPart || !isReadOnly) throw error;
    return <p className="text-ink-2">{m.app_not_stored_on_this_device()}</p>;
  }
  return (
    <div role="alert" className={classes("grid justify-items-start gap-3", className)}>
      <p>{problem.text}</p>
      <span className="flex flex-wrap gap-3">
        <Button onClick={() => onRetry()}>{m.common_try_again()}</Button>
        {problem.kind === "authentication" && (
          <Link to="/login" search={{ redirect: href }} className={buttonLook("primary")}>
            {m.common_sign_in()}
          </Link>
        )}
      </span>
    </div>
  );
}

/** Why a mutation failed, beside what started it; nothing while there is no error. */
export const ErrorLine = ({ error, ...line }: { error: unknown; className?: string }) => (
  <AlertLine text={error !== null && getErrorText(error)} {...line} />
);

type MutationProblemProps = { problem: MutationError | undefined; className?: string };

/** Why the last change of one of a list failed, and the way to try it again; nothing while there is no error. */
export const MutationProblem = ({ problem, className }: MutationProblemProps) =>
  problem && (
    <p role="alert" className={classes("flex flex-wrap items-center gap-2 text-0 text-danger", className)}>
      <span className="grow">{problem.text}</span>
      {problem.retry && (
        <Button size="small" onClick={problem.retry}>
          {m.common_try_again()}
        </Button>
      )}
    </p>
  );

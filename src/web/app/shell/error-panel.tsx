import { Link, useLocation } from "@tanstack/react-router";
import { useEffect } from "react";
import { m } from "#messages";
import { logError } from "#web/data/log.ts";
import type { MutationError } from "#web/data/optimistic-mutation.ts";
import { getErrorText, getProblem, isUnauthorized } from "#web/data/problem.ts";
import { Button, getButtonClasses } from "#web/ui/button.tsx";
import { classes } from "#web/ui/class-names.ts";
import { AlertLine } from "#web/ui/feedback/alert-line.tsx";
import { useReadOnly } from "#web/ui/read-only.tsx";

type ErrorPanelProps = {
  error: unknown;
  onRetry: () => void;
  /** The panel replaces only a part of the screen; the main content is shown without it. */
  isPart?: boolean;
  className?: string;
};

/**
 * Replaces a part of a screen that failed to load. An unauthorized error is thrown instead, so that the Authentication
 * Required screen replaces the whole screen.
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
          <Link to="/login" search={{ redirect: href }} className={getButtonClasses("primary")}>
            {m.common_sign_in()}
          </Link>
        )}
      </span>
    </div>
  );
}

/** The error message of a failed mutation, shown beside its control; renders nothing without an error. */
export const ErrorLine = ({ error, ...line }: { error: unknown; className?: string }) => (
  <AlertLine text={error !== null && getErrorText(error)} {...line} />
);

type MutationProblemProps = { problem: MutationError | undefined; className?: string };

/** The error message of the last failed change to a list item, with a retry button; renders nothing without an error. */
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

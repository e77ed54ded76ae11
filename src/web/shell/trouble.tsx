import { Link, useLocation } from "@tanstack/react-router";
import { problemOf } from "#web/client/problem.ts";
import { Button, buttonLook } from "#web/ui/button.tsx";
import { classes } from "#web/ui/class-names.ts";

type TroubleProps = { error: unknown; onRetry: () => void; className?: string };

/** What stands in place of a part of a screen that could not be filled. */
export function Trouble({ error, onRetry, className }: TroubleProps) {
  const problem = problemOf(error);
  const href = useLocation({ select: (location) => location.href });
  return (
    <div role="alert" className={classes("grid justify-items-start gap-3", className)}>
      <p>{problem.text}</p>
      <span className="flex flex-wrap gap-3">
        <Button onClick={() => onRetry()}>Try again</Button>
        {problem.kind === "authentication" && (
          <Link to="/login" search={{ redirect: href }} className={buttonLook("primary")}>
            Sign in
          </Link>
        )}
      </span>
    </div>
  );
}

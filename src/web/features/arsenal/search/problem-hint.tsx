import type { ReactNode } from "react";
import { m } from "#messages";
import { MarkupText } from "#web/ui/markup-text.tsx";
import type { Problem } from "./query.ts";

const MARKUP = { code: ({ children }: { children?: ReactNode }) => <code>{children}</code> };

/** Explains why a term of the search has no effect. */
export const ProblemHint = ({ problem }: { problem: Problem }) => (
  <p>
    <span>
      <Reason problem={problem} />
    </span>
    {problem.kind === "unknown-term" && problem.meant && (
      <span>
        {" "}
        <MarkupText message={m.arsenal_term_meant} inputs={{ key: problem.meant }} markup={MARKUP} />
      </span>
    )}
  </p>
);

function Reason({ problem }: { problem: Problem }) {
  const { kind, key } = problem;
  if (kind === "unusable-value") {
    const term = `${key}:${problem.value}`;
    return <MarkupText message={m.arsenal_term_invalid} inputs={{ term }} markup={MARKUP} />;
  }
  const message = kind === "needs-soldier" ? m.arsenal_term_needs_soldier : m.arsenal_term_unknown;
  return <MarkupText message={message} inputs={{ key }} markup={MARKUP} />;
}

import { ParaglideMessage } from "@inlang/paraglide-js-react";
import type { ReactNode } from "react";
import { m } from "#messages";
import type { Problem } from "./query.ts";

const MARKUP = { code: ({ children }: { children?: ReactNode }) => <code>{children}</code> };

/** Why a term of the search has no effect. */
export const ProblemHint = ({ problem }: { problem: Problem }) => (
  <p>
    <Reason problem={problem} />
  </p>
);

function Reason({ problem }: { problem: Problem }) {
  const { key } = problem;
  if (problem.kind === "unusable-value") {
    const term = `${key}:${problem.value}`;
    return <ParaglideMessage message={m.arsenal_term_invalid} inputs={{ term }} markup={MARKUP} />;
  }
  if (problem.kind === "needs-soldier")
    return <ParaglideMessage message={m.arsenal_term_needs_soldier} inputs={{ key }} markup={MARKUP} />;
  return (
    <>
      <ParaglideMessage message={m.arsenal_term_unknown} inputs={{ key }} markup={MARKUP} />
      {problem.meant && (
        <>
          {" "}
          <ParaglideMessage message={m.arsenal_term_meant} inputs={{ key: problem.meant }} markup={MARKUP} />
        </>
      )}
    </>
  );
}

import { GRADE_TITLES, type Grade } from "#domain/game-data/figure.ts";
import type { Source } from "#domain/game-data/source.ts";
import { SourceBadge } from "#web/components/figures/source-badge.tsx";
import type { Trust } from "#web/components/figures/trust-mark.tsx";

const TRUSTS: Record<Grade, Trust> = { A: "verified", B: "community", C: "estimate", M: "estimate" };

/** Which figures a source gives, with its patch and grade; clicking it shows the details. */
export function SourceLine({ what, source }: { what: string; source: Source | undefined }) {
  if (!source) return null;
  const { grade, patch, title, note } = source;
  return (
    <p className="text-0 text-ink-2">
      {what}:{" "}
      <SourceBadge trust={TRUSTS[grade]} text={`${patch === "unknown" ? "no date" : patch}, grade ${grade}`}>
        <p className="font-semibold">{title}</p>
        <p className="mt-2 text-ink-2">
          Grade {grade}, {GRADE_TITLES[grade].toLowerCase()}; patch {patch}
        </p>
        {note && <p className="mt-2 text-ink-2">{note}</p>}
      </SourceBadge>
    </p>
  );
}

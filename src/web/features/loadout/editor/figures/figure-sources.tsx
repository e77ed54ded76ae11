import type { Grade } from "#domain/game-data/figure.ts";
import type { Source } from "#domain/game-data/source.ts";
import type { Ballistics, Figure } from "#domain/weapons/ballistics.ts";
import { m } from "#messages";
import { formatList } from "#messages/format.ts";
import { formatPatch, getInferredNote } from "#messages/game/figure-words.ts";
import { FIGURE_LABELS, getShortLabel } from "#messages/game/figures.ts";
import { GRADE_TITLES } from "#messages/game/titles.ts";
import type { WeaponResponse } from "#web/features/loadout/loadout-search.ts";
import { SourceBadge } from "#web/ui/figures/source-badge.tsx";
import type { Trust } from "#web/ui/figures/trust-mark.tsx";

/** The titles of the figures in the list of sources. */
const TITLES = {
  damage: getShortLabel("damage"),
  shellDamage: FIGURE_LABELS.shellDamage,
  rateOfFireRpm: FIGURE_LABELS.rateOfFire,
  velocityMps: FIGURE_LABELS.velocity,
  headMultiplier: FIGURE_LABELS.head,
  pellets: FIGURE_LABELS.pellets,
  magazine: FIGURE_LABELS.magazine,
  reload: getShortLabel("reload"),
} as const satisfies Record<Figure, string>;

const FIGURES = Object.keys(TITLES) as readonly Figure[];

type FigureSourcesProps = { response: WeaponResponse; build: Ballistics };

/** The sources of a build's figures, their disagreements, and figures that are not public. */
export function FigureSources({ response, build }: FigureSourcesProps) {
  const bySource = Map.groupBy(
    FIGURES.filter((figure) => build.sourceIds[figure]),
    (figure) => build.sourceIds[figure] ?? "",
  );
  const missingNote = getMissingNote(response);
  return (
    <div className="grid gap-1 border-t border-line pt-3">
      {[...bySource].map(([sourceId, figures]) => (
        <SourceLine
          key={sourceId}
          what={figures.map((figure) => TITLES[figure]).join(", ")}
          source={response.sources.find(({ id }) => id === sourceId)}
        />
      ))}
      {build.disagree && <p className="text-0 text-warn">{getDisagreement(response)}</p>}
      {build.isInferred && <p className="text-0 text-ink-2">{getInferredNote()}</p>}
      {missingNote && <p className="text-0 text-ink-2">{missingNote}</p>}
    </div>
  );
}

function getDisagreement(response: WeaponResponse): string {
  if (response.game === "bf4") {
    return m.loadout_sources_differ({
      figures: formatList(response.weapon.conflicts.map((figure) => TITLES[figure])),
    });
  }
  return m.loadout_sheet_damage_rises();
}

function getMissingNote({ game, weapon }: WeaponResponse): string | null {
  if (game === "bf4") {
    return weapon.handling.length > 0 ? m.loadout_no_public_aiming_time() : m.loadout_no_public_handling();
  }
  return weapon.mechanics ? null : m.loadout_no_public_recoil();
}

const TRUSTS: Record<Grade, Trust> = { A: "verified", B: "community", C: "estimate", M: "estimate" };

/** The figures of a source with its patch and grade; a click shows the details. */
export function SourceLine({ what, source }: { what: string; source: Source | undefined }) {
  if (!source) return null;
  const { grade, title, note } = source;
  const hasDate = source.patch !== "unknown";
  const patch = formatPatch(source);
  const meaning = GRADE_TITLES[grade];
  return (
    <p className="text-0 text-ink-2">
      {m.common_label({ label: what })}{" "}
      <SourceBadge
        trust={TRUSTS[grade]}
        text={hasDate ? m.loadout_source_text({ patch, grade }) : m.loadout_source_text_no_date({ grade })}
      >
        <p className="font-semibold">{title}</p>
        <p className="mt-2 text-ink-2">
          {hasDate
            ? m.loadout_source_grade({ grade, meaning, patch })
            : m.loadout_source_grade_no_date({ grade, meaning })}
        </p>
        {note && <p className="mt-2 text-ink-2">{note}</p>}
      </SourceBadge>
    </p>
  );
}

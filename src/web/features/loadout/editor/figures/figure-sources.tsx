import type { Grade } from "#domain/game-data/figure.ts";
import type { Source } from "#domain/game-data/source.ts";
import type { Ballistics, Figure } from "#domain/weapons/ballistics.ts";
import { m } from "#messages";
import { getInferredNote } from "#messages/game/figure-words.ts";
import { GRADE_TITLES } from "#messages/game/titles.ts";
import { SourceBadge } from "#web/components/figures/source-badge.tsx";
import type { Trust } from "#web/components/figures/trust-mark.tsx";
import type { WeaponAnswer } from "#web/features/loadout/loadout-search.ts";

const TITLES = {
  damage: "Damage",
  shellDamage: "damage of a whole shell",
  rateOfFireRpm: "rate of fire",
  velocityMps: "velocity",
  headMultiplier: "head multiplier",
  pellets: "pellets",
  magazine: "magazine",
  reload: "reload",
} as const satisfies Record<Figure, string>;

const FIGURES = Object.keys(TITLES) as readonly Figure[];

type FigureSourcesProps = { answer: WeaponAnswer; build: Ballistics };

/** The sources of a build's figures, what they disagree about, and what is unpublished. */
export function FigureSources({ answer, build }: FigureSourcesProps) {
  const bySource = Map.groupBy(
    FIGURES.filter((one) => build.sourceIds[one]),
    (one) => build.sourceIds[one] ?? "",
  );
  const silent = getSilence(answer);
  return (
    <div className="grid gap-1 border-t border-line pt-3">
      {[...bySource].map(([sourceId, figures]) => (
        <SourceLine
          key={sourceId}
          what={capital(figures.map((one) => TITLES[one]).join(", "))}
          source={answer.sources.find(({ id }) => id === sourceId)}
        />
      ))}
      {build.disagree && <p className="text-0 text-warn">{getDisagreement(answer)}</p>}
      {build.isInferred && <p className="text-0 text-ink-2">{getInferredNote()}</p>}
      {silent && <p className="text-0 text-ink-2">{silent}</p>}
    </div>
  );
}

function getDisagreement(answer: WeaponAnswer): string {
  if (answer.game === "bf4") {
    return m.loadout_sources_differ_on_conflicts_the_first({
      conflicts: answer.weapon.conflicts.map((one) => TITLES[one].toLowerCase()).join(" and "),
    });
  }
  return m.loadout_in_the_sheet_the_damage_of();
}

function getSilence({ game, weapon }: WeaponAnswer): string | null {
  if (game === "bf4") {
    return weapon.handling.length > 0
      ? m.loadout_no_public_figure_for_aiming_time()
      : m.loadout_no_public_figure_for_recoil_spread();
  }
  return weapon.mechanics ? null : m.loadout_no_public_figure_for_the_recoil();
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

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
          {m.loadout_grade_grade_grade2_patch_patch({ grade, grade2: GRADE_TITLES[grade].toLowerCase(), patch })}
        </p>
        {note && <p className="mt-2 text-ink-2">{note}</p>}
      </SourceBadge>
    </p>
  );
}

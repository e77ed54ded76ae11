import type { Claim } from "#domain/game-data/figure.ts";
import type { Bf4Weapon } from "#domain/game-data/schemas/bf4-weapon.ts";
import type { Source } from "#domain/game-data/source.ts";
import { risesWithDistance } from "#domain/weapons/ballistics.ts";
import { getDamageRange } from "#domain/weapons/lethality/at-range.ts";
import { m } from "#messages";
import { FIGURE_LABELS, formatDamage, formatFigure, getShortLabel } from "#messages/game/figures.ts";
import { SourceNote, type WeaponResponse } from "./source-note.tsx";

type DisagreementsProps = { response: WeaponResponse; sources: ReadonlyMap<string, Source> };

/** Shows the figures on which sources disagree, side by side and grouped by claim; renders nothing if all agree. */
export function Disagreements({ response, sources }: DisagreementsProps) {
  const list = response.game === "bf4" ? bf4Disagreements(response.weapon) : [];
  const rises = response.game === "bf2042" && response.weapon.configurations.some(risesWithDistance);
  if (list.length === 0 && !rises) return null;
  return (
    <section className="grid gap-3 border-l-3 border-warn bg-surface-2 p-4">
      <h3 className="text-2">{m.arsenal_sources_differ()}</h3>
      {rises && <p className="text-0">{m.arsenal_damage_rises_with_distance()}</p>}
      {list.map(({ title, claims }) => (
        <div key={title}>
          <h4 className="font-cond text-0 font-bold text-ink-2">{title}</h4>
          <ol className="mt-1 grid gap-1">
            {[...Map.groupBy(claims, ({ text }) => text)].map(([text, sameText], index) => (
              <li key={text} className="flex flex-wrap items-baseline justify-between gap-x-4">
                <span className="num">
                  <b>{text}</b>
                  {index === 0 && <span className="ml-2 text-00 text-ink-3">{m.arsenal_shown_value()}</span>}
                </span>
                <span className="flex flex-wrap gap-x-2">
                  {sameText.map(({ sourceId }) => (
                    <SourceNote key={sourceId} source={sources.get(sourceId)} />
                  ))}
                </span>
              </li>
            ))}
          </ol>
        </div>
      ))}
    </section>
  );
}

// The figures on which two sources disagree.
type ClaimText = { text: string; sourceId: string };
export type Disagreement = { title: string; claims: readonly ClaimText[] };

type Conflict = Bf4Weapon["conflicts"][number];

const CONFLICTS: Record<Conflict, { title: string; getClaims: (weapon: Bf4Weapon) => readonly ClaimText[] }> = {
  rateOfFireRpm: {
    title: FIGURE_LABELS.rateOfFire,
    getClaims: (weapon) => [
      ...weapon.rateOfFireRpm.map(toClaims((rpm) => formatFigure("rateOfFire", rpm))),
      ...weapon.burstRateOfFireRpm.map(
        toClaims((rpm) => m.arsenal_rate_in_bursts({ rate: formatFigure("burst", rpm) })),
      ),
    ],
  },
  magazine: {
    title: FIGURE_LABELS.magazine,
    getClaims: (weapon) => weapon.magazine.map(toClaims((rounds) => formatFigure("magazine", rounds))),
  },
  damage: {
    title: getShortLabel("damage"),
    getClaims: (weapon) => [
      ...weapon.damage.map(toClaims((damage) => formatDamage(getDamageRange({ damage }) ?? { max: 0, min: 0 }))),
      ...weapon.damageEnds.map(toClaims(({ max, min }) => formatDamage({ max, min: min ?? max }))),
    ],
  },
};

const toClaims =
  <T,>(format: (value: T) => string) =>
  ({ value, sourceId }: Claim<T>): ClaimText => ({ text: format(value), sourceId });

/** Returns the figures on which the sources of a Battlefield 4 weapon disagree; the first claim is the one shown. */
function bf4Disagreements(weapon: Bf4Weapon): readonly Disagreement[] {
  return weapon.conflicts.map((conflict) => {
    const { title, getClaims: claimsOf } = CONFLICTS[conflict];
    return { title, claims: claimsOf(weapon) };
  });
}

import type { DamageProfile } from "#domain/game-data/schemas/mechanics.ts";
import { getDamageEnds } from "#web/features/arsenal/figures.ts";
import { RANGE_M } from "#web/features/arsenal/terms.ts";

const WIDTH = RANGE_M.max;
const HEIGHT = 40;

/** The shape of a weapon's damage from 0 m to 150 m, its greatest on top. Decorative beside its figures. */
export function Falloff({ damage }: { damage: DamageProfile }) {
  const top = getDamageEnds({ damage })?.max ?? 1;
  const y = (value: number) => Math.round((1 - value / top) * (HEIGHT - 4)) + 2;
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="h-4 w-full max-w-20 shrink-0 fill-none stroke-accent-line"
    >
      <path d={getPath(damage, y)} vectorEffect="non-scaling-stroke" strokeWidth="1.5" />
    </svg>
  );
}

function getPath(damage: DamageProfile, y: (value: number) => number): string {
  if (damage.kind === "linear") {
    const { max, min, dropStartM, dropEndM } = damage;
    return `M0 ${y(max)}H${dropStartM}L${dropEndM} ${y(min)}H${WIDTH}`;
  }
  const steps = damage.steps.filter(({ fromM }) => fromM < WIDTH);
  return (
    steps.map((step, index) => (index === 0 ? `M0 ${y(step.damage)}` : `H${step.fromM}V${y(step.damage)}`)).join("") +
    `H${WIDTH}`
  );
}

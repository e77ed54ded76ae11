import type { GameId } from "#domain/game.ts";
import { HIT_POINTS } from "./figures.ts";

const DAMAGE_LAW = {
  bf4: "Damage is full up to a first distance, falls on a straight line to a second one, and stays there.",
  bf2042: "Damage falls in steps: each holds from its distance to the next.",
} as const satisfies Record<GameId, string>;

const HEALTH = {
  bf4: `A soldier has ${HIT_POINTS.normal} health, on hardcore servers ${HIT_POINTS.hardcore}.`,
  bf2042: `A soldier has ${HIT_POINTS.normal} health.`,
} as const satisfies Record<GameId, string>;

const PARTS = {
  bf4: "Attachments change no figure a public source gives.",
  bf2042: "Damage, velocity and rate of fire are those of the barrel and the ammunition chosen.",
} as const satisfies Record<GameId, string>;

/** The formulas behind the figures, and what they leave out. */
export function Method({ game }: { game: GameId }) {
  return (
    <details className="border-t border-line pt-4">
      <summary className="min-h-8 font-cond text-2 font-bold">How this is computed</summary>
      <div className="mt-2 grid gap-2 text-0 text-ink-2">
        <p>{DAMAGE_LAW[game]}</p>
        <p>{HEALTH[game]} Shots to kill are the fewest hits whose damage reaches it:</p>
        <p className="num bg-surface-2 p-2 text-ink">
          head hits × damage × pellets × head multiplier + body hits × damage × pellets ≥ health
        </p>
        <p className="num bg-surface-2 p-2 text-ink">time to kill = (shots − 1) × 60,000 ÷ rounds a minute, in ms</p>
        <p>
          Every shot hits, all pellets of a shell hit, body hits are to the chest. Flight of the bullet, aiming, healing
          and armour are left out. {PARTS[game]}
        </p>
      </div>
    </details>
  );
}

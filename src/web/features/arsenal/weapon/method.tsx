import type { GameId } from "#domain/game.ts";
import type { Combat } from "#domain/game-data/schemas/combat.ts";
import type { Source } from "#domain/game-data/source.ts";
import { getHealth } from "#domain/weapons/health.ts";
import { SourceNote } from "./source-note.tsx";

const DAMAGE_LAW = {
  bf4: "Damage is full up to a first distance, falls on a straight line to a second one, and stays there.",
  bf2042: "Damage falls in steps: each holds from its distance to the next.",
} as const satisfies Record<GameId, string>;

const PARTS = {
  bf4: "Attachments change no figure a public source gives.",
  bf2042: "Damage, velocity and rate of fire are those of the barrel and the ammunition chosen.",
} as const satisfies Record<GameId, string>;

function formatHealth(combat: Combat): string {
  const normal = getHealth(combat, "normal");
  const hardcore = getHealth(combat, "hardcore");
  if (normal === null) return "No source gives the health of a soldier.";
  return `A soldier has ${normal} health${hardcore === null ? "" : `, on hardcore servers ${hardcore}`}.`;
}

type MethodProps = { game: GameId; combat: Combat; sources: ReadonlyMap<string, Source> };

/** The formulas behind the figures, and what they leave out. */
export function Method({ game, combat, sources }: MethodProps) {
  return (
    <details className="border-t border-line pt-4">
      <summary className="min-h-8 font-cond text-2 font-bold">How this is computed</summary>
      <div className="mt-2 grid gap-2 text-0 text-ink-2">
        <p>{DAMAGE_LAW[game]}</p>
        <div className="flex flex-wrap items-center gap-2">
          <p>{formatHealth(combat)}</p>
          <SourceNote source={sources.get(combat.health.normal[0]?.sourceId ?? "")} />
        </div>
        <p>Shots to kill are the fewest hits whose damage reaches it:</p>
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

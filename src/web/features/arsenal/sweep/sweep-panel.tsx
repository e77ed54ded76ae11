import { useEffect, useMemo, useRef, useState } from "react";
import type { Combat } from "#domain/game-data/schemas/combat.ts";
import { getHealth } from "#domain/weapons/health.ts";
import { RangeSlider } from "#web/components/fields/range-slider.tsx";
import { Button } from "#web/components/ui/button.tsx";
import type { Row } from "#web/features/arsenal/table/row-figures.ts";
import type { Terms } from "#web/features/arsenal/terms.ts";
import { formatWeapons } from "#web/features/arsenal/words.ts";
import { Ranking } from "./sweep-ranking.tsx";
import { getSweep } from "./sweep-terms.ts";
import { type SweepState, useSweep } from "./use-sweep.ts";

type SweepPanelProps = {
  rows: readonly Row[];
  /** Ids of the weapons the search leaves. */
  left: ReadonlySet<string>;
  terms: Terms;
  combat: Combat;
  onOpen: (weaponId: string) => void;
  onClose: () => void;
};

/** Which weapon kills fastest at each distance: fights tried by chance for every weapon the search leaves. */
export function SweepPanel({ rows, left, terms, combat, onOpen, onClose }: SweepPanelProps) {
  const [headPercent, setHeadPercent] = useState(terms.head === "all" ? 100 : 0);
  const { part, defensive, hitRate } = terms;
  const health = getHealth(combat, terms.health);
  const weapons = useMemo(
    () => rows.filter(({ weapon }) => left.has(weapon.id)).map(({ weapon }) => weapon),
    [rows, left],
  );
  const asked = useMemo(
    () => (health === null ? null : getSweep(weapons, { part, defensive, hitRate, health, headPercent })),
    [weapons, part, defensive, hitRate, health, headPercent],
  );
  const { state, start, cancel } = useSweep();
  const names = useMemo(() => new Map(weapons.map(({ id, name }) => [id, name])), [weapons]);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const count = asked?.sweep.contenders.length ?? 0;
  return (
    <section aria-labelledby="sweep-title" className="mt-6 grid gap-5">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <h2 ref={title} id="sweep-title" tabIndex={-1} className="text-4 outline-none">
          Which weapon kills fastest at each distance?
        </h2>
        <Button onClick={onClose}>Back to the list</Button>
      </header>
      <div className="panel grid items-end gap-x-6 gap-y-4 p-4 md:grid-cols-[1fr_auto] md:p-5">
        <RangeSlider
          label="Hits to the head"
          value={headPercent}
          min={0}
          max={100}
          step={5}
          unit="%"
          onChange={setHeadPercent}
        />
        <Button
          kind="primary"
          disabled={count === 0 || state.kind === "running"}
          onClick={() => asked && start(asked.sweep)}
        >
          Rank {formatWeapons(count)}
        </Button>
      </div>
      <p className="text-0 text-ink-2">
        Class, kit, hit rate, body and health are those set above; head hits fall by chance. A thousand fights a weapon
        and distance, the same luck for all. Left out: attachments, reloads, flight of the bullet, spread and recoil
        beyond the hit rate
        {asked && asked.leftOut > 0 ? `, and ${formatWeapons(asked.leftOut)} without a public figure it needs` : ""}.
      </p>
      {health === null && <p>No source gives the health of a soldier.</p>}
      <Progress state={state} onCancel={cancel} />
      {state.kind === "done" && <Ranking result={state.result} nameOf={(id) => names.get(id) ?? id} onOpen={onOpen} />}
    </section>
  );
}

function Progress({ state, onCancel }: { state: SweepState; onCancel: () => void }) {
  if (state.kind === "failed") return <p role="alert">The ranking could not be worked out. Try again.</p>;
  if (state.kind !== "running")
    return (
      <p role="status" className="sr-only">
        {state.kind === "done" ? "Ranked" : ""}
      </p>
    );
  const { done, total } = state.progress;
  return (
    <div className="flex flex-wrap items-center gap-4">
      <progress aria-label="Weapons tried" value={done} max={total} className="h-3 grow accent-accent" />
      <span className="num text-0">
        {done} of {total}
      </span>
      <Button size="small" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}

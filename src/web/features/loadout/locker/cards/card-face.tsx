import type { ReactNode } from "react";
import { formatTtk } from "#domain/game-data/text/figure-words.ts";
import { isVehicleLoadout, type SoldierLoadout } from "#domain/loadout/loadout.ts";
import { bodyTtkMs } from "#domain/loadout/range-starters.ts";
import { Stat } from "#web/components/figures/stat.tsx";
import type { Saved } from "#web/features/loadout/answers.ts";
import { changesGun, type GameFacts, getMounted } from "./faces.ts";

const HEADLINE_M = 30;

type CardFaceProps = { saved: Saved; facts: GameFacts };

/** What a loadout carries first, how fast that kills, and when it was changed. */
export function CardFace({ saved: { loadout, updatedAt }, facts }: CardFaceProps) {
  const updated = <Stat label="Updated" value={<Day at={updatedAt} />} />;
  if (!isVehicleLoadout(loadout)) return <SoldierLines loadout={loadout} facts={facts} updated={updated} />;
  return (
    <>
      <p className="font-cond text-1">{getMounted(loadout, facts.vehicles)}</p>
      <dl className="flex items-end justify-end gap-4 border-t border-line pt-2">{updated}</dl>
    </>
  );
}

type SoldierLinesProps = { loadout: SoldierLoadout; facts: GameFacts; updated: ReactNode };

function SoldierLines({ loadout, facts: { weapons, hitPoints }, updated }: SoldierLinesProps) {
  const primary = weapons.get(loadout.primary.weaponId ?? "");
  const ttkMs = primary ? bodyTtkMs(primary, HEADLINE_M, hitPoints) : null;
  return (
    <>
      <p className="font-cond text-1">
        <b>{primary?.name ?? "No primary"}</b>
        <span className="text-ink-2"> · {weapons.get(loadout.sidearm.weaponId ?? "")?.name ?? "No sidearm"}</span>
      </p>
      <dl className="flex items-end justify-between gap-4 border-t border-line pt-2">
        <Stat
          label={`TTK at ${HEADLINE_M} m${changesGun(loadout) ? ", gun as issued" : ""}`}
          value={ttkMs === null ? null : formatTtk(ttkMs)}
        />
        {updated}
      </dl>
    </>
  );
}

const DAYS = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", year: "numeric" });

function Day({ at }: { at: string }) {
  return (
    <time dateTime={at} className="text-0 font-semibold text-ink-2">
      {DAYS.format(new Date(at))}
    </time>
  );
}

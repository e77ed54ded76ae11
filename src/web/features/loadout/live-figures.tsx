import { type ComponentType, Suspense, useMemo, useState } from "react";
import { type Ballistics, ballisticsOf } from "#domain/arsenal/ballistics.ts";
import { damageAt } from "#domain/arsenal/damage-at.ts";
import { shotsToKill, timeToKillMs } from "#domain/arsenal/lethality.ts";
import { KIT_SLOT_TITLES } from "#domain/arsenal/slot.ts";
import type { Loadout } from "#domain/loadout/loadout.ts";
import { figure } from "#web/ui/chart-scale.ts";
import { NativeSelect } from "#web/ui/native-select.tsx";
import { RangeSlider } from "#web/ui/range-slider.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Stat } from "#web/ui/stat.tsx";
import type { WeaponAnswer } from "./answers.ts";
import { buildOf } from "./build-of.ts";
import { sayTtk } from "./starters.ts";

export type BuildFiguresProps = {
  build: Ballistics;
  asIssued: Ballistics | null;
  target: { rangeM: number; head: "0"; health: "normal" | "hardcore" };
};

type LiveFiguresProps = {
  loadout: Loadout;
  answers: ReadonlyMap<string, WeaponAnswer>;
  Figures: ComponentType<BuildFiguresProps>;
};

const SLOTS = ["primary", "sidearm"] as const;
const SLOT_CHOICES = SLOTS.map((slot) => ({ value: slot, label: KIT_SLOT_TITLES[slot] }));
const HEALTHS = [
  { value: "normal", label: "Normal, 100" },
  { value: "hardcore", label: "Hardcore, 60" },
] as const;
const HIT_POINTS = { normal: 100, hardcore: 60 } as const;

/** What the weapons of this very loadout do, at a range one chooses. */
export function LiveFigures({ loadout, answers, Figures }: LiveFiguresProps) {
  const [slot, setSlot] = useState<(typeof SLOTS)[number]>("primary");
  const [rangeM, setRangeM] = useState(30);
  const [health, setHealth] = useState<"normal" | "hardcore">("normal");
  const carried = loadout[slot];
  const answer = answers.get(carried.weaponId ?? "");
  const build = useMemo(() => (answer ? buildOf(answer, carried) : null), [answer, carried]);
  const asIssued = useMemo(() => (answer ? ballisticsOf(answer.weapon) : null), [answer]);
  return (
    <section
      aria-labelledby="live-figures"
      className="panel grid gap-5 p-4 md:p-5 lg:sticky lg:top-[calc(var(--bar-h)+1rem)] lg:max-h-[calc(100dvh-var(--bar-h)-7rem)] lg:overflow-y-auto"
    >
      <h3 id="live-figures" className="text-2">
        Figures of this loadout
      </h3>
      <div className="grid grid-cols-2 gap-3">
        <NativeSelect label="Weapon" value={slot} choices={SLOT_CHOICES} onChange={setSlot} />
        {loadout.game === "bf4" && (
          <NativeSelect label="Health" value={health} choices={HEALTHS} onChange={setHealth} />
        )}
      </div>
      <RangeSlider label="Range" value={rangeM} min={0} max={150} step={5} unit="m" onChange={setRangeM} />
      {answer && build ? (
        <>
          <p className="font-cond text-3 font-bold">{answer.weapon.name}</p>
          <Headlines build={build} asIssued={asIssued} rangeM={rangeM} hitPoints={HIT_POINTS[health]} />
          <Suspense fallback={<Skeleton label="Loading the charts" rows={4} />}>
            <Figures build={build} asIssued={asIssued} target={{ rangeM, head: "0", health }} />
          </Suspense>
        </>
      ) : (
        <p className="text-0 text-ink-2">{silenceAbout(carried.weaponId, answer)}</p>
      )}
    </section>
  );
}

function silenceAbout(weaponId: string | null, answer: WeaponAnswer | undefined): string {
  if (weaponId === null) return "No weapon is chosen here.";
  return answer ? "No source gives figures for this barrel with this ammunition." : "Loading its figures…";
}

type HeadlinesProps = { build: Ballistics; asIssued: Ballistics | null; rangeM: number; hitPoints: number };

function Headlines({ build, asIssued, rangeM, hitPoints }: HeadlinesProps) {
  const now = killOf(build, rangeM, hitPoints);
  const then = asIssued && killOf(asIssued, rangeM, hitPoints);
  const { magazine, velocityMps, rateOfFireRpm } = build;
  return (
    <dl aria-live="polite" className="grid grid-cols-3 gap-x-4 gap-y-3">
      <Stat
        label="Damage"
        value={now.damage === null ? null : figure(now.damage)}
        note={change(now.damage, then?.damage)}
      />
      <Stat label="Shots to kill" value={now.shots} note={change(now.shots, then?.shots)} />
      <Stat
        label="Time to kill"
        value={now.ttkMs === null ? null : sayTtk(now.ttkMs)}
        note={change(now.ttkMs, then?.ttkMs, "ms")}
      />
      <Stat label="Magazine" value={magazine} note={change(magazine, asIssued?.magazine)} />
      <Stat
        label="Rate of fire"
        value={rateOfFireRpm === null ? null : figure(rateOfFireRpm)}
        unit="rpm"
        note={change(rateOfFireRpm, asIssued?.rateOfFireRpm)}
      />
      <Stat label="Velocity" value={velocityMps} unit="m/s" note={change(velocityMps, asIssued?.velocityMps)} />
    </dl>
  );
}

function killOf({ damage, pellets, rateOfFireRpm }: Ballistics, rangeM: number, health: number) {
  const one = damage && damageAt(damage, rangeM);
  const shots = one === null || pellets === null ? null : shotsToKill({ health, damage: one, pellets });
  const ttkMs = shots === null ? null : shots === 1 ? 0 : timeToKillMs(shots, rateOfFireRpm);
  return { damage: one, shots, ttkMs };
}

/** A signed change against the weapon as issued; nothing where there is none. */
function change(now: number | null, then: number | null | undefined, unit = ""): string | null {
  if (now === null || then === null || then === undefined) return null;
  const difference = Math.round((now - then) * 10) / 10;
  if (difference === 0) return null;
  return `${difference < 0 ? "−" : "+"}${figure(Math.abs(difference), unit)} vs issued`;
}

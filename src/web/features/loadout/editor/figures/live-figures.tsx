import { type ComponentType, Suspense, useMemo, useState } from "react";
import type { Combat } from "#domain/game-data/schemas/combat.ts";
import { KIT_SLOT_TITLES } from "#domain/game-data/slot.ts";
import type { SoldierLoadout } from "#domain/loadout/loadout.ts";
import { type Ballistics, getBallistics } from "#domain/weapons/ballistics.ts";
import { Skeleton } from "#web/components/feedback/skeleton.tsx";
import { NativeSelect } from "#web/components/fields/native-select.tsx";
import type { WeaponAnswer } from "#web/features/loadout/answers.ts";
import { KillStats } from "#web/features/loadout/editor/figures/kill/kill-stats.tsx";
import { TtkChart } from "#web/features/loadout/editor/figures/kill/ttk-chart.tsx";
import { type Aim, getTarget } from "./aim.ts";
import { AimControls } from "./aim-controls.tsx";
import { getBuild } from "./build-of.ts";
import { FigureSources } from "./figure-sources.tsx";
import { HandlingChanges } from "./handling-changes.tsx";

export type BuildFiguresProps = {
  build: Ballistics;
  asIssued: Ballistics | null;
  target: { rangeM: number; head: "0"; hitPoints: number | null };
};

type GunSlot = "primary" | "sidearm";

/** What the figures are for: which gun, and how it is fired at whom. */
export type Watch = { slot: GunSlot; aim: Aim };

type LiveFiguresProps = {
  loadout: SoldierLoadout;
  answers: ReadonlyMap<string, WeaponAnswer>;
  combat: Combat;
  watch: Watch;
  onWatch: (watch: Watch) => void;
  Figures: ComponentType<BuildFiguresProps>;
};

const SLOT_CHOICES = (["primary", "sidearm"] as const).map((slot) => ({ value: slot, label: KIT_SLOT_TITLES[slot] }));

/** What the weapons of this very loadout do, for the aim one chooses. */
export function LiveFigures({ loadout, answers, combat, watch, onWatch, Figures }: LiveFiguresProps) {
  const { slot, aim } = watch;
  const carried = loadout[slot];
  const answer = answers.get(carried.weaponId ?? "");
  const build = useMemo(() => (answer ? getBuild(answer, carried) : null), [answer, carried]);
  return (
    <>
      <NativeSelect
        label="Weapon"
        value={slot}
        choices={SLOT_CHOICES}
        onChange={(next) => onWatch({ ...watch, slot: next })}
      />
      <AimControls aim={aim} combat={combat} onAim={(next) => onWatch({ ...watch, aim: next })} />
      {answer && build ? (
        <GunFigures answer={answer} build={build} target={getTarget(aim, combat)} Figures={Figures} />
      ) : (
        <p className="text-0 text-ink-2">{silenceAbout(carried.weaponId, answer)}</p>
      )}
      {answer?.game === "bf2042" && "board" in carried && <HandlingChanges answer={answer} board={carried.board} />}
    </>
  );
}

function silenceAbout(weaponId: string | null, answer: WeaponAnswer | undefined): string {
  if (weaponId === null) return "No weapon is chosen here.";
  return answer ? "No source gives figures for this barrel with this ammunition." : "Loading its figures…";
}

type GunFiguresProps = Pick<LiveFiguresProps, "Figures"> & {
  answer: WeaponAnswer;
  build: Ballistics;
  target: ReturnType<typeof getTarget>;
};

function GunFigures({ answer, build, target, Figures }: GunFiguresProps) {
  const asIssued = useMemo(() => getBallistics(answer.weapon), [answer]);
  const [isOpen, setOpen] = useState(false);
  const { rangeM, hitPoints } = target;
  return (
    <>
      <p className="font-cond text-3 font-bold">{answer.weapon.name}</p>
      <KillStats build={build} asIssued={asIssued} target={target} />
      <TtkChart build={build} target={target} />
      <FigureSources answer={answer} build={build} />
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="link min-h-6 cursor-pointer font-semibold">Damage and shots at every range</summary>
        {isOpen && (
          <div className="pt-4">
            <Suspense fallback={<Skeleton label="Loading the charts" rows={4} />}>
              <Figures build={build} asIssued={asIssued} target={{ rangeM, head: "0", hitPoints }} />
            </Suspense>
          </div>
        )}
      </details>
    </>
  );
}

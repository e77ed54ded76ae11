import { type ComponentType, useState } from "react";
import { isVehicleLoadout, type Loadout } from "#domain/loadout/loadout.ts";
import type { Catalogue, WeaponData } from "#web/features/loadout/editor/use-weapon-data.ts";
import { FIRST_AIM } from "./aim.ts";
import { type BuildFiguresProps, LiveFigures, type Watch } from "./live-figures.tsx";
import { SummaryBar } from "./summary-bar.tsx";
import { VehicleFigures } from "./vehicle-figures.tsx";

type FiguresPaneProps = {
  loadout: Loadout;
  knowledge: Pick<WeaponData, "answers" | "armoury">;
  catalogue: Pick<Catalogue, "combat">;
  /** Beside the slots; else folded under a bar above them. */
  isWide: boolean;
  Figures: ComponentType<BuildFiguresProps>;
};

/** The figures of the loadout as it stands. */
export function FiguresPane({ loadout, knowledge, catalogue, isWide, Figures }: FiguresPaneProps) {
  const [watch, setWatch] = useState<Watch>({ slot: "primary", aim: FIRST_AIM });
  const { answers, armoury } = knowledge;
  const { combat } = catalogue;
  const figures = isVehicleLoadout(loadout) ? (
    <VehicleFigures loadout={loadout} armoury={armoury} />
  ) : (
    <LiveFigures {...{ loadout, answers, combat, watch, Figures }} onWatch={setWatch} />
  );
  if (!isWide) return <SummaryBar {...{ loadout, answers, combat, watch }}>{figures}</SummaryBar>;
  return (
    <section
      aria-labelledby="live-figures"
      className="panel sticky top-[calc(var(--bar-h)+1rem)] grid max-h-[calc(100dvh-var(--bar-h)-7rem)] gap-5 overflow-y-auto p-5"
    >
      <h3 id="live-figures" className="text-2">
        Figures of this loadout
      </h3>
      {figures}
    </section>
  );
}

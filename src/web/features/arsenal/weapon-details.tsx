import { type ReactNode, useMemo, useState } from "react";
import { type Ballistics, ballisticsOf } from "#domain/arsenal/ballistics.ts";
import type { Combat } from "#domain/arsenal/combat.ts";
import { KIT_TITLES } from "#domain/arsenal/kit-id.ts";
import type { Mechanics } from "#domain/arsenal/mechanics.ts";
import { multipliersOf } from "#domain/arsenal/multipliers.ts";
import type { Source } from "#domain/arsenal/source.ts";
import { carriersOf } from "#domain/arsenal/summary.ts";
import { sayUnlocks } from "#domain/arsenal/unlock-words.ts";
import { Button } from "#web/ui/button.tsx";
import { Tape } from "#web/ui/tape.tsx";
import { BuildChoice, type Chosen, choiceFor } from "./build-choice.tsx";
import { BuildFigures } from "./build-figures.tsx";
import { Disagreements } from "./disagreements.tsx";
import { FigureList } from "./figure-list.tsx";
import type { Lethal, Target } from "./figures.ts";
import { FireModes } from "./fire-modes.tsx";
import { HandlingChoice } from "./handling-choice.tsx";
import { LayerList } from "./layer-list.tsx";
import { layersOf } from "./layers.ts";
import { Method } from "./method.tsx";
import { Bf4Parts, Bf2042Parts } from "./part-list.tsx";
import { SeasonTwo } from "./season-two.tsx";
import type { WeaponAnswer } from "./weapon-answer.ts";
import { classOfOne } from "./words.ts";

type WeaponDetailsProps = {
  answer: WeaponAnswer;
  target: Target;
  combat: Combat;
  onAddToLoadout: (weaponId: string) => void;
};

/** Figures, charts, parts and sources of a weapon; in 2042 a barrel and an ammunition change what is shown. */
export function WeaponDetails({ answer, target, combat, onAddToLoadout }: WeaponDetailsProps) {
  const [chosen, setChosen] = useState<Chosen>({ barrel: null, ammunition: null });
  const sources = useMemo(() => new Map(answer.sources.map((source) => [source.id, source])), [answer]);
  const asIssued = useMemo(() => ballisticsOf(answer.weapon), [answer]);
  const build = useMemo(
    () => (answer.game === "bf2042" ? ballisticsOf(answer.weapon, choiceFor(answer, chosen)) : asIssued),
    [answer, chosen, asIssued],
  );
  const multipliers = useMemo(() => multipliersOf(answer.weapon, combat), [answer, combat]);
  const mechanics = answer.game === "bf2042" ? answer.weapon.mechanics : null;
  return (
    <div className="grid gap-6">
      <Head answer={answer} onAddToLoadout={onAddToLoadout} />
      {answer.game === "bf2042" && answer.weapon.base && (
        <BuildChoice answer={answer} base={answer.weapon.base} chosen={chosen} onChange={setChosen} />
      )}
      {build ? (
        <Figures
          build={{ ...build, multipliers }}
          asIssued={asIssued}
          mechanics={mechanics}
          target={target}
          sources={sources}
        />
      ) : (
        <p>No source lists this barrel with this ammunition.</p>
      )}
      <Disagreements answer={answer} chosen={chosen} sources={sources} />
      <Section title="Unlock">
        <p className="text-0">
          {answer.game === "bf4" ? sayUnlocks(answer.weapon.unlocks) : "What unlocks it has no public source."}
        </p>
      </Section>
      <Attachments answer={answer} />
      {mechanics && <SeasonTwo mechanics={mechanics} sources={sources} />}
      {mechanics && answer.game === "bf2042" && answer.attachments && (
        <HandlingChoice mechanics={mechanics} attachments={answer.attachments} />
      )}
      <Section title="What each source says">
        <LayerList layers={layersOf(answer.weapon, build?.configuration ?? null)} sources={sources} />
      </Section>
      <Method game={answer.game} combat={combat} sources={sources} />
    </div>
  );
}

function Head({ answer: { weapon }, onAddToLoadout }: Pick<WeaponDetailsProps, "answer" | "onAddToLoadout">) {
  const { found, kitIds } = carriersOf(weapon);
  const kits = kitIds.length === 4 ? ["All kits"] : kitIds.map((id) => KIT_TITLES[id]);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Tape>{classOfOne(weapon.class)}</Tape>
      {found === "loadout" && kits.map((kit) => <Tape key={kit}>{kit}</Tape>)}
      {found === "portal" && <Tape>Portal only</Tape>}
      {found === "map" && <Tape>Found on the map</Tape>}
      {found === "loadout" && (
        <Button kind="primary" onClick={() => onAddToLoadout(weapon.id)} className="ml-auto">
          Add to loadout
        </Button>
      )}
    </div>
  );
}

type FiguresProps = {
  build: Ballistics & Pick<Lethal, "multipliers">;
  mechanics: Mechanics | null;
  asIssued: Ballistics | null;
  target: Target;
  sources: ReadonlyMap<string, Source>;
};

function Figures({ build, asIssued, mechanics, target, sources }: FiguresProps) {
  return (
    <>
      <Section title="Figures">
        <FigureList build={build} target={target} gravityMps2={mechanics?.gravityMps2 ?? null} sources={sources} />
        <FireModes build={build} mechanics={mechanics} target={target} />
      </Section>
      <Section title="At a distance">
        <BuildFigures build={build} asIssued={asIssued} target={target} />
      </Section>
    </>
  );
}

function Attachments({ answer }: { answer: WeaponAnswer }) {
  return (
    <Section title="Attachments">
      {answer.attachments === null ? (
        <p className="text-0 text-ink-2">No source lists the attachments of this weapon.</p>
      ) : answer.game === "bf4" ? (
        <Bf4Parts attachments={answer.attachments} />
      ) : (
        <Bf2042Parts attachments={answer.attachments} />
      )}
    </Section>
  );
}

/** A titled part of the drawer. */
function Section({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section className="grid gap-3 border-t border-line pt-4">
      <h3 className="text-2">{title}</h3>
      {children}
    </section>
  );
}

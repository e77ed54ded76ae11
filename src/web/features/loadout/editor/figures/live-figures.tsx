import { type ComponentType, Suspense, useMemo, useState } from "react";
import type { Combat } from "#domain/game-data/schemas/combat.ts";
import type { Bf4Loadout, Bf2042Loadout, SoldierLoadout } from "#domain/loadout/loadout.ts";
import { type Ballistics, getBallistics } from "#domain/weapons/ballistics.ts";
import { type FigureChange, getHandlingChanges } from "#domain/weapons/handling.ts";
import type { Target } from "#domain/weapons/lethality/at-range.ts";
import { getTarget, type Scenario } from "#domain/weapons/scenario.ts";
import { m } from "#messages";
import { formatPartEffects } from "#messages/game/figure-words.ts";
import { FIGURE_LABELS, formatChange, formatFigure } from "#messages/game/figures.ts";
import { KIT_SLOT_TITLES } from "#messages/game/titles.ts";
import { KillStats, TtkChart } from "#web/features/loadout/editor/figures/kill/kill-figures.tsx";
import type { WeaponAnswer } from "#web/features/loadout/loadout-search.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { NativeSelect } from "#web/ui/fields/native-select.tsx";
import { BattlelogBars } from "#web/ui/figures/battlelog-bars.tsx";
import { Unknown } from "#web/ui/figures/stat.tsx";
import { AimControls, getAnswerBuild } from "./aim-controls.tsx";
import { FigureSources, SourceLine } from "./figure-sources.tsx";
import { LayerSelect } from "./figures-layer.tsx";
import { mountedParts } from "./handling.ts";

export type BuildFiguresProps = {
  build: Ballistics;
  asIssued: Ballistics | null;
  target: Target;
};

type GunSlot = "primary" | "sidearm";

/** What the figures are for: which gun, and how it is fired at whom. */
export type Watch = { slot: GunSlot; scenario: Scenario };

type LiveFiguresProps = {
  loadout: SoldierLoadout;
  answers: ReadonlyMap<string, WeaponAnswer>;
  combat: Combat;
  watch: Watch;
  onWatch: (watch: Watch) => void;
  /** Whether the charts over distance are open from the start. */
  isOpened: boolean;
  Figures: ComponentType<BuildFiguresProps>;
};

const SLOT_CHOICES = (["primary", "sidearm"] as const).map((slot) => ({ value: slot, label: KIT_SLOT_TITLES[slot] }));

/** What the weapons of this very loadout do, for the aim one chooses. */
export function LiveFigures({ loadout, answers, combat, watch, onWatch, ...rest }: LiveFiguresProps) {
  const { slot, scenario } = watch;
  const weaponChoice = loadout[slot];
  const answer = answers.get(weaponChoice.weaponId ?? "");
  const build = useMemo(() => (answer ? getAnswerBuild(answer, weaponChoice) : null), [answer, weaponChoice]);
  return (
    <>
      <div className="grid auto-cols-fr grid-flow-col gap-3">
        <NativeSelect
          label={m.common_weapon()}
          value={slot}
          choices={SLOT_CHOICES}
          onChange={(next) => onWatch({ ...watch, slot: next })}
        />
        <LayerSelect game={loadout.game} />
      </div>
      <AimControls {...{ scenario, combat }} onChange={(next) => onWatch({ ...watch, scenario: next })} />
      {answer && build ? (
        <GunFigures answer={answer} build={build} target={getTarget(scenario, combat)} {...rest} />
      ) : (
        <p className="text-0 text-ink-2">{silenceAbout(weaponChoice.weaponId, answer)}</p>
      )}
      {answer?.game === "bf2042" && "board" in weaponChoice && (
        <HandlingChanges answer={answer} board={weaponChoice.board} />
      )}
      {answer?.game === "bf4" && "attachments" in weaponChoice && (
        <PartEffects answer={answer} attachments={weaponChoice.attachments} />
      )}
    </>
  );
}

function silenceAbout(weaponId: string | null, answer: WeaponAnswer | undefined): string {
  if (weaponId === null) return m.loadout_no_weapon_is_chosen_here();
  return answer ? m.loadout_no_source_gives_figures() : m.loadout_loading_its_figures();
}

type GunFiguresProps = Pick<LiveFiguresProps, "isOpened" | "Figures"> & {
  answer: WeaponAnswer;
  build: Ballistics;
  target: Target;
};

function GunFigures({ answer, build, target, isOpened, Figures }: GunFiguresProps) {
  const asIssued = useMemo(() => getBallistics(answer.weapon), [answer]);
  const [isOpen, setOpen] = useState(isOpened);
  return (
    <>
      <p className="font-cond text-3 font-bold">{answer.weapon.name}</p>
      <KillStats build={build} asIssued={asIssued} target={target} />
      <TtkChart build={build} target={target} />
      <FigureSources answer={answer} build={build} />
      <details open={isOpened} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="link min-h-6 cursor-pointer font-semibold">
          {m.loadout_damage_and_shots_at_every_range()}
        </summary>
        {isOpen && (
          <div className="pt-4">
            <Suspense fallback={<Skeleton label={m.loadout_loading_the_charts()} rows={4} />}>
              <Figures build={build} asIssued={asIssued} target={target} />
            </Suspense>
          </div>
        )}
      </details>
    </>
  );
}

type HandlingChangesProps = {
  answer: Extract<WeaponAnswer, { game: "bf2042" }>;
  board: Bf2042Loadout["primary"]["board"];
};

/** What the parts mounted at the start change in a gun's handling, each change signed and marked with how it is known. */
function HandlingChanges({ answer, board }: HandlingChangesProps) {
  const { mechanics } = answer.weapon;
  const parts = mountedParts(answer, board);
  if (!mechanics || parts.length === 0) return null;
  const { changes, unmeasuredIds } = getHandlingChanges(mechanics, parts);
  const unmeasured = parts
    .filter(({ id, isDefault }) => unmeasuredIds.includes(id) && !isDefault)
    .map(({ id, name }) => name ?? id);
  return (
    <section aria-labelledby="handling-changes" className="grid gap-2 border-t border-line pt-3">
      <h4 id="handling-changes" className="flex flex-wrap items-center gap-2 font-cond text-1 font-bold">
        {m.loadout_what_the_parts_change()} <Badge>{m.common_season_2()}</Badge>
      </h4>
      {changes.length > 0 && <Changes changes={changes} />}
      {changes.length === 0 && unmeasured.length === 0 && (
        <p className="text-0 text-ink-2">{m.loadout_parts_change_nothing()}</p>
      )}
      {unmeasured.length > 0 && (
        <p className="text-0 text-ink-2">{m.common_not_measured_unmeasured({ unmeasured: unmeasured.join(", ") })}</p>
      )}
      <SourceLine
        what={m.loadout_against_the_bare_gun()}
        source={answer.sources.find(({ id }) => id === mechanics.sourceId)}
      />
    </section>
  );
}

type PartEffectsProps = {
  answer: Extract<WeaponAnswer, { game: "bf4" }>;
  attachments: Bf4Loadout["primary"]["attachments"];
};

/** What the mounted parts of a Battlefield 4 weapon change, in percent: the figures themselves are unknown. */
function PartEffects({ answer: { weapon, attachments, partTypes, sources }, attachments: chosen }: PartEffectsProps) {
  const mounted = (attachments?.slots ?? []).flatMap(({ slot, options }) => {
    const option = options.find(({ id, isDefault }) => (chosen[slot] ? id === chosen[slot] : isDefault));
    const type = partTypes.find(({ id }) => id === option?.typeId);
    return option && type ? [{ name: option.name, type }] : [];
  });
  const measured = mounted.filter(({ type }) => type.effects.length > 0);
  const [bars] = weapon.bars;
  if (!bars && measured.length === 0) return null;
  return (
    <section aria-labelledby="part-effects" className="grid gap-3 border-t border-line pt-3">
      <h4 id="part-effects" className="font-cond text-1 font-bold">
        {measured.length > 0 ? m.loadout_what_the_parts_change() : m.loadout_battlelog_bars()}
      </h4>
      {measured.length > 0 && (
        <dl className="grid gap-1 text-0">
          {measured.map(({ name, type }) => (
            <div key={type.id} className="flex flex-wrap justify-between gap-x-4 border-b border-line py-1">
              <dt className="font-cond font-semibold">{name}</dt>
              <dd>{formatPartEffects(type).join(", ")}</dd>
            </div>
          ))}
        </dl>
      )}
      {measured.length > 0 && (
        <SourceLine
          what={m.loadout_against_the_bare_weapon()}
          source={sources.find(({ id }) => id === measured[0]?.type.effects[0]?.sourceId)}
        />
      )}
      {bars && (
        <>
          <BattlelogBars bars={bars.value} parts={mounted.map(({ type }) => type)} />
          <SourceLine what={m.loadout_battlelog_bars()} source={sources.find(({ id }) => id === bars.sourceId)} />
        </>
      )}
    </section>
  );
}

const JUDGEMENTS = {
  better: { measured: m.loadout_better_measured(), computed: m.loadout_better_computed() },
  worse: { measured: m.loadout_worse_measured(), computed: m.loadout_worse_computed() },
} as const;

function Changes({ changes }: { changes: readonly FigureChange[] }) {
  return (
    <table className="num w-full text-0">
      <thead className="sr-only">
        <tr>
          <th scope="col">{m.common_figure()}</th>
          <th scope="col">{m.loadout_with_the_parts()}</th>
          <th scope="col">{m.loadout_change_column()}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ id, before, after, isBetter, basis }) => (
          <tr key={id} className="border-b border-line align-top">
            <th scope="row" className="py-1 pr-2 text-left font-normal">
              {FIGURE_LABELS[id]}
            </th>
            <td className="px-2 py-1 text-right whitespace-nowrap">
              {after === null ? <Unknown /> : formatFigure(id, after)}
            </td>
            {after === null ? (
              <td className="py-1 pl-2 text-right">
                <Unknown />
              </td>
            ) : (
              <td className={`py-1 pl-2 text-right ${isBetter ? "text-ok" : "text-danger"}`}>
                <b className="whitespace-nowrap">
                  <span aria-hidden="true">{after < before ? "▼" : "▲"}</span> {formatChange(id, before, after)}
                </b>
                <span className="block text-00 text-ink-3">{JUDGEMENTS[isBetter ? "better" : "worse"][basis]}</span>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

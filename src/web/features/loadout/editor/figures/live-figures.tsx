import { type ComponentType, Suspense, useMemo, useState } from "react";
import type { Armoury } from "#domain/loadout/armoury.ts";
import type { Bf4Loadout, Bf2042Loadout, SoldierLoadout } from "#domain/loadout/loadout.ts";
import { type Ballistics, getBallistics } from "#domain/weapons/ballistics.ts";
import { type FigureChange, getHandlingChanges } from "#domain/weapons/handling.ts";
import type { Target } from "#domain/weapons/lethality/at-range.ts";
import type { Scenario } from "#domain/weapons/scenario.ts";
import { m } from "#messages";
import { formatPartEffects } from "#messages/game/figure-words.ts";
import { FIGURE_LABELS, formatChange, formatFigure } from "#messages/game/figures.ts";
import { KillStats, TtkChart } from "#web/features/loadout/editor/figures/kill/kill-figures.tsx";
import { getResponseState, type WeaponResponses } from "#web/features/loadout/editor/use-weapon-data.ts";
import type { WeaponResponse } from "#web/features/loadout/loadout-search.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { BattlelogBars } from "#web/ui/figures/battlelog-bars.tsx";
import { Unknown } from "#web/ui/figures/stat.tsx";
import { FigureSources, SourceLine } from "./figure-sources.tsx";
import { listMountedParts } from "./handling.ts";
import { getResponseBuild } from "./response-build.ts";

export type BuildFiguresProps = {
  build: Ballistics;
  asIssued: Ballistics | null;
  target: Target;
};

type GunSlot = "primary" | "sidearm";

/** The gun whose figures are shown, and the scenario. */
export type Watch = { slot: GunSlot; scenario: Scenario };

type LiveFiguresProps = {
  loadout: SoldierLoadout;
  shown: WeaponResponses;
  armoury: Armoury;
  slot: Watch["slot"];
  target: Target;
  /** Whether the charts over distance are open from the start. */
  isOpened: boolean;
  Figures: ComponentType<BuildFiguresProps>;
};

/** The further figures of a weapon of the loadout for the chosen scenario. */
export function LiveFigures({ loadout, shown, armoury, slot, target, ...rest }: LiveFiguresProps) {
  const weaponChoice = loadout[slot];
  const { weaponId } = weaponChoice;
  const response = shown.responses.get(weaponId ?? "");
  const build = useMemo(() => (response ? getResponseBuild(response, weaponChoice) : null), [response, weaponChoice]);
  return (
    <>
      {response && build ? (
        <GunFigures response={response} build={build} target={target} {...rest} />
      ) : (
        <p className="text-0 text-ink-2">
          {weaponId === null
            ? m.loadout_no_weapon_is_chosen_here()
            : MISSING[getResponseState(weaponId, shown, armoury)]}
        </p>
      )}
      {response?.game === "bf2042" && "board" in weaponChoice && (
        <HandlingChanges response={response} board={weaponChoice.board} />
      )}
      {response?.game === "bf4" && "attachments" in weaponChoice && (
        <PartEffects response={response} attachments={weaponChoice.attachments} />
      )}
    </>
  );
}

/** The texts in place of the figures. */
const MISSING = {
  loaded: m.loadout_no_source_gives_figures(),
  unlisted: m.loadout_no_source_gives_figures(),
  loading: m.loadout_loading_its_figures(),
  failed: m.loadout_figures_not_loaded(),
} as const;

type GunFiguresProps = Pick<LiveFiguresProps, "isOpened" | "Figures"> & {
  response: WeaponResponse;
  build: Ballistics;
  target: Target;
};

function GunFigures({ response, build, target, isOpened, Figures }: GunFiguresProps) {
  const asIssued = useMemo(() => getBallistics(response.weapon), [response]);
  const [isOpen, setOpen] = useState(isOpened);
  return (
    <>
      <KillStats build={build} asIssued={asIssued} target={target} />
      <TtkChart build={build} target={target} />
      <FigureSources response={response} build={build} />
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
  response: Extract<WeaponResponse, { game: "bf2042" }>;
  board: Bf2042Loadout["primary"]["board"];
};

/** The changes of a gun's handling by its mounted parts, each with its sign and whether it was measured or computed. */
function HandlingChanges({ response, board }: HandlingChangesProps) {
  const { mechanics } = response.weapon;
  const parts = listMountedParts(response, board);
  if (!mechanics || parts.length === 0) return null;
  const { changes, unmeasuredIds } = getHandlingChanges(mechanics, parts);
  const unmeasured = parts
    .filter(({ id, isDefault }) => unmeasuredIds.includes(id) && !isDefault)
    .map(({ id, name }) => name ?? id);
  return (
    <section aria-labelledby="handling-changes" className="grid gap-2 border-t border-line pt-3">
      <div className="flex flex-wrap items-center gap-2">
        <h4 id="handling-changes" className="font-cond text-1 font-bold">
          {m.loadout_what_the_parts_change()}
        </h4>
        <Badge>{m.common_season_2()}</Badge>
      </div>
      {changes.length > 0 && <Changes changes={changes} />}
      {changes.length === 0 && unmeasured.length === 0 && (
        <p className="text-0 text-ink-2">{m.loadout_parts_change_nothing()}</p>
      )}
      {unmeasured.length > 0 && (
        <p className="text-0 text-ink-2">{m.common_not_measured_unmeasured({ unmeasured: unmeasured.join(", ") })}</p>
      )}
      <SourceLine
        what={m.loadout_against_the_bare_gun()}
        source={response.sources.find(({ id }) => id === mechanics.sourceId)}
      />
    </section>
  );
}

type PartEffectsProps = {
  response: Extract<WeaponResponse, { game: "bf4" }>;
  attachments: Bf4Loadout["primary"]["attachments"];
};

/** The effects of a Battlefield 4 weapon's mounted parts in percent, as the absolute figures are unknown. */
function PartEffects({ response: { weapon, attachments, partTypes, sources }, attachments: chosen }: PartEffectsProps) {
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

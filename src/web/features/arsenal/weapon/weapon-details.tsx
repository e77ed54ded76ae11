import { useMemo, useState } from "react";
import type { Claim } from "#domain/game-data/figure.ts";
import { SEASON_TWO } from "#domain/game-data/patch.ts";
import type { Bf4Handling, Bf4Weapon } from "#domain/game-data/schemas/bf4-weapon.ts";
import type { Combat } from "#domain/game-data/schemas/combat.ts";
import type { Mechanics } from "#domain/game-data/schemas/mechanics.ts";
import type { Source } from "#domain/game-data/source.ts";
import { getCarriers } from "#domain/game-data/summary.ts";
import { type Ballistics, getBallistics } from "#domain/weapons/ballistics.ts";
import type { Target } from "#domain/weapons/lethality/at-range.ts";
import type { VersusBuild } from "#domain/weapons/versus.ts";
import { m } from "#messages";
import { formatExpansion } from "#messages/catalogue/entry.ts";
import { formatChanges, formatPairs, formatSince } from "#messages/game/change-words.ts";
import { listCarriers } from "#messages/game/titles.ts";
import { formatUnlocks } from "#messages/game/unlock-words.ts";
import { useDrawWeapon } from "#web/data/silhouettes.tsx";
import { BuildFigures } from "#web/features/arsenal/weapon/figures/build-figures.tsx";
import { FigureList, FireModes } from "#web/features/arsenal/weapon/figures/figure-list.tsx";
import { getSingularClassTitle } from "#web/features/arsenal/words.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { copyLink } from "#web/ui/fields/use-copy.ts";
import { BattlelogBars } from "#web/ui/figures/battlelog-bars.tsx";
import { Silhouette } from "#web/ui/figures/silhouette.tsx";
import { BuildChoice, type Chosen, getMounted } from "./build-choice.tsx";
import { Disagreements } from "./disagreements.tsx";
import { HandlingChoice } from "./handling-choice.tsx";
import { SeasonTwo } from "./season-two.tsx";
import { type Bf2042Response, SourceNote, type WeaponResponse } from "./source-note.tsx";
import { getLayers, LayerList, Method } from "./weapon-layers.tsx";
import { Attachments, Section } from "./weapon-parts.tsx";

/** The actions that the drawer offers for its weapon. */
export type Actions = {
  /** Opens Versus with this build. */
  onCompare: (build: VersusBuild) => void;
  onAddToLoadout: (weaponId: string) => void;
};

type WeaponDetailsProps = {
  /** The parts that are chosen at first. */
  build: VersusBuild;
  response: WeaponResponse;
  target: Target;
  combat: Combat;
  actions: Actions;
};

/** The figures, charts, parts and sources of a weapon; in Battlefield 2042, for the chosen barrel and ammunition. */
export function WeaponDetails({ build: first, response, target, combat, actions }: WeaponDetailsProps) {
  const { barrel = null, ammunition = null } = first;
  const [chosen, setChosen] = useState<Chosen>({ barrel, ammunition });
  const sources = useMemo(() => new Map(response.sources.map((source) => [source.id, source])), [response]);
  const asIssued = useMemo(() => getBallistics(response.weapon), [response]);
  const build = useMemo(
    () => (response.game === "bf2042" ? getBallistics(response.weapon, getMounted(chosen)) : asIssued),
    [response, chosen, asIssued],
  );
  const mechanics = response.game === "bf2042" ? response.weapon.mechanics : null;
  const isSeasonTwo = response.game === "bf2042" && response.layer === SEASON_TWO;
  return (
    <div className="grid gap-6">
      <Head response={response} chosen={chosen} actions={actions} />
      {response.game === "bf2042" && response.weapon.base && (
        <BuildChoice response={response} base={response.weapon.base} chosen={chosen} onChange={setChosen} />
      )}
      {build ? (
        <Figures
          build={build}
          asIssued={asIssued}
          mechanics={isSeasonTwo ? mechanics : null}
          {...(response.game === "bf4" && {
            handling: response.weapon.handling[0],
            burstSourceId: response.weapon.burstRateOfFireRpm[0]?.sourceId,
          })}
          target={target}
          sources={sources}
        />
      ) : (
        <p>{m.arsenal_no_source_for_build()}</p>
      )}
      {response.game === "bf4" && <InTheGame weapon={response.weapon} sources={sources} />}
      {response.game === "bf2042" && response.changes.length > 0 && <Changes changes={response.changes} />}
      <Disagreements response={response} sources={sources} />
      <Section title={m.arsenal_unlock()}>
        <p className="text-0">
          {response.game === "bf4" ? formatUnlocks(response.weapon.unlocks) : getUnlockText(response)}
        </p>
      </Section>
      <Attachments response={response} />
      {mechanics && <SeasonTwo mechanics={mechanics} sources={sources} />}
      {mechanics && response.game === "bf2042" && response.attachments && (
        <HandlingChoice mechanics={mechanics} attachments={response.attachments} />
      )}
      <Section title={m.arsenal_all_sources()}>
        <LayerList layers={getLayers(response.weapon, build?.configuration ?? null)} sources={sources} />
      </Section>
      <Method game={response.game} combat={combat} sources={sources} />
    </div>
  );
}

const getUnlockText = ({ criteria }: Bf2042Response): string =>
  criteria.find(({ kind }) => kind === "weapon")?.sentence ?? m.entry_no_public_rule();

type HeadProps = Pick<WeaponDetailsProps, "response" | "actions"> & { chosen: Chosen };

function Head({ response: { game, weapon }, chosen, actions }: HeadProps) {
  const { availability, kitIds } = getCarriers(weapon);
  const { onCompare, onAddToLoadout } = actions;
  const draw = useDrawWeapon();
  return (
    <div className="grid gap-4">
      <Silhouette drawing={draw?.({ weaponId: weapon.id }) ?? null} className="w-full max-w-96 justify-self-center" />
      <p className="flex flex-wrap gap-2">
        <Badge>{getSingularClassTitle(weapon.class)}</Badge>
        {availability === "loadout" && listCarriers(game, kitIds).map((kit) => <Badge key={kit}>{kit}</Badge>)}
        {availability === "portal" && <Badge>{m.arsenal_portal_only()}</Badge>}
        {availability === "map" && <Badge>{m.arsenal_found_on_the_map()}</Badge>}
      </p>
      <div className="flex flex-wrap gap-2">
        {availability === "loadout" && (
          <Button kind="primary" onClick={() => onAddToLoadout(weapon.id)}>
            {m.arsenal_add_to_loadout()}
          </Button>
        )}
        <Button onClick={() => onCompare({ weaponId: weapon.id, ...getMounted(chosen) })}>{m.arsenal_versus()}</Button>
        <Button onClick={() => shareAddress(weapon.name)}>{m.common_share()}</Button>
      </div>
    </div>
  );
}

/** Opens the device's share sheet with the address of the page; copies the address if the device has no share sheet. */
async function shareAddress(title: string): Promise<void> {
  const url = location.href;
  const hasShareSheet = matchMedia("(pointer: coarse)").matches && "share" in navigator;
  if (!hasShareSheet) return copyLink(url);
  try {
    await navigator.share({ title, url });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "AbortError")) await copyLink(url);
  }
}

type FiguresProps = {
  build: Ballistics;
  mechanics: Mechanics | null;
  handling?: Claim<Bf4Handling> | undefined;
  burstSourceId?: string | undefined;
  asIssued: Ballistics | null;
  target: Target;
  sources: ReadonlyMap<string, Source>;
};

function Figures({ build, asIssued, mechanics, handling, burstSourceId, target, sources }: FiguresProps) {
  return (
    <>
      <Section title={m.common_figures()}>
        <FigureList
          build={build}
          target={target}
          mechanics={mechanics}
          handling={handling}
          burstSourceId={burstSourceId}
          sources={sources}
        />
        <FireModes build={build} mechanics={mechanics} target={target} />
      </Section>
      <Section title={m.arsenal_at_a_distance()}>
        <BuildFigures build={build} asIssued={asIssued} target={target} />
      </Section>
    </>
  );
}

const RANGE_CLASSES = {
  short: m.arsenal_range_short(),
  medium: m.arsenal_range_medium(),
  long: m.arsenal_range_long(),
  "very-long": m.arsenal_range_very_long(),
} as const;

/** What the game's own screens show about a weapon. */
function InTheGame({ weapon, sources }: { weapon: Bf4Weapon; sources: ReadonlyMap<string, Source> }) {
  const { bars, ammoType, rangeClass, expansion } = weapon;
  const facts = [
    [m.arsenal_ammunition(), ammoType],
    [m.arsenal_made_for_range(), rangeClass && RANGE_CLASSES[rangeClass]],
    [m.arsenal_from_expansion(), expansion && formatExpansion(expansion)],
  ].filter(([, value]) => value);
  const [shown] = bars;
  if (facts.length === 0 && !shown) return null;
  return (
    <Section title={m.arsenal_in_the_game()}>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-3">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt className="font-cond text-00 font-semibold text-ink-3">{label}</dt>
            <dd className="font-cond text-1 font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      {shown && (
        <>
          <BattlelogBars bars={shown.value} />
          <p className="flex flex-wrap items-baseline gap-x-3 text-0 text-ink-2">
            <span>{m.arsenal_what_battlelog_bars_are()}</span>
            <SourceNote source={sources.get(shown.sourceId)} isFull />
          </p>
        </>
      )}
    </Section>
  );
}

/** The differences between the weapon's records, newest first. */
function Changes({ changes }: Pick<Bf2042Response, "changes">) {
  return (
    <Section title={m.arsenal_differences_between_records()}>
      <p className="text-0 text-ink-2">{m.arsenal_what_a_difference_is()}</p>
      <ol className="grid gap-3">
        {changes.map((change) => (
          <li key={change.patch}>
            <h4 className="font-cond text-1 font-semibold">{formatSince(change)}</h4>
            <ul className="mt-1 grid gap-1 text-0">
              {change.groups.map((group) => (
                <li key={formatPairs(group)}>
                  <span className="text-ink-2">{m.common_label({ label: formatPairs(group) })}</span>{" "}
                  {formatChanges(group)}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </Section>
  );
}

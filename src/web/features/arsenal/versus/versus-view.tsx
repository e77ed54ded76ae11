import type { WritableAtom } from "nanostores";
import { useCallback, useDeferredValue, useMemo, useState } from "react";
import type { GameId } from "#domain/game.ts";
import { SHOWN_PATCH } from "#domain/game-data/patch.ts";
import { getBallistics } from "#domain/weapons/ballistics.ts";
import { formatScenario, RANGE_M } from "#domain/weapons/scenario.ts";
import { formatBuilds, listBuildKeys, VERSUS_BUILDS, type VersusBuild } from "#domain/weapons/versus.ts";
import { m } from "#messages";
import { formatList } from "#messages/format.ts";
import { getLayerChoices } from "#messages/game/titles.ts";
import { formatBuildNames } from "#messages/game/versus-words.ts";
import { ScenarioBar } from "#web/app/shell/scenario-bar.tsx";
import type { ListedWeapon } from "#web/features/arsenal/listed-weapon.ts";
import { DEFAULTS, getSearch, type Terms, type TermsChange } from "#web/features/arsenal/terms.ts";
import { type Listing, useAim } from "#web/features/arsenal/use-arsenal.ts";
import { LoadFailed, useWeaponResponses, type WeaponResponse } from "#web/features/arsenal/weapon/source-note.tsx";
import { getEarlierHeads } from "#web/features/arsenal/words.ts";
import { Button } from "#web/ui/button.tsx";
import { useStore } from "#web/ui/environment.ts";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { LazySelect } from "#web/ui/fields/lazy-select.tsx";
import { RangeSlider } from "#web/ui/fields/range-slider.tsx";
import { Switch } from "#web/ui/fields/switch.tsx";
import { useCopy } from "#web/ui/fields/use-copy.ts";
import { useFocusOnMount, useHotkey } from "#web/ui/keyboard.ts";
import { BuildCards } from "./build-cards.tsx";
import { OneFight } from "./one-fight.tsx";
import { useRangeStore, VersusCharts } from "./versus-charts.tsx";
import { type Contestant, getFigureRows } from "./versus-rows.ts";
import { VersusTable } from "./versus-table.tsx";
import { getRivals, VersusVerdict } from "./versus-verdict.tsx";

type VersusViewProps = {
  game: GameId;
  listing: Listing;
  terms: Terms;
  onChange: (change: TermsChange) => void;
  onOpen: (build: VersusBuild) => void;
  onClose: () => void;
};

/** Compares two to four builds: who of the first two wins, charts of all builds, and a row for every figure. */
export function VersusView({ game, listing, terms, onChange, onOpen, onClose }: VersusViewProps) {
  const { builds, missing } = useMemo(() => splitBuilds(terms.builds, listing), [terms.builds, listing]);
  const weapons = useMemo(() => builds.map(({ weaponId }) => findWeapon(listing, weaponId)), [builds, listing]);
  const { responses, failed, retry } = useWeaponResponses(
    game,
    terms.patch,
    useMemo(() => [...new Set(weapons.flatMap((weapon) => weapon ?? []))], [weapons]),
  );
  const contestants = useContestants(builds, responses);
  const target = useAim(terms, listing.combat);
  const [onlyDifferences, setOnlyDifferences] = useState(false);
  const rows = useMemo(() => getFigureRows(contestants, target), [contestants, target]);
  const store = useRangeStore(terms.rangeM, onChange);
  const sources = useMemo(
    () => new Map(responses.flatMap((response) => response?.sources ?? []).map((each) => [each.id, each])),
    [responses],
  );
  const setBuilds = useCallback((next: readonly VersusBuild[]) => onChange({ builds: next }), [onChange]);
  // The verdict is slow to compute, so the slider is rendered first.
  const shown = useDeferredValue(useMemo(() => ({ ...target, rangeM: terms.rangeM }), [target, terms.rangeM]));
  const rivals = useMemo(() => {
    const [first, second] = contestants;
    return first && second ? getRivals([first, second], shown) : null;
  }, [contestants, shown]);
  const note = terms.heads === 0 ? null : getEarlierHeads(weapons.flatMap((weapon) => weapon ?? []));
  useEscape(onClose);
  return (
    <section aria-labelledby="versus-title" className="grid gap-5">
      <Head game={game} terms={terms} onClose={onClose} />
      <ScenarioBar
        scenario={terms}
        patch={game === "bf2042" ? terms.patch : SHOWN_PATCH}
        combat={listing.combat}
        onChange={onChange}
        range={<LiveRange store={store} />}
      >
        {game === "bf2042" && (
          <LazySelect
            label={m.common_patch()}
            value={terms.patch}
            choices={getLayerChoices()}
            onChange={(patch) => onChange({ patch })}
          />
        )}
      </ScenarioBar>
      {failed && <LoadFailed onRetry={retry} />}
      {missing.length > 0 && <p role="alert">{m.arsenal_versus_weapons_missing({ weapons: formatList(missing) })}</p>}
      {rivals && <VersusVerdict rivals={rivals} target={shown} />}
      <BuildCards
        game={game}
        builds={builds}
        listing={listing}
        responses={responses}
        onChange={setBuilds}
        onOpen={onOpen}
      />
      {contestants.length === 0 && !failed && builds.length > 0 && (
        <Skeleton label={m.arsenal_loading_the_weapons()} rows={6} />
      )}
      {note && <p className="text-0 text-ink-2">{note}</p>}
      {contestants.length > 0 && (
        <>
          <VersusCharts contestants={contestants} target={target} store={store} />
          <Switch label={m.arsenal_only_differences()} checked={onlyDifferences} onChange={setOnlyDifferences} />
          <VersusTable {...{ contestants, rows, store, onlyDifferences, sources }} rangeM={terms.rangeM} />
          {rivals && "builds" in rivals && <OneFight key={getSceneKey(terms)} rivals={rivals} target={shown} />}
        </>
      )}
    </section>
  );
}

/** Identifies a fight: another build or scenario starts a new one. */
const getSceneKey = (terms: Terms): string =>
  `${formatBuilds(terms.builds)} ${terms.patch} ${JSON.stringify(formatScenario(terms))}`;

const findWeapon = ({ weapons }: Listing, weaponId: string): ListedWeapon | null =>
  weapons.find(({ id }) => id === weaponId) ?? null;

type HeadProps = Pick<VersusViewProps, "game" | "terms" | "onClose">;

function Head({ game, terms, onClose }: HeadProps) {
  const title = useFocusOnMount<HTMLHeadingElement>();
  const { rangeM, hitPercent, heads, health, part, defensive, patch, builds } = terms;
  const shared = { rangeM, hitPercent, heads, health, part, defensive, builds };
  const search = getSearch({ ...DEFAULTS, ...shared, patch: game === "bf2042" ? patch : SHOWN_PATCH });
  const { outcome, copy } = useCopy(`${location.origin}/${game}?${new URLSearchParams(search)}`);
  return (
    <header className="flex flex-wrap items-center gap-2">
      <h2 ref={title} id="versus-title" tabIndex={-1} className="grow text-5 outline-none">
        {m.arsenal_versus()}
      </h2>
      {builds.length >= VERSUS_BUILDS.min && (
        <Button size="small" onClick={copy}>
          {outcome === "copied" ? m.common_link_copied() : m.common_copy_link()}
        </Button>
      )}
      <Button size="small" onClick={onClose}>
        {m.arsenal_back_to_all_weapons()}
      </Button>
      <p role="status" className="sr-only">
        {outcome === "copied" && m.common_link_copied()}
      </p>
      {outcome === "refused" && <p role="alert">{m.arsenal_copying_blocked()}</p>}
    </header>
  );
}

function LiveRange({ store }: { store: WritableAtom<number> }) {
  const rangeM = useStore(store);
  return (
    <RangeSlider
      label={m.common_range()}
      {...RANGE_M}
      value={rangeM}
      unit={m.unit_m()}
      inLine
      className="min-w-36 grow"
      onChange={store.set}
    />
  );
}

/** Splits the builds of a link into those whose weapon the arsenal has and the ids of weapons that it does not have. */
function splitBuilds(builds: readonly VersusBuild[], listing: Listing) {
  const isListed = ({ weaponId }: VersusBuild) => findWeapon(listing, weaponId) !== null;
  return {
    builds: builds.filter(isListed),
    missing: builds.filter((build) => !isListed(build)).map(({ weaponId }) => weaponId),
  };
}

/** Closes Versus on Escape, unless a dialog above it handles the key first. */
const useEscape = (onClose: () => void): void =>
  useHotkey(({ key }) => {
    if (key === "Escape" && !document.querySelector("[role=dialog]")) onClose();
  });

/** Returns the leading builds that are loaded; it stops at the first that is not, so that each stays in its position. */
function useContestants(
  builds: readonly VersusBuild[],
  responses: readonly (WeaponResponse | null)[],
): readonly Contestant[] {
  return useMemo(() => {
    const all = builds.map(({ weaponId }) => responses.find((response) => response?.weapon.id === weaponId) ?? null);
    const missing = all.indexOf(null);
    const loaded = all.slice(0, missing < 0 ? all.length : missing).flatMap((response) => response ?? []);
    const keys = listBuildKeys(builds);
    const names = formatBuildNames(builds.map((build, index) => ({ ...build, name: all[index]?.weapon.name ?? "" })));
    return loaded.map((response, index) =>
      getContestant({ key: keys[index] ?? "", name: names[index] ?? "" }, builds[index] ?? { weaponId: "" }, response),
    );
  }, [builds, responses]);
}

function getContestant(
  place: Pick<Contestant, "key" | "name">,
  build: VersusBuild,
  response: WeaponResponse,
): Contestant {
  const ballistics = getBallistics(response.weapon, build);
  return {
    ...place,
    weaponId: build.weaponId,
    build: ballistics,
    mechanics: response.game === "bf2042" ? response.weapon.mechanics : null,
    disputed: response.game === "bf4" ? response.weapon.conflicts : ballistics?.disagree ? ["damage"] : [],
  };
}

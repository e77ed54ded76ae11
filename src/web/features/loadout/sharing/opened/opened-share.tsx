import { useQuery } from "@tanstack/react-query";
import { Link, Navigate } from "@tanstack/react-router";
import { type ComponentType, Suspense, useMemo } from "react";
import { GAME_TITLES, type GameId } from "#domain/game.ts";
import type { Armoury } from "#domain/loadout/armoury.ts";
import { listHeadlines } from "#domain/loadout/build.ts";
import { isVehicleLoadout, type Loadout, type SoldierLoadout } from "#domain/loadout/loadout.ts";
import { shareId } from "#domain/loadout/sharing/share.ts";
import { decodeShare, getShareGame } from "#domain/loadout/sharing/share-code.ts";
import { CHART_RANGE_M } from "#domain/weapons/lethality/kill-line.ts";
import { getTarget } from "#domain/weapons/scenario.ts";
import { m } from "#messages";
import { formatDay } from "#messages/format.ts";
import { formatTtk } from "#messages/game/figure-words.ts";
import { getLabelAt, getShortLabel } from "#messages/game/figures.ts";
import { formatTarget } from "#messages/game/scenario-words.ts";
import { KIT_TITLES } from "#messages/game/titles.ts";
import { describeLoadout, type LoadoutItem, listItems } from "#messages/loadout/describe.ts";
import { LINK_PROBLEMS, toShared } from "#messages/loadout/share-words.ts";
import { ErrorPanel } from "#web/app/shell/error-panel.tsx";
import { gamePath } from "#web/app/shell/page/game-search.ts";
import { Page } from "#web/app/shell/page/page.tsx";
import { useScenario } from "#web/app/shell/page/use-scenario.ts";
import { EquipmentPicture, ItemPicture } from "#web/data/equipment-pictures.tsx";
import { getErrorCode } from "#web/data/problem.ts";
import { CarriedSilhouette, useDrawWeapon } from "#web/data/silhouettes.tsx";
import { shouldRetryUnlessRefused, useTRPC } from "#web/data/trpc.ts";
import { TtkStrip } from "#web/data/ttk-strip.tsx";
import { getDrawnItem } from "#web/features/loadout/editor/fields/choices.ts";
import { SourceLine } from "#web/features/loadout/editor/figures/figure-sources.tsx";
import {
  FiguresChanged,
  NotLoaded,
  useFiguresLayer,
  useWeaponsAt,
} from "#web/features/loadout/editor/figures/figures-layer.tsx";
import { FiguresPane, useWatch } from "#web/features/loadout/editor/figures/figures-pane.tsx";
import type { BuildFiguresProps } from "#web/features/loadout/editor/figures/live-figures.tsx";
import { getResponseBuild } from "#web/features/loadout/editor/figures/response-build.ts";
import { getResponseState } from "#web/features/loadout/editor/use-weapon-data.ts";
import { getKitGlyph } from "#web/features/loadout/glyphs.ts";
import { type LoadoutDetails, useLoadoutDetails } from "#web/features/loadout/sharing/loadout-words.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button, getButtonClasses } from "#web/ui/button.tsx";
import { classes } from "#web/ui/class-names.ts";
import { CollapsedSection } from "#web/ui/collapsed-section.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Stat } from "#web/ui/figures/stat.tsx";
import { Glyph } from "#web/ui/glyph.tsx";
import { Panel } from "#web/ui/panel.tsx";
import type { LinkedLoadout } from "./share-actions.tsx";
import { ShareActions } from "./share-actions.tsx";

type ScreenProps = { game: GameId; Figures: ComponentType<BuildFiguresProps> };

/** The screen of a shared loadout, stored under an id or contained in a code. */
export function OpenedShare({ id, code, ...rest }: ScreenProps & { id?: string; code?: string }) {
  return id === undefined ? (
    <ShareByCode key={code} code={code ?? ""} {...rest} />
  ) : (
    <ShareById key={id} id={id} {...rest} />
  );
}

function ShareById({ game, id, Figures }: ScreenProps & { id: string }) {
  const isId = useMemo(() => shareId.safeParse(id).success, [id]);
  const query = useQuery({
    ...useTRPC().share.get.queryOptions({ id }),
    enabled: isId,
    retry: shouldRetryUnlessRefused,
  });
  const fault = getErrorCode(query.error);
  if (!isId || fault === "share_missing") return <ShareUnavailable game={game} reason="missing" />;
  if (fault === "share_revoked") return <ShareUnavailable game={game} reason="revoked" />;
  if (!query.data) return <PendingShare game={game} error={query.error} onRetry={query.refetch} />;
  const { loadout } = query.data;
  if (loadout.game !== game) return <Navigate to={gamePath[loadout.game]} search={{ s: id }} replace />;
  const linkedLoadout: LinkedLoadout = { ...query.data, shareKey: { name: "s", value: id } };
  return <SharedScreen linkedLoadout={linkedLoadout} Figures={Figures} />;
}

function ShareByCode({ game, code, Figures }: ScreenProps & { code: string }) {
  const owner = useMemo(() => getShareGame(code), [code]);
  const query = useQuery(useTRPC().arsenal.codebook.queryOptions({ game }));
  const decoded = useMemo(() => query.data && decodeShare(code, query.data), [code, query.data]);
  if (owner !== null && owner !== game) return <Navigate to={gamePath[owner]} search={{ l: code }} replace />;
  if (!decoded) return <PendingShare game={game} error={query.error} onRetry={query.refetch} />;
  if (decoded.kind !== "loadout") return <ShareUnavailable game={game} reason={decoded.kind} />;
  const linkedLoadout: LinkedLoadout = { ...toShared(decoded), createdAt: null, shareKey: { name: "l", value: code } };
  return <SharedScreen linkedLoadout={linkedLoadout} Figures={Figures} />;
}

type PendingShareProps = { game: GameId; error: unknown; onRetry: () => void };

function PendingShare({ game, error, onRetry }: PendingShareProps) {
  return (
    <>
      <title>{m.loadout_shared_loadout_game_fieldlocker({ game: GAME_TITLES[game] })}</title>
      <Page title={m.loadout_shared_loadout()}>
        {error ? (
          <ErrorPanel error={error} onRetry={onRetry} className="panel p-5" />
        ) : (
          <Skeleton label={m.common_loading_the_shared_loadout()} rows={8} />
        )}
      </Page>
    </>
  );
}

/** The reason why a link has no loadout, with links to other pages. */
function ShareUnavailable({ game, reason }: { game: GameId; reason: keyof typeof LINK_PROBLEMS }) {
  return (
    <>
      <title>{m.loadout_shared_loadout_fieldlocker()}</title>
      <Page title={m.share_nothing_title()} lead={LINK_PROBLEMS[reason]}>
        <div className="flex flex-wrap gap-3">
          {reason === "newer" && (
            <Button kind="primary" onClick={() => window.location.reload()}>
              {m.app_reload_page()}
            </Button>
          )}
          <Link to={gamePath[game]} search={{ tab: "loadouts" }} className={getButtonClasses()}>
            {m.loadout_game_loadouts({ game: GAME_TITLES[game] })}
          </Link>
          <Link to="/" className={getButtonClasses("quiet")}>
            {m.common_home()}
          </Link>
        </div>
      </Page>
    </>
  );
}

type SharedScreenProps = { linkedLoadout: LinkedLoadout; Figures: ComponentType<BuildFiguresProps> };

/** A read-only shared loadout with its actions. */
function SharedScreen({ linkedLoadout, Figures }: SharedScreenProps) {
  const { name, loadout } = linkedLoadout;
  return (
    <>
      <title>{`${name} · ${GAME_TITLES[loadout.game]} · Fieldlocker`}</title>
      <Page title={name} lead={getOrigin(linkedLoadout)}>
        <Suspense fallback={<Skeleton label={m.common_loading_the_shared_loadout()} rows={8} />}>
          <Content linkedLoadout={linkedLoadout} Figures={Figures} />
        </Suspense>
      </Page>
    </>
  );
}

/** The author and date of a share, as far as the link has them. */
function getOrigin({ loadout, author, createdAt }: LinkedLoadout): string {
  const day = createdAt && formatDay(createdAt);
  const parts = [
    GAME_TITLES[loadout.game],
    author ? m.loadout_origin_shared_by({ author }) : m.loadout_origin_shared(),
    day,
  ];
  return parts.filter(Boolean).join(m.common_dot());
}

function Content({ linkedLoadout, Figures }: SharedScreenProps) {
  const { loadout, note } = linkedLoadout;
  const details = useLoadoutDetails(loadout);
  const { armoury, combat, violationTexts } = details;
  const [title, ...items] = listItems(describeLoadout(loadout, armoury));
  const [primary, sidearm] = (["primary", "sidearm"] as const).map((slot) =>
    items.find(({ weaponSlot }) => weaponSlot === slot),
  );
  const [watch, onWatch] = useWatch(loadout.game);
  return (
    <div className="grid gap-4">
      <ShareActions linkedLoadout={linkedLoadout} isLegal={violationTexts.length === 0} />
      {violationTexts.length > 0 && <ViolationList violationTexts={violationTexts} />}
      <div className="grid gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        {isVehicleLoadout(loadout) ? (
          <Panel title={title?.value}>
            <EquipmentPicture
              of={{ game: "bf4", catalogue: "vehicle-loadouts", id: loadout.vehicleClassId }}
              className="mx-auto mb-3 w-full max-w-md"
            />
            <p className="text-0 text-ink-2">{m.loadout_vehicle_figures_not_public()}</p>
          </Panel>
        ) : (
          <div className="grid content-start gap-2">
            <PrimaryWeapon loadout={loadout} item={primary} {...details} />
            <CollapsedSection title={m.loadout_all_figures()}>
              <FiguresPane
                loadout={loadout}
                weaponData={details}
                catalogue={{ combat }}
                {...{ watch, onWatch }}
                isWide
                isOpened
                Figures={Figures}
              />
            </CollapsedSection>
          </div>
        )}
        <div className="flex flex-col gap-4">
          <Gear
            loadout={loadout}
            items={[...(sidearm ? [sidearm] : []), ...items.filter(({ weaponSlot }) => !weaponSlot)]}
            armoury={armoury}
          />
          {note && (
            <CollapsedSection title={m.loadout_note()}>
              <p className="whitespace-pre-line">{note}</p>
            </CollapsedSection>
          )}
          <FiguresChanged loadout={loadout} base={details} isFolded />
        </div>
      </div>
    </div>
  );
}

type PrimaryWeaponProps = LoadoutDetails & { loadout: SoldierLoadout; item: LoadoutItem | undefined };

/** The drawn primary weapon with its parts and figures. */
function PrimaryWeapon({ loadout, item, ...details }: PrimaryWeaponProps) {
  const kitId = loadout.game === "bf4" ? loadout.kitId : loadout.classId;
  return (
    <section aria-labelledby="primary-weapon" className="panel grid gap-3 p-4 md:px-6">
      <div className="flex items-center gap-3">
        <h2 id="primary-weapon" className="min-w-0 grow text-4 wrap-anywhere">
          {item?.value}
        </h2>
        <Glyph name={getKitGlyph(loadout.game, kitId)} className="size-7 text-accent" />
        <Badge>{KIT_TITLES[kitId]}</Badge>
      </div>
      {item && item.parts.length > 0 && <p className="text-0 text-ink-2">{item.parts.join(m.common_dot())}</p>}
      <CarriedSilhouette weapon={loadout.primary} className="w-full max-w-2xl justify-self-center" />
      <Headlines loadout={loadout} {...details} />
    </section>
  );
}

type HeadlinesProps = Pick<LoadoutDetails, "responses" | "failures" | "armoury" | "combat"> & {
  loadout: SoldierLoadout;
};

/** The times to kill at three ranges and over distance, in the scenario and patch of the address. */
function Headlines({ loadout: { game, primary }, combat, armoury, ...base }: HeadlinesProps) {
  const [scenario] = useScenario(game);
  const shown = useWeaponsAt(useFiguresLayer(game).layer, base);
  const weaponId = primary.weaponId ?? "";
  const response = shown.responses.get(weaponId);
  const build = response ? getResponseBuild(response, primary) : null;
  const headlines = listHeadlines(build, combat, scenario);
  const target = getTarget(scenario, combat);
  const state = getResponseState(weaponId, shown, armoury);
  if (state === "loading") return <Skeleton label={m.loadout_loading_its_figures()} rows={1} className="h-44" />;
  if (state === "failed") return <NotLoaded error={shown.failures.get(weaponId)} />;
  return (
    <>
      <dl className="grid grid-cols-3 gap-x-4 [&_dd]:text-5">
        {headlines.map(({ rangeM, ttkMs, isMinimum }) => (
          <Stat
            key={rangeM}
            label={getLabelAt("ttk", { rangeM })}
            value={ttkMs === null ? null : formatTtk(ttkMs, isMinimum)}
          />
        ))}
      </dl>
      {build && headlines.some(({ ttkMs }) => ttkMs !== null) && (
        <div aria-hidden="true" className="grid gap-1">
          <TtkStrip weapon={build} aim={target} className="h-4 w-full" />
          <p className="num flex justify-between text-00 text-ink-3">
            {STRIP_MARKS_M.map((number) => (
              <span key={number}>{m.unit_quantity({ number, unit: m.unit_m() })}</span>
            ))}
          </p>
        </div>
      )}
      {response && (
        <div className="text-0 text-ink-2">
          <p>{formatTarget(target)}</p>
          <SourceLine
            what={getShortLabel("damage")}
            source={response.sources.find(({ id }) => id === build?.sourceIds.damage)}
          />
        </div>
      )}
    </>
  );
}

/** The distances named below the strip, which are equally far apart. */
const STRIP_MARKS_M = [0, 50, 100, CHART_RANGE_M];

type GearProps = { loadout: Loadout; items: readonly LoadoutItem[]; armoury: Armoury };

/** Shows the items besides the primary weapon, or the slots of a vehicle, each with its drawing and name. */
function Gear({ loadout, items, armoury }: GearProps) {
  return (
    <section aria-labelledby="gear" className="panel flex grow flex-col p-4">
      <h2 id="gear" className="mb-3 text-3">
        {m.common_gear()}
      </h2>
      <ul className="flex grow flex-wrap gap-2">
        {items.map((item) => (
          <li
            key={item.label}
            className={classes(
              "flex grow items-center gap-3 rounded-1 border border-line bg-surface-2 p-2 [--cut:var(--surface-2)]",
              item.weaponSlot ? "basis-full" : "basis-36",
            )}
          >
            <ItemDrawing item={item} loadout={loadout} armoury={armoury} />
            <span className="grid min-w-0">
              <span className="text-00 text-ink-3">{item.label}</span>
              <b className="font-cond text-1 leading-tight font-semibold wrap-break-word">{item.value}</b>
              {item.parts.length > 0 && (
                <span className="font-cond text-00 text-ink-2">{item.parts.join(m.common_dot())}</span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The drawing of an item; renders nothing for an empty slot and for a part of a vehicle. */
function ItemDrawing({
  item: { itemId, weaponSlot },
  loadout,
  armoury,
}: Omit<GearProps, "items"> & { item: LoadoutItem }) {
  const draw = useDrawWeapon();
  if (itemId == null) return null;
  if (weaponSlot && !isVehicleLoadout(loadout))
    return <CarriedSilhouette weapon={loadout[weaponSlot]} className="w-28 shrink-0" />;
  return <ItemPicture drawn={getDrawnItem(armoury, itemId)} draw={draw} className="w-10 shrink-0 lg:w-12" />;
}

function ViolationList({ violationTexts }: { violationTexts: readonly string[] }) {
  return (
    <section aria-labelledby="violations" className="grid gap-1 border-l-3 border-danger pl-4">
      <h2 id="violations" className="font-cond text-2 font-bold normal-case">
        {m.loadout_illegal_heading()}
      </h2>
      <ul className="list-disc pl-5 text-0">
        {violationTexts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <p className="text-0 text-ink-2">{m.loadout_cannot_be_saved_as_it_is()}</p>
    </section>
  );
}

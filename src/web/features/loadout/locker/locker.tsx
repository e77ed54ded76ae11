import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { GameId } from "#domain/game.ts";
import { KIT_IDS, type KitId } from "#domain/game-data/kit-id.ts";
import type { VehicleClass } from "#domain/loadout/armoury.ts";
import { getStarterParts, listStarters, type Starter } from "#domain/loadout/range-starters.ts";
import { getHealth } from "#domain/weapons/hit-zones.ts";
import { m } from "#messages";
import { formatTtk } from "#messages/game/figure-words.ts";
import { KIT_TITLES } from "#messages/game/titles.ts";
import { RANGE_TITLES } from "#messages/loadout/starter-words.ts";
import { ErrorPanel } from "#web/app/shell/error-panel.tsx";
import { ViewHeading } from "#web/app/shell/page/view-heading.tsx";
import { EquipmentPicture } from "#web/data/equipment-pictures.tsx";
import { getLocal, setLocal } from "#web/data/local-storage.ts";
import { getErrorText } from "#web/data/problem.ts";
import { useSessionProblem, useViewer } from "#web/data/session/session.ts";
import { useDrawWeapon } from "#web/data/silhouettes.tsx";
import { useTRPC } from "#web/data/trpc.ts";
import { getKitGlyph } from "#web/features/loadout/glyphs.ts";
import {
  type ListedWeapon,
  type LoadoutSearch,
  useLoadoutSearch,
  useWriteLoadouts,
} from "#web/features/loadout/loadout-search.ts";
import { useVehicles } from "#web/features/loadout/locker/cards/locker-cards.tsx";
import { DeletedList } from "#web/features/loadout/locker/list/deleted-list.tsx";
import { EmptyLocker, LockerShelf } from "#web/features/loadout/locker/list/locker-shelf.tsx";
import { StepLink } from "#web/features/loadout/step-link.tsx";
import { ImportButton } from "#web/features/loadout/transfer/import/import-button.tsx";
import { Button } from "#web/ui/button.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Silhouette } from "#web/ui/figures/silhouette.tsx";
import { Glyph } from "#web/ui/glyph.tsx";
import { Changing, ReadOnlyView } from "#web/ui/read-only.tsx";

type LockerProps = { game: GameId };

/** The user's loadouts; without a session, the presets for a new loadout. */
export function Locker({ game }: LockerProps) {
  const write = useWriteLoadouts(game);
  const viewer = useViewer();
  const problem = useSessionProblem();
  const heading = useRef<HTMLElement>(null);
  const isDeleted = useLoadoutSearch().view === "deleted";
  const presets = <Presets game={game} />;
  return (
    <div className="grid gap-6">
      <header className="flex flex-wrap items-center gap-3">
        <ViewHeading ref={heading} className="grow text-5">
          {isDeleted ? m.loadout_recently_deleted() : m.loadout_my_loadouts()}
        </ViewHeading>
        {isDeleted ? (
          <Button onClick={() => write({}, "push")}>{m.loadout_all_loadouts()}</Button>
        ) : (
          !viewer?.hasEnded && (
            <>
              <Button onClick={() => write({ squad: "." }, "push")}>{m.loadout_squad()}</Button>
              <Button kind="primary" aria-keyshortcuts="n" data-key="n" onClick={() => write({ edit: "new" }, "push")}>
                {m.common_new_loadout()}
              </Button>
            </>
          )
        )}
      </header>
      {problem && <ErrorPanel error={problem.error} onRetry={problem.retry} className="panel p-5" />}
      {viewer === undefined && !problem && (
        <Skeleton label={m.loadout_loading_your_loadouts()} rows={3} className="h-32" />
      )}
      {viewer === null && (
        <EmptyLocker>
          <ImportButton />
        </EmptyLocker>
      )}
      {viewer && !viewer.isGuest && !viewer.hasEnded && <GuestImportLine />}
      {viewer && (
        <ReadOnlyView active={viewer.hasEnded}>
          {isDeleted ? (
            <Changing>
              <DeletedList />
            </Changing>
          ) : (
            <LockerShelf game={game} onGone={() => heading.current?.focus()}>
              {presets}
            </LockerShelf>
          )}
        </ReadOnlyView>
      )}
      {!isDeleted && (viewer === null || problem) && presets}
    </div>
  );
}

function Presets({ game }: LockerProps) {
  const write = useWriteLoadouts(game);
  const { data } = useSuspenseQuery(useTRPC().arsenal.list.queryOptions({ game }));
  const start = (beginning: LoadoutSearch) => write({ edit: "new", ...beginning }, "push");
  return (
    <>
      <StarterBoard game={game} weapons={data.weapons} hitPoints={getHealth(data.combat, "normal")} onStart={start} />
      <VehicleBoard vehicles={useVehicles(game)} onStart={start} />
    </>
  );
}

const MAX_NAMED = 3;
/** The names of the loadouts whose notice was dismissed in this browser. */
const GUEST_IMPORT_KEY = "guest-import-dismissed";

/** The notice about loadouts imported from a guest, shown for a day after signing in, with an undo button. */
function GuestImportLine() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { data: names = [] } = useQuery(trpc.loadout.guestImport.queryOptions());
  const text = names.join("\n");
  const [dismissed, setDismissed] = useState(() => getLocal(GUEST_IMPORT_KEY));
  const drop = useMutation({
    ...trpc.loadout.removeGuestImport.mutationOptions(),
    onSuccess: () => queryClient.invalidateQueries(trpc.loadout.pathFilter()),
  });
  if (names.length === 0 || dismissed === text) return null;
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-1 bg-tint p-3">
      <p className="grow text-0">
        <span>{formatGuestImport(names)}</span>
        {drop.isError && <span role="alert">{` ${getErrorText(drop.error)}`}</span>}
      </p>
      <Button size="small" busy={drop.isPending} onClick={() => drop.mutate()}>
        {m.common_undo()}
      </Button>
      <Button
        size="small"
        onClick={() => {
          setDismissed(text);
          setLocal(GUEST_IMPORT_KEY, text);
        }}
      >
        {m.loadout_keep()}
      </Button>
    </div>
  );
}

function formatGuestImport(names: readonly string[]): string {
  const count = names.length;
  const shownNames = names.slice(0, MAX_NAMED).join(", ");
  return count > MAX_NAMED
    ? m.loadout_guest_loadouts_came_and_more({ count, names: shownNames, rest: count - MAX_NAMED })
    : m.loadout_guest_loadouts_came({ count, names: shownNames });
}

type StarterBoardProps = {
  game: GameId;
  weapons: readonly ListedWeapon[];
  /** The health for which the times are computed; null if no source gives it. */
  hitPoints: number | null;
  onStart: (beginning: { kit: KitId; weapon: string }) => void;
};

/** The range presets of each kit or class. */
function StarterBoard({ game, weapons, hitPoints, onStart }: StarterBoardProps) {
  return (
    <section aria-labelledby="starters" className="grid gap-3">
      <h3 id="starters" className="text-2">
        {m.loadout_begin_with_a_preset()}
      </h3>
      <p className="text-0 text-ink-2">{m.loadout_presets_explained()}</p>
      <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
        {KIT_IDS.map((kit) => (
          <li key={kit} className="panel grid content-start gap-2 p-4">
            <h4 className="flex items-center gap-2 font-cond text-2 font-bold">
              <Glyph name={getKitGlyph(game, kit)} className="size-6 text-accent" />
              {KIT_TITLES[kit]}
            </h4>
            <ul className="grid">
              {listStarters(weapons, game, kit, hitPoints).map((starter) => (
                <StarterLink
                  key={starter.id}
                  game={game}
                  kit={kit}
                  starter={starter}
                  onStart={() => onStart({ kit, weapon: starter.weaponId })}
                />
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}

type StarterLinkProps = { game: GameId; kit: KitId; starter: Starter; onStart: () => void };

function StarterLink({ game, kit, starter, onStart }: StarterLinkProps) {
  const draw = useDrawWeapon();
  const title = RANGE_TITLES[starter.id];
  const { weaponName, weaponId, ttkMs, rangeM } = starter;
  return (
    <li className="border-t border-line">
      <StepLink
        href={`?tab=loadouts&edit=new&kit=${kit}&weapon=${weaponId}`}
        onStep={onStart}
        className="group flex min-h-11 items-center justify-between gap-3 py-1"
      >
        <span className="shrink-0">
          <span className="block text-00 text-ink-3">{title}</span>
          <span className="font-cond text-1 font-bold group-hover:text-accent group-hover:underline">{weaponName}</span>
        </span>
        <Silhouette
          drawing={
            draw?.({ weaponId, attachments: Object.fromEntries(getStarterParts(game, kit, weaponId) ?? []) }) ?? null
          }
          className="ml-auto h-6 min-w-0 shrink text-ink-2"
        />
        <span className="num w-16 shrink-0 text-right text-0 text-ink-2">
          {formatTtk(ttkMs)}
          <span className="block text-00 text-ink-3">{m.common_at_range_m_m({ rangeM })}</span>
        </span>
      </StepLink>
    </li>
  );
}

type VehicleBoardProps = {
  vehicles: readonly VehicleClass[];
  onStart: (beginning: { vehicle: string }) => void;
};

/** The vehicle classes for a new loadout; renders nothing if there are none. */
function VehicleBoard({ vehicles, onStart }: VehicleBoardProps) {
  const choosable = vehicles.filter(({ slots }) => slots.length > 0);
  if (choosable.length === 0) return null;
  return (
    <section aria-labelledby="vehicles" className="grid gap-3">
      <h3 id="vehicles" className="text-2">
        {m.loadout_or_with_a_vehicle()}
      </h3>
      <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
        {choosable.map(({ id, name }) => (
          <li key={id} className="panel">
            <StepLink
              href={`?tab=loadouts&edit=new&vehicle=${id}`}
              onStep={() => onStart({ vehicle: id })}
              className="group flex min-h-12 items-center gap-2 px-4 py-2"
            >
              <EquipmentPicture
                of={{ game: "bf4", catalogue: "vehicle-loadouts", id }}
                className="h-9 shrink-0 text-ink-2"
              />
              <span className="font-cond text-1 font-bold group-hover:text-accent group-hover:underline">{name}</span>
            </StepLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

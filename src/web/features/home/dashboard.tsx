import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Suspense } from "react";
import type { RouterOutputs } from "#api";
import { GAME_TITLES, GAMES, type GameId } from "#domain/game.ts";
import type { SoldierLoadout } from "#domain/loadout/loadout.ts";
import { byOrder } from "#domain/loadout/locker-query.ts";
import { m } from "#messages";
import { KIT_TITLES } from "#messages/game/titles.ts";
import { getRemainderInputs, REMAINDER_MESSAGES } from "#messages/progress/progress-words.ts";
import { TARGET_TITLES } from "#messages/progress/target-words.ts";
import { formatSoldier } from "#messages/soldier/soldier-words.ts";
import { gamePath } from "#web/app/shell/page/game-search.ts";
import { DataProvider } from "#web/data/data-provider.tsx";
import { useLocker } from "#web/data/gathered-locker.ts";
import type { SessionUser } from "#web/data/session/session.ts";
import { CarriedSilhouette } from "#web/data/silhouettes.tsx";
import { useChosenSoldier } from "#web/data/stores/chosen-soldier.ts";
import { useTRPC } from "#web/data/trpc.ts";
import { Badge } from "#web/ui/badge.tsx";
import { getButtonClasses } from "#web/ui/button.tsx";
import { Plus } from "#web/ui/icons.tsx";
import { lazyNamed } from "#web/ui/lazy-named.ts";
import { MarkupText } from "#web/ui/markup-text.tsx";
import { Panel } from "#web/ui/panel.tsx";
import { Block, EmptyBlock } from "./block.tsx";
import { LastSessions } from "./last-sessions.tsx";

const PlatoonActivity = lazyNamed(() => import("./platoon-activity.tsx"), "PlatoonActivity");

const MAX_PINNED = 8;

/** The home page of a user with a locker: last loadouts, pinned loadouts, closest unlocks and last sessions. */
export function Dashboard({ user }: { user: SessionUser }) {
  return (
    <DataProvider>
      <div className="grid gap-5">
        <header className="mt-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <h1 tabIndex={-1} className="text-5">
            {user.isAnonymous ? m.common_guest_locker() : user.name}
          </h1>
          <p className="flex flex-wrap gap-2">
            {GAMES.map((game) => (
              <Link
                key={game}
                to={gamePath[game]}
                search={{ tab: "loadouts", edit: "new" }}
                data-game={game}
                className={`${getButtonClasses("secondary")} max-sm:gap-1 max-sm:px-2`}
              >
                <Plus aria-hidden="true" className="size-4 text-accent" />
                {m.home_game_loadout({ game: GAME_TITLES[game] })}
              </Link>
            ))}
          </p>
        </header>
        {user.isAnonymous && <GuestNotice />}
        <div className="-mb-5 lg:columns-2 lg:gap-5 *:mb-5 *:break-inside-avoid">
          <RecentLoadouts />
          <PinnedLoadouts />
          <LastSessions />
          <ClosestUnlocks />
          <Suspense fallback={<Panel title={m.common_platoons()} className="min-h-40" />}>
            <PlatoonActivity isGuest={user.isAnonymous === true} />
          </Suspense>
        </div>
      </div>
    </DataProvider>
  );
}

const GuestNotice = () => (
  <p className="panel flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4">
    <span>
      <MarkupText message={m.home_keep_this_locker} />
    </span>
    <Link to="/login" search={{ mode: "sign-up" }} className={getButtonClasses("primary")}>
      {m.common_create_account()}
    </Link>
  </p>
);

function RecentLoadouts() {
  const { items, isPending, isWhole, error, refetch } = useLocker();
  const sorted = items.toSorted(byOrder("changed"));
  const last = GAMES.flatMap((game) => sorted.find(({ loadout }) => loadout.game === game) ?? []);
  return (
    <Block title={m.home_continue_where_you_left_off()} isPending={isPending} error={error} onRetry={refetch}>
      {last.length > 0 ? (
        <div className="grid justify-items-start gap-3">
          <Loadouts items={last} />
          <AllLoadouts items={isWhole ? items : null} />
        </div>
      ) : (
        <EmptyBlock
          text={m.home_nothing_saved()}
          game="bf2042"
          search={{ tab: "loadouts", edit: "new" }}
          action={m.home_build_one()}
        />
      )}
    </Block>
  );
}

/** Links to the locker of each game that has loadouts, with their number once all are loaded. */
function AllLoadouts({ items }: { items: readonly Item[] | null }) {
  const counts = GAMES.map((game) => ({
    game,
    count: items?.filter(({ loadout }) => loadout.game === game).length,
  })).filter(({ count }) => count !== 0);
  return (
    <p className="flex flex-wrap gap-x-5 gap-y-1 text-0">
      {counts.map(({ game, count }) => (
        <Link
          key={game}
          to={gamePath[game]}
          search={{ tab: "loadouts" }}
          className="link inline-flex min-h-6 items-center pointer-coarse:min-h-11"
        >
          {count === undefined
            ? m.home_all_loadouts_of({ game: GAME_TITLES[game] })
            : m.home_all_loadouts({ count, game: GAME_TITLES[game] })}
        </Link>
      ))}
    </p>
  );
}

function PinnedLoadouts() {
  const { items, isWhole, error, refetch } = useLocker();
  const pinned = items.filter(({ pinnedAt }) => pinnedAt !== null).toSorted(byOrder("own"));
  const isPending = !isWhole && !error && pinned.length === 0;
  // There is nothing to pin yet.
  if (isWhole && items.length === 0) return null;
  return (
    <Block title={m.home_pinned_loadouts()} isPending={isPending} error={error} onRetry={refetch}>
      {pinned.length > 0 ? (
        <Loadouts items={pinned.slice(0, MAX_PINNED)} />
      ) : (
        <EmptyBlock
          text={m.home_pinned_none()}
          game="bf2042"
          search={{ tab: "loadouts", games: "both" }}
          action={m.home_open_the_locker()}
        />
      )}
    </Block>
  );
}

type Item = {
  id: string;
  name: string;
  loadout: { game: GameId } & (({ kitId: Kit } & Primary) | ({ classId: Kit } & Primary) | { vehicleClassId: string });
};
type Primary = Pick<SoldierLoadout, "primary">;
type Kit = keyof typeof KIT_TITLES;

const Loadouts = ({ items }: { items: readonly Item[] }) => (
  <ul className="grid w-full gap-3 sm:grid-cols-2">
    {items.map(({ id, name, loadout }) => (
      <li
        key={id}
        data-game={loadout.game}
        className="relative grid gap-2 rounded-2 border border-line bg-surface-2 p-3 shadow-[inset_0_3px_0_var(--accent)] hover:bg-surface-3"
      >
        <Link
          to={gamePath[loadout.game]}
          search={{ tab: "loadouts", edit: id }}
          className="font-cond text-2 leading-tight font-bold break-words after:absolute after:inset-0"
        >
          {name}
        </Link>
        {"primary" in loadout && (
          <span className="[--cut:var(--surface-2)]">
            <CarriedSilhouette weapon={loadout.primary} className="w-full max-w-52 text-ink-2" />
          </span>
        )}
        <span className="flex flex-wrap gap-1.5">
          <Badge>{getKitTitle(loadout)}</Badge>
          <Badge>{GAME_TITLES[loadout.game]}</Badge>
        </span>
      </li>
    ))}
  </ul>
);

function getKitTitle(loadout: Item["loadout"]): string {
  if ("kitId" in loadout) return KIT_TITLES[loadout.kitId];
  return "classId" in loadout ? KIT_TITLES[loadout.classId] : m.home_vehicle();
}

const MAX_UNLOCKS = 3;

/** The closest unlocks in Battlefield 4 of the selected soldier. */
function ClosestUnlocks() {
  const { query: list, soldiers, soldierId = null } = useChosenSoldier("bf4", null);
  const soldier = soldiers?.find(({ id }) => id === soldierId);
  const next = useQuery({
    ...useTRPC().progress.next.queryOptions({ soldierId, limit: MAX_UNLOCKS, start: "started" }),
    enabled: list.isSuccess,
  });
  const items = next.data?.items ?? [];
  return (
    <Block
      title={m.home_closest_unlocks()}
      isPending={!list.isError && next.isPending}
      error={list.error ?? next.error}
      rows={MAX_UNLOCKS + 1}
      onRetry={() => Promise.all([list.refetch(), next.refetch()])}
    >
      {items.length === 0 ? (
        <EmptyBlock
          text={m.home_closest_unlocks_none()}
          game="bf4"
          search={{ tab: "progress" }}
          action={m.home_open_progress()}
        />
      ) : (
        <div className="grid justify-items-start gap-3">
          {soldier && (
            <p className="flex flex-wrap items-center gap-2 text-0 text-ink-2">
              {soldier.relation === "sample" ? (
                <Badge>{m.soldier_sample_invented_figures()}</Badge>
              ) : (
                formatSoldier(soldier)
              )}
            </p>
          )}
          <ul className="grid w-full">
            {items.map((line) => (
              <Unlock key={line.id} {...line} />
            ))}
          </ul>
          <Link to="/bf4" search={{ tab: "progress" }} className={getButtonClasses("secondary", "small")}>
            {m.home_show_all()}
          </Link>
        </div>
      )}
    </Block>
  );
}

type Line = RouterOutputs["progress"]["next"]["items"][number];

function Unlock({ name, kind, weapon, remainder }: Line) {
  if (remainder.state !== "left") return null;
  return (
    <li className="grid grid-cols-[5.5rem_minmax(0,1fr)] items-baseline gap-x-3 border-t border-line py-2 first:border-t-0">
      <span className="num text-0 text-ink-2">
        <MarkupText
          message={REMAINDER_MESSAGES[remainder.unit]}
          inputs={getRemainderInputs(remainder)}
          markup={{ number: ({ children }) => <b className="text-2 text-ink">{children}</b> }}
        />
      </span>
      <span className="min-w-0 font-cond text-1 break-words">
        <b>{name}</b>
        <span className="block text-0 text-ink-2">{weapon?.name ?? TARGET_TITLES[kind]}</span>
      </span>
    </li>
  );
}

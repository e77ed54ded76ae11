import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useRouteContext } from "@tanstack/react-router";
import { Suspense, useEffect, useState } from "react";
import { canManage } from "#domain/platoon/platoon.ts";
import { m } from "#messages";
import { ErrorPanel } from "#web/app/shell/error-panel.tsx";
import { anyText, oneOf, type ParsedSearch, readSearch } from "#web/app/shell/page/game-search.ts";
import { Page } from "#web/app/shell/page/page.tsx";
import { EmblemPicture } from "#web/data/emblem.tsx";
import { logError } from "#web/data/log.ts";
import { createAccountMutation } from "#web/data/mutation.ts";
import { useOnline } from "#web/data/offline/connectivity.ts";
import { readAccount } from "#web/data/session/account-client.ts";
import { announceActivePlatoon } from "#web/data/session/active-platoon.ts";
import { type SessionUser, sessionState, useSession } from "#web/data/session/session.ts";
import { sessionQuery } from "#web/data/session/session-query.ts";
import { useUndoKey } from "#web/data/stores/last-undo.ts";
import { keepListening } from "#web/data/streams/keep-listening.ts";
import type { PlatoonEvent } from "#web/data/streams/subscriptions.ts";
import { useTRPC } from "#web/data/trpc.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { lazyNamed } from "#web/ui/lazy-named.ts";
import { ReadOnlyView } from "#web/ui/read-only.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import {
  FILTERS,
  getPlatoonQuery,
  getPlatoonsKey,
  type PlatoonFilterProps,
  type SectionProps,
} from "./platoon-queries.ts";
import { getRoleTitle } from "./roles.ts";

// Lazily loaded, because every page's first load includes the static imports of all routes.
const PlatoonLocker = lazyNamed(() => import("./locker/platoon-locker.tsx"), "PlatoonLocker");
const SquadSheets = lazyNamed(() => import("./locker/squad-sheets.tsx"), "SquadSheets");
const MembersTab = lazyNamed(() => import("./members-tab.tsx"), "MembersTab");
const SettingsTab = lazyNamed(() => import("./settings-tab.tsx"), "SettingsTab");
const SquadsTab = lazyNamed(() => import("./squads-tab.tsx"), "SquadsTab");
const FeedTab = lazyNamed(() => import("./feed-tab.tsx"), "FeedTab");
const BoardTab = lazyNamed(() => import("./board-tab.tsx"), "BoardTab");

const TABS = [
  { value: "locker", label: m.platoon_locker() },
  { value: "members", label: m.platoon_members() },
  { value: "squads", label: m.platoon_squad_all() },
  { value: "board", label: m.platoon_board() },
  { value: "feed", label: m.platoon_feed() },
  { value: "settings", label: m.platoon_settings() },
] as const;

const ADDRESS = {
  /** The slug of the open platoon. */
  platoon: anyText(),
  /** The open tab; by default the locker. */
  tab: oneOf(
    TABS.map(({ value }) => value),
    "locker",
  ),
  /** The open loadout of the platoon's locker. */
  loadout: anyText(),
  /** The open squad sheet, in the platoon or by its public link. */
  sheet: anyText(),
  ...FILTERS,
};

/** The search parameters of the screen. */
export type PlatoonAddress = ParsedSearch<typeof ADDRESS>;
type PlatoonSearch = Omit<PlatoonAddress, "platoon">;

export const readPlatoonAddress = (search: object): PlatoonAddress => readSearch({ ...search }, ADDRESS);

type TabProps = { search: PlatoonSearch };
type PlatoonViewProps = TabProps & { user: SessionUser; slug: string };

/** The screen of a platoon, which becomes the session's active platoon. */
export function PlatoonView({ user, slug, ...view }: PlatoonViewProps) {
  const { data: platoon, error, refetch } = useQuery(getPlatoonQuery(user.id, slug));
  const overviewOptions = useTRPC().platoon.members.overview.queryOptions(undefined, { refetchOnMount: "always" });
  const overview = useQuery(overviewOptions);
  const role = overview.data?.find(({ organizationId }) => organizationId === platoon?.id)?.role;
  const isOwn = platoon && role !== undefined;
  const [last, setLast] = useState<Pick<SectionProps, "platoon" | "role"> | null>(null);
  if (isOwn && (last?.platoon !== platoon || last.role !== role)) setLast({ platoon, role });
  const isUnknown = platoon === null || (platoon && !isOwn && overview.data && !overview.isFetching);
  const failure = platoon === undefined ? error : !isOwn && overview.error;
  return (
    <Page
      title={
        <span className="inline-flex items-center gap-3 wrap-anywhere">
          {isOwn && <EmblemPicture emblem={platoon.emblem} className="size-12 shrink-0" />}
          <span>{isOwn ? platoon.name : m.common_platoons()}</span>
        </span>
      }
    >
      {!isOwn && last && isUnknown && (
        <p role="alert" className="mb-4">
          {m.platoon_no_longer_member()}
        </p>
      )}
      {/* A removed member keeps the open forms, so that the typed input can be copied. */}
      {last && (isOwn || isUnknown) && <OwnPlatoon user={user} {...last} {...view} />}
      {failure && (
        <ErrorPanel
          error={failure}
          onRetry={() => Promise.all([refetch(), overview.refetch()])}
          className="panel mb-4 p-5"
        />
      )}
      {!isOwn && !isUnknown && !failure && <Skeleton label={m.platoon_loading()} rows={4} />}
      {isUnknown && !last && (
        <p role="status" className="mb-4">
          {m.platoon_not_yours()}
        </p>
      )}
      {!isOwn && <BackLink />}
    </Page>
  );
}

const BackLink = () => (
  <Link to="/platoons" className="link">
    {m.platoon_all_platoons()}
  </Link>
);

function OwnPlatoon({ search, ...section }: SectionProps & TabProps) {
  const { tab = "locker", loadout: loadoutId, sheet: sheetId, ...filters } = search;
  const navigate = useNavigate();
  const { platoon, role, user } = section;
  // The open settings remain if the user loses the role, with the input and the reason of the refusal.
  const [couldManage] = useState(canManage(role));
  const hasSettings = canManage(role) || (couldManage && tab === "settings");
  const unread = useUnread(platoon.id);
  const isOnline = useOnline();
  useUndoKey();
  useActivePlatoon(platoon.id);
  usePlatoonWatch(platoon.id, user.id);
  const navigateTo = (next: PlatoonSearch) =>
    navigate({ to: "/platoons", search: { platoon: platoon.slug, ...next }, resetScroll: false });
  const onFilter: PlatoonFilterProps["onFilter"] = (change) =>
    void navigate({
      to: "/platoons",
      // Uses the current URL, because two fields may change at the same time.
      search: (now) => readPlatoonAddress({ ...now, ...change }),
      replace: true,
      resetScroll: false,
    });
  const tabs = TABS.filter(({ value }) => value !== "settings" || hasSettings).map((each) =>
    each.value === "feed" && unread > 0 && tab !== "feed"
      ? { ...each, label: m.platoon_feed_with_new({ count: unread }) }
      : each,
  );
  const shared = {
    organizationId: platoon.id,
    userId: user.id,
    isManager: canManage(role),
    squads: platoon.squads,
    ...{ filters, onFilter },
  };
  return (
    <>
      <p className="-mt-4 mb-4 flex flex-wrap items-center gap-3">
        {platoon.tag && <Badge>{platoon.tag}</Badge>}
        <Badge>{getRoleTitle(role)}</Badge>
        <BackLink />
      </p>
      {!isOnline && (
        <p role="status" className="mb-5 max-w-(--measure) text-ink-2">
          {m.platoon_offline()}
        </p>
      )}
      <Tabs
        label={m.platoon_sections()}
        value={tab}
        tabs={tabs}
        onChange={(next) => navigateTo(next === "locker" ? {} : { tab: next })}
      >
        <Suspense fallback={<Skeleton label={m.platoon_loading()} rows={4} />}>
          {tab === "locker" && (
            <ReadOnlyView active={!isOnline}>
              <PlatoonLocker
                {...shared}
                openId={loadoutId}
                onOpen={(loadout) => navigateTo(loadout === undefined ? filters : { ...filters, loadout })}
              />
            </ReadOnlyView>
          )}
          {tab === "squads" && (
            <>
              {sheetId === undefined && <SquadsTab {...section} />}
              <SquadSheets
                {...shared}
                openId={sheetId}
                onOpen={(sheet) => navigateTo({ tab: "squads", ...(sheet !== undefined && { sheet }) })}
              />
            </>
          )}
          {tab === "board" && <BoardTab platoon={platoon} {...{ filters, onFilter }} />}
          {tab === "members" && <MembersTab {...section} {...{ filters, onFilter }} />}
          {tab === "settings" && hasSettings && <SettingsTab {...section} />}
          {tab === "feed" && <FeedTab organizationId={platoon.id} slug={platoon.slug} {...{ filters, onFilter }} />}
        </Suspense>
      </Tabs>
    </>
  );
}

/** Makes the platoon the session's active platoon if it is not. */
function useActivePlatoon(organizationId: string): void {
  const queryClient = useQueryClient();
  const isRemembered = useSession()?.isRemembered === true;
  useEffect(() => {
    if (isRemembered) return;
    // Read only once, so that this tab does not override a platoon that another tab activates later.
    const active = sessionState.get().session?.session.activeOrganizationId ?? null;
    const activate = async () => {
      // The call is refused if no platoon is active, so it is skipped if the session has none.
      if (active !== null) {
        const { data } = await readAccount((account) => account.organization.getActiveMember());
        if (data?.organizationId === organizationId) return;
      }
      const change = createAccountMutation(queryClient);
      await change((account) => account.organization.setActive({ organizationId }), { isIdempotent: true });
      announceActivePlatoon();
      await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
    };
    activate().catch((error: unknown) => logError("Active platoon", error));
  }, [organizationId, queryClient, isRemembered]);
}

/** Returns the number of unread feed entries; 0 while loading. */
function useUnread(organizationId: string): number {
  const { feed } = useTRPC().platoon;
  const { data } = useQuery(feed.unread.queryOptions({ organizationId }));
  return data?.unread ?? 0;
}

/** Reloads the data of the open platoon when other members change them. */
function usePlatoonWatch(organizationId: string, userId: string): void {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { server } = useRouteContext({ from: "__root__" });
  useEffect(() => {
    const read = ({ what }: Pick<PlatoonEvent, "what">) => {
      const { locker, members, squad, squadPlan, sheet, board, feed } = trpc.platoon;
      if (what === "loadout") void queryClient.invalidateQueries(locker.pathFilter());
      if (what === "members") void queryClient.invalidateQueries(members.pathFilter());
      if (what === "members" || what === "squads") {
        void queryClient.invalidateQueries({ queryKey: getPlatoonsKey(userId) });
        void queryClient.invalidateQueries(squad.pathFilter());
      }
      if (what === "members" || what === "board") void queryClient.invalidateQueries(board.pathFilter());
      // The plan shows what members share on the board.
      if (what === "members" || what === "squads" || what === "board")
        void queryClient.invalidateQueries(squadPlan.list.queryFilter());
      void queryClient.invalidateQueries(sheet.pathFilter());
      void queryClient.invalidateQueries(feed.pathFilter());
    };
    const load = async () => {
      const { subscribeToPlatoon } = await import("#web/data/streams/subscriptions.ts");
      return (line: Parameters<typeof subscribeToPlatoon>[2]) => subscribeToPlatoon(server, organizationId, line);
    };
    return keepListening(load, {
      onWord: read,
      onMissed: () => {
        void queryClient.invalidateQueries(trpc.platoon.pathFilter());
        void queryClient.invalidateQueries({ queryKey: getPlatoonsKey(userId) });
      },
    });
  }, [organizationId, userId, server, trpc, queryClient]);
}

import { useMutationState, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useLocation } from "@tanstack/react-router";
import { Suspense, useEffect } from "react";
import { m } from "#messages";
import { getTitle, useTitle } from "#web/app/shell/page/page.tsx";
import { DataProvider } from "#web/data/data-provider.tsx";
import { useTrackedJobs } from "#web/data/jobs.ts";
import { useOnline } from "#web/data/offline/connectivity.ts";
import { type OutboxState, useOutbox } from "#web/data/offline/pending.ts";
import { isSignedOut } from "#web/data/problem.ts";
import { onActivatedElsewhere } from "#web/data/session/active-platoon.ts";
import { getHostedPicture } from "#web/data/session/person.ts";
import { type SessionUser, useSession } from "#web/data/session/session.ts";
import { sessionQuery } from "#web/data/session/session-query.ts";
import { useTRPC } from "#web/data/trpc.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { useDisclosure } from "#web/ui/disclosure.ts";
import type { Icon } from "#web/ui/icons.tsx";
import { CloudAlert, CloudCheck, CloudDownload, CloudOff, CloudUpload } from "#web/ui/icons.tsx";
import { lazyNamed } from "#web/ui/lazy-named.ts";
import { useSignOut } from "./use-sign-out.ts";

const ITEM =
  "flex min-h-10 w-full items-center px-4 text-left font-cond text-1 hover:bg-surface-3 pointer-coarse:min-h-11";

/** The button with the user's picture or initials, and its menu. */
export const SignedInMenu = ({ user }: { user: SessionUser }) => (
  <DataProvider>
    <Menu user={user} />
  </DataProvider>
);

function Menu({ user }: { user: SessionUser }) {
  const { open, frame, button, listId } = useDisclosure();
  const signOut = useSignOut();
  return (
    <div ref={frame} className="relative flex min-w-0 items-center">
      <SyncIndicator />
      <ActivePlatoon />
      <button type="button" {...button} className="shrink-0 rounded-1">
        <Avatar
          name={user.isAnonymous ? m.common_guest() : user.name}
          picture={getHostedPicture(user.image)}
          className="size-10 text-0 pointer-coarse:size-11"
        />
        <span className="sr-only">
          {user.isAnonymous ? m.app_guest_account() : m.app_name_account({ name: user.name })}
        </span>
      </button>
      {open && (
        <div
          id={listId}
          className="absolute top-full right-0 mt-2 w-56 rounded-1 border border-line-strong bg-surface-1 py-1 shadow-pop"
        >
          <p className="truncate px-4 py-2 text-0 text-ink-2">
            {user.isAnonymous ? m.common_guest_locker() : user.name}
          </p>
          {user.isAnonymous && (
            <Link to="/login" search={{ mode: "sign-up" }} className={ITEM}>
              {m.common_create_account()}
            </Link>
          )}
          <Link to="/account" className={ITEM}>
            {m.common_account()}
          </Link>
          {!user.isAnonymous && (
            <Link to="/platoons" className={ITEM}>
              {m.common_platoons()}
            </Link>
          )}
          {user.isAnonymous ? (
            <Link to="/login" className={ITEM}>
              {m.common_sign_in()}
            </Link>
          ) : (
            <button type="button" onClick={signOut} className={ITEM}>
              {m.common_sign_out()}
            </button>
          )}
        </div>
      )}
    </div>
  );
}

/** Polled, because the platoon has a stream only while its screen is open. */
const UNREAD_EVERY_MS = 60_000;

/** The active platoon of this session, in sync across tabs, with its unread count, which the page title shows too. */
function ActivePlatoon() {
  const queryClient = useQueryClient();
  useEffect(
    () => onActivatedElsewhere(() => void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })),
    [queryClient],
  );
  const activeId = useSession()?.session.activeOrganizationId;
  const { feed, members } = useTRPC().platoon;
  const { data } = useQuery({ ...members.overview.queryOptions(), enabled: Boolean(activeId) });
  const active = data?.find(({ organizationId }) => organizationId === activeId);
  const { data: unreadResult } = useQuery({
    ...feed.unread.queryOptions({ organizationId: active?.organizationId ?? "" }),
    enabled: active !== undefined,
    refetchInterval: UNREAD_EVERY_MS,
  });
  const unread = unreadResult?.unread ?? 0;
  if (!active) return null;
  return (
    <span className="mr-2 flex min-w-0 items-center gap-2 md:mr-3">
      {unread > 0 && <UnreadTitle count={unread} platoon={active} />}
      <Link
        to="/platoons"
        search={{ platoon: active.slug }}
        aria-label={m.app_active_platoon({ platoon: active.name })}
        className="flex min-h-11 max-w-40 min-w-0 items-center font-cond text-1 font-semibold text-ink-2 hover:text-ink max-md:hidden"
      >
        <span className="truncate">{active.name}</span>
      </Link>
      {unread > 0 && (
        <Link
          to="/platoons"
          search={{ platoon: active.slug, tab: "feed" }}
          aria-label={m.app_new_in_platoon_feed({ count: unread })}
          className="flex min-h-11 min-w-6 items-center justify-center"
        >
          <Badge className="num text-accent">{unread}</Badge>
        </Link>
      )}
    </span>
  );
}

/** The page title with the unread count. On the platoon's own screen, the platoon's name replaces the title. */
function UnreadTitle({ count, platoon }: { count: number; platoon: { name: string; slug: string } }) {
  const title = useTitle();
  const isOnPlatoonScreen = useLocation({ select: ({ search }) => search["platoon"] === platoon.slug });
  const text = isOnPlatoonScreen ? getTitle(platoon.name).meta[0].title : title;
  return text && <title>{m.app_title_with_new({ count, title: text })}</title>;
}

const PendingChanges = lazyNamed(() => import("./pending-changes.tsx"), "PendingChanges");

const ICONS = {
  saving: CloudUpload,
  working: CloudDownload,
  saved: CloudCheck,
  failed: CloudAlert,
  "signed-out": CloudAlert,
  waiting: CloudOff,
} as const satisfies Record<string, Icon>;

type Sync = { state: keyof typeof ICONS; text: string };

/** The tRPC routers whose mutations change the locker. */
const LOCKER_ROUTERS = new Set(["loadout", "folder", "lockerImport", "share", "soldier", "progress", "goal"]);

/**
 * Shows whether changes have reached the server and whether the server is reading soldiers; renders nothing before the first
 * change. Opens the list of pending changes.
 */
function SyncIndicator() {
  const changes = useMutationState({
    filters: {
      predicate: ({ options: { mutationKey: [path] = [] } }) => Array.isArray(path) && LOCKER_ROUTERS.has(path[0]),
    },
    select: ({ state: { status, error } }) => ({ status, error }),
  });
  const isWorking = useTrackedJobs().some(({ outcome }) => outcome === null);
  const outbox = useOutbox();
  const isOnline = useOnline();
  const { open, frame, button, listId } = useDisclosure();
  const hasPending = outbox.pendingMutations.length + outbox.unreadable > 0;
  const sync = (hasPending && getPendingSync(outbox, isOnline)) || getSync(changes, isWorking, outbox.hasSent);
  if (!sync) return null;
  const Icon = ICONS[sync.state];
  const content = (
    <>
      <Icon aria-hidden="true" className="size-4 max-sm:size-5 md:max-lg:size-5" strokeWidth={1.75} />
      <span className="max-sm:sr-only md:max-lg:sr-only">{sync.text}</span>
    </>
  );
  const look = "flex items-center gap-1.5 font-cond text-00 font-semibold text-ink-2 sm:text-0";
  return (
    <div ref={frame} className="sm:mr-2">
      <p role="status" className={look}>
        {hasPending ? (
          <button
            type="button"
            {...button}
            className={`${look} min-h-8 min-w-8 justify-center pointer-coarse:min-h-11`}
          >
            {content}
          </button>
        ) : (
          content
        )}
      </p>
      {open && hasPending && (
        <Suspense>
          <PendingChanges id={listId} />
        </Suspense>
      )}
    </div>
  );
}

function getPendingSync({ pendingMutations, unreadable, phase }: OutboxState, isOnline: boolean): Sync {
  const refused = pendingMutations.filter(({ refusal }) => refusal).length + unreadable;
  const count = pendingMutations.length;
  if (!isOnline) return { state: "waiting", text: m.app_offline_changes_waiting({ count }) };
  if (phase === "signed-out") return { state: "signed-out", text: m.app_needs_sign_in() };
  if (refused > 0) return { state: "failed", text: m.app_changes_need_you({ count: refused }) };
  return phase === "sending"
    ? { state: "saving", text: m.common_saving() }
    : { state: "waiting", text: m.app_changes_waiting_count({ count }) };
}

type Change = { status: string; error: unknown };

function getSync(changes: readonly Change[], isWorking: boolean, hasSent: boolean): Sync | null {
  if (changes.some(({ status }) => status === "pending")) return { state: "saving", text: m.common_saving() };
  if (isWorking) return { state: "working", text: m.app_reading() };
  const last = changes.at(-1);
  if (!last && !hasSent) return null;
  if (!last || last.status === "success") return { state: "saved", text: m.app_saved() };
  const needsSignIn = isSignedOut(last.error);
  return {
    state: needsSignIn ? "signed-out" : "failed",
    text: needsSignIn ? m.app_needs_sign_in() : m.app_not_saved(),
  };
}

import { type InfiniteData, useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { RouterOutputs } from "#api";
import { GAME_TITLES } from "#domain/game.ts";
import { m } from "#messages";
import { NearLimit } from "#web/app/shell/near-limit.tsx";
import { gamePath } from "#web/app/shell/page/game-search.ts";
import { QueryList } from "#web/app/shell/query-list.tsx";
import { getItems, NEXT_PAGE } from "#web/data/paging.tsx";
import { getErrorText } from "#web/data/problem.ts";
import { useTRPC } from "#web/data/trpc.ts";
import { formatUnbrokenDay } from "#web/features/account/account-queries.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button, getButtonClasses } from "#web/ui/button.tsx";
import { AlertLine } from "#web/ui/feedback/alert-line.tsx";
import { useCopy } from "#web/ui/fields/use-copy.ts";
import { showToast } from "#web/ui/overlays/toasts.ts";
import { Panel } from "#web/ui/panel.tsx";

type SharePage = RouterOutputs["share"]["list"];
type ListedShare = SharePage["items"][number];

/** Further pages replace the newest ones, which "Show newer" loads again. */
const MAX_PAGES = 6;

/** The user's shared links, newest first, with buttons to stop sharing each. */
export function SharesCard() {
  const query = useInfiniteQuery(
    useTRPC().share.list.infiniteQueryOptions(
      {},
      {
        ...NEXT_PAGE,
        getPreviousPageParam: ({ previousCursor }) => previousCursor,
        maxPages: MAX_PAGES,
      },
    ),
  );
  const shares = useShares();
  return (
    <Panel title={m.account_shared_links()}>
      <div className="grid gap-3">
        <p className="text-ink-2">{m.account_shared_links_explained()}</p>
        <NearLimit limits={["shares", "storedShares"]} />
      </div>
      {query.hasPreviousPage && (
        <Button busy={query.isFetchingPreviousPage} onClick={() => query.fetchPreviousPage()} className="mt-4">
          {m.account_show_newer()}
        </Button>
      )}
      <QueryList
        query={query}
        items={getItems(query.data)}
        label={m.account_shared_links()}
        loading={m.account_loading_your_shared_links()}
        rows={2}
        empty={<p className="mt-4">{m.account_nothing_is_shared()}</p>}
        className="mt-2 divide-y divide-line"
        errorClassName="mt-4"
      >
        {(share) => (
          <ShareRow
            key={share.id}
            share={share}
            problem={shares.problems[share.id]}
            onTakeBack={() => shares.takeBack(share)}
            onShareAgain={() => shares.shareAgain(share)}
          />
        )}
      </QueryList>
    </Panel>
  );
}

/** Returns functions that stop sharing and share again. The list changes after the server has responded. */
function useShares() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const revoke = useMutation(trpc.share.revoke.mutationOptions());
  const create = useMutation(trpc.share.create.mutationOptions());
  const [problems, setProblems] = useState<Record<string, string>>({});

  const runAction = async (id: string, revokedAt: string | null, action: () => Promise<unknown>) => {
    setProblems(({ [id]: _, ...others }) => others);
    try {
      await action();
      queryClient.setQueryData<InfiniteData<SharePage>>(
        trpc.share.list.infiniteQueryKey({}),
        (data) => data && { ...data, pages: data.pages.map((page) => setRevokedAt(page, id, revokedAt)) },
      );
      void queryClient.invalidateQueries(trpc.share.pathFilter());
      return true;
    } catch (error) {
      setProblems((others) => ({ ...others, [id]: getErrorText(error) }));
      return false;
    }
  };
  const shareAgain = ({ id, name, loadout, note, author }: ListedShare) =>
    runAction(id, null, () => create.mutateAsync({ name, loadout, note, withAuthor: author !== null }));
  const stopSharing = async (share: ListedShare) => {
    const isRevoked = await runAction(share.id, new Date().toISOString(), () => revoke.mutateAsync({ id: share.id }));
    if (!isRevoked) return;
    showToast(m.account_the_link_no_longer_works(), {
      action: { label: m.common_undo(), run: () => void shareAgain(share) },
    });
  };
  return { problems, takeBack: stopSharing, shareAgain };
}

const setRevokedAt = (page: SharePage, id: string, revokedAt: string | null): SharePage => ({
  ...page,
  items: page.items.map((share) => (share.id === id ? { ...share, revokedAt } : share)),
});

type ShareRowProps = {
  share: ListedShare;
  /** The error of the last action on the share. */
  problem: string | undefined;
  onTakeBack: () => void;
  onShareAgain: () => void;
};

/** A shared link with its content and state, and its buttons. */
function ShareRow({ share, problem, onTakeBack, onShareAgain }: ShareRowProps) {
  const { id, name, loadout, note, author, createdAt, revokedAt, withdrawnAt } = share;
  const isPublic = !revokedAt && !withdrawnAt;
  return (
    <li className="grid gap-2 py-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-3 break-words">
            <h3 className="text-1">{name}</h3>
            {withdrawnAt && <Badge>{m.account_taken_down_by_the_site()}</Badge>}
            {!withdrawnAt && revokedAt && <Badge>{m.account_no_longer_shared()}</Badge>}
          </div>
          <p className="text-0 text-ink-2">
            {m.account_share_line({
              game: GAME_TITLES[loadout.game],
              day: formatUnbrokenDay(createdAt),
              parts: getPublicParts(note, author),
            })}
          </p>
        </div>
        {isPublic && (
          <div className="flex flex-wrap gap-2">
            <Link
              to={gamePath[loadout.game]}
              search={{ s: id }}
              className={getButtonClasses("secondary", "small")}
              aria-label={m.account_open_name({ name })}
            >
              {m.common_open()}
            </Link>
            <CopyLink address={`${location.origin}${gamePath[loadout.game]}?s=${id}`} name={name} />
            <Button size="small" onClick={onTakeBack} aria-label={m.account_stop_sharing_name({ name })}>
              {m.account_stop_sharing()}
            </Button>
          </div>
        )}
        {revokedAt && !withdrawnAt && (
          <Button size="small" onClick={onShareAgain} aria-label={m.account_share_name_again({ name })}>
            {m.account_share_again()}
          </Button>
        )}
      </div>
      <AlertLine text={problem} />
    </li>
  );
}

function getPublicParts(note: string | null, author: string | null): string {
  const parts = [
    m.account_share_part_loadout(),
    note !== null && m.account_share_part_note(),
    author !== null && m.account_share_part_author({ author }),
  ];
  return parts.filter(Boolean).join(", ");
}

function CopyLink({ address, name }: { address: string; name: string }) {
  const { outcome, copy } = useCopy(address);
  const states = { copied: m.account_copied(), refused: m.account_not_copied() };
  const state = outcome ? states[outcome] : m.common_copy_link();
  return (
    <Button size="small" onClick={copy} aria-label={m.account_copy_state_of_name({ state, name })}>
      {state}
    </Button>
  );
}

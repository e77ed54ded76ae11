import { useQuery } from "@tanstack/react-query";
import { Link, Navigate } from "@tanstack/react-router";
import { type ComponentType, useMemo } from "react";
import { GAME_TITLES, type GameId } from "#domain/game.ts";
import { shareId, UNNAMED, UNOPENED } from "#domain/loadout/sharing/share.ts";
import { decodeShare, gameOfShare } from "#domain/loadout/sharing/share-code.ts";
import { ErrorPanel } from "#web/app/shell/error-panel.tsx";
import { gamePath } from "#web/app/shell/page/game-search.ts";
import { Page } from "#web/app/shell/page/page.tsx";
import { Skeleton } from "#web/components/feedback/skeleton.tsx";
import { Button, buttonLook } from "#web/components/ui/button.tsx";
import { DataProvider } from "#web/data/data-provider.tsx";
import { getErrorCode } from "#web/data/problem.ts";
import { shouldRetryUnlessRefused } from "#web/data/retry.ts";
import { useTRPC } from "#web/data/trpc.ts";
import type { BuildFiguresProps } from "#web/features/loadout/editor/figures/live-figures.tsx";
import { SharedScreen } from "./shared-screen.tsx";
import type { Opened } from "./use-save-copy.ts";

type ScreenProps = { game: GameId; Figures: ComponentType<BuildFiguresProps> };

/** The screen of a shared loadout, stored under an id or contained in a code. */
export function OpenedShare({ id, code, ...rest }: ScreenProps & { id?: string; code?: string }) {
  return (
    <DataProvider>
      {id === undefined ? <ByCode key={code} code={code ?? ""} {...rest} /> : <ById key={id} id={id} {...rest} />}
    </DataProvider>
  );
}

function ById({ game, id, Figures }: ScreenProps & { id: string }) {
  const isId = useMemo(() => shareId.safeParse(id).success, [id]);
  const query = useQuery({
    ...useTRPC().share.get.queryOptions({ id }),
    enabled: isId,
    retry: shouldRetryUnlessRefused,
  });
  const fault = getErrorCode(query.error);
  if (!isId || fault === "share_missing") return <Unopened game={game} why="missing" />;
  if (fault === "share_revoked") return <Unopened game={game} why="revoked" />;
  if (!query.data) return <NotYet game={game} error={query.error} onRetry={query.refetch} />;
  const { loadout } = query.data;
  if (loadout.game !== game) return <Navigate to={gamePath[loadout.game]} search={{ s: id }} replace />;
  const opened: Opened = { ...query.data, shareKey: { name: "s", value: id } };
  return <SharedScreen opened={opened} Figures={Figures} />;
}

function ByCode({ game, code, Figures }: ScreenProps & { code: string }) {
  const owner = useMemo(() => gameOfShare(code), [code]);
  const query = useQuery(useTRPC().arsenal.codebook.queryOptions({ game }));
  const decoded = useMemo(() => query.data && decodeShare(code, query.data), [code, query.data]);
  if (owner !== null && owner !== game) return <Navigate to={gamePath[owner]} search={{ l: code }} replace />;
  if (!decoded) return <NotYet game={game} error={query.error} onRetry={query.refetch} />;
  if (decoded.kind !== "loadout") return <Unopened game={game} why={decoded.kind} />;
  const { name, loadout } = decoded;
  const shareKey = { name: "l", value: code } as const;
  const opened: Opened = { name: name || UNNAMED, loadout, note: null, author: null, createdAt: null, shareKey };
  return <SharedScreen opened={opened} Figures={Figures} />;
}

type NotYetProps = { game: GameId; error: unknown; onRetry: () => void };

function NotYet({ game, error, onRetry }: NotYetProps) {
  return (
    <>
      <title>{`Shared loadout · ${GAME_TITLES[game]} · Fieldlocker`}</title>
      <Page title="Shared loadout">
        {error ? (
          <ErrorPanel error={error} onRetry={onRetry} className="panel p-5" />
        ) : (
          <Skeleton label="Loading the shared loadout" rows={8} />
        )}
      </Page>
    </>
  );
}

/** Why an address shares nothing, and the ways on from it. */
function Unopened({ game, why }: { game: GameId; why: keyof typeof UNOPENED }) {
  return (
    <>
      <title>Shared loadout · Fieldlocker</title>
      <Page title="This link opens nothing" lead={UNOPENED[why]}>
        <div className="flex flex-wrap gap-3">
          {why === "newer" && (
            <Button kind="primary" onClick={() => window.location.reload()}>
              Reload
            </Button>
          )}
          <Link to={gamePath[game]} search={{ tab: "loadouts" }} className={buttonLook()}>
            {`${GAME_TITLES[game]} loadouts`}
          </Link>
          <Link to="/" className={buttonLook("quiet")}>
            Home
          </Link>
        </div>
      </Page>
    </>
  );
}

import { useQuery } from "@tanstack/react-query";
import { Link, Navigate } from "@tanstack/react-router";
import { type ComponentType, Suspense, useMemo } from "react";
import { GAME_TITLES, type GameId } from "#domain/game.ts";
import { listHeadlines } from "#domain/loadout/build.ts";
import { isVehicleLoadout, type Loadout, type SoldierLoadout } from "#domain/loadout/loadout.ts";
import { shareId } from "#domain/loadout/sharing/share.ts";
import { decodeShare, gameOfShare } from "#domain/loadout/sharing/share-code.ts";
import { m } from "#messages";
import { formatDay } from "#messages/format.ts";
import { formatTtk } from "#messages/game/figure-words.ts";
import { getLabelAt } from "#messages/game/figures.ts";
import { KIT_TITLES } from "#messages/game/titles.ts";
import { toShared, UNOPENED } from "#messages/loadout/share-words.ts";
import { ErrorPanel } from "#web/app/shell/error-panel.tsx";
import { gamePath } from "#web/app/shell/page/game-search.ts";
import { Page } from "#web/app/shell/page/page.tsx";
import { getErrorCode, getErrorText } from "#web/data/problem.ts";
import { shouldRetryUnlessRefused, useTRPC } from "#web/data/trpc.ts";
import { getAnswerBuild } from "#web/features/loadout/editor/figures/aim-controls.tsx";
import { FiguresChanged } from "#web/features/loadout/editor/figures/figures-layer.tsx";
import { FiguresPane } from "#web/features/loadout/editor/figures/figures-pane.tsx";
import type { BuildFiguresProps } from "#web/features/loadout/editor/figures/live-figures.tsx";
import { KIT_GLYPHS } from "#web/features/loadout/glyphs.ts";
import { LoadoutPicture } from "#web/features/loadout/loadout-picture.tsx";
import { LoadoutWords, useWords } from "#web/features/loadout/sharing/loadout-words.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button, buttonLook } from "#web/ui/button.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Stat } from "#web/ui/figures/stat.tsx";
import { Glyph } from "#web/ui/glyph.tsx";
import type { Opened } from "./share-actions.tsx";
import { ShareActions } from "./share-actions.tsx";

type ScreenProps = { game: GameId; Figures: ComponentType<BuildFiguresProps> };

/** The screen of a shared loadout, stored under an id or contained in a code. */
export function OpenedShare({ id, code, ...rest }: ScreenProps & { id?: string; code?: string }) {
  return id === undefined ? <ByCode key={code} code={code ?? ""} {...rest} /> : <ById key={id} id={id} {...rest} />;
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
  const opened: Opened = { ...toShared(decoded), createdAt: null, shareKey: { name: "l", value: code } };
  return <SharedScreen opened={opened} Figures={Figures} />;
}

type NotYetProps = { game: GameId; error: unknown; onRetry: () => void };

function NotYet({ game, error, onRetry }: NotYetProps) {
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

/** Why an address shares nothing, and the ways on from it. */
function Unopened({ game, why }: { game: GameId; why: keyof typeof UNOPENED }) {
  return (
    <>
      <title>{m.loadout_shared_loadout_fieldlocker()}</title>
      <Page title={m.share_nothing_title()} lead={UNOPENED[why]}>
        <div className="flex flex-wrap gap-3">
          {why === "newer" && (
            <Button kind="primary" onClick={() => window.location.reload()}>
              {m.app_reload_page()}
            </Button>
          )}
          <Link to={gamePath[game]} search={{ tab: "loadouts" }} className={buttonLook()}>
            {m.loadout_game_loadouts({ game: GAME_TITLES[game] })}
          </Link>
          <Link to="/" className={buttonLook("quiet")}>
            {m.common_home()}
          </Link>
        </div>
      </Page>
    </>
  );
}

type SharedScreenProps = { opened: Opened; Figures: ComponentType<BuildFiguresProps> };

/** A shared loadout, read-only, and the actions on it. */
function SharedScreen({ opened, Figures }: SharedScreenProps) {
  const { name, loadout } = opened;
  return (
    <>
      <title>{`${name} · ${GAME_TITLES[loadout.game]} · Fieldlocker`}</title>
      <Page title={name} lead={getOrigin(opened)}>
        <Suspense fallback={<Skeleton label={m.common_loading_the_shared_loadout()} rows={8} />}>
          <Content opened={opened} Figures={Figures} />
        </Suspense>
      </Page>
    </>
  );
}

/** The author and date of a share, as far as the link has them. */
function getOrigin({ loadout, author, createdAt }: Opened): string {
  const day = createdAt && formatDay(createdAt);
  const parts = [
    GAME_TITLES[loadout.game],
    author ? m.loadout_origin_shared_by({ author }) : m.loadout_origin_shared(),
    day,
  ];
  return parts.filter(Boolean).join(m.common_dot());
}

function Content({ opened, Figures }: SharedScreenProps) {
  const { loadout, note } = opened;
  const words = useWords(loadout);
  const { armoury, answers, combat, complaints, error } = words;
  return (
    <div className="grid gap-6">
      <ShareActions opened={opened} isLegal={complaints.length === 0} />
      {complaints.length > 0 && <Complaints complaints={complaints} />}
      {error !== null && <p role="alert">{getErrorText(error)}</p>}
      <FiguresChanged loadout={loadout} answers={answers} />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_27rem]">
        <div className="grid gap-5">
          <p className="flex items-center gap-3">
            {!isVehicleLoadout(loadout) && <Glyph name={KIT_GLYPHS[getKit(loadout)]} className="size-8 text-accent" />}
            <Badge>{isVehicleLoadout(loadout) ? m.loadout_vehicle() : KIT_TITLES[getKit(loadout)]}</Badge>
          </p>
          <div className="grid gap-2">
            <LoadoutPicture
              loadout={loadout}
              vehicle="w-full max-w-md [--cut:var(--surface-0)]"
              weapon="w-full max-w-2xl"
            />
            {!isVehicleLoadout(loadout) && <Headlines loadout={loadout} answers={answers} combat={combat} />}
          </div>
          {note && (
            <section aria-labelledby="note" className="panel p-4 md:p-5">
              <h2 id="note" className="mb-1 font-cond text-2 font-bold normal-case">
                {m.loadout_note()}
              </h2>
              <p className="max-w-(--measure) whitespace-pre-line">{note}</p>
            </section>
          )}
          <LoadoutWords
            loadout={loadout}
            armoury={armoury}
            heading="h2"
            className="panel px-4 pt-4 md:px-5 md:pt-5 gap-x-8 xl:columns-2 [&>section]:break-inside-avoid [&>section]:pb-5"
          />
        </div>
        <FiguresPane
          loadout={loadout}
          knowledge={{ answers, armoury }}
          catalogue={{ combat }}
          isWide
          isOpened
          Figures={Figures}
        />
      </div>
    </div>
  );
}

type HeadlinesProps = { loadout: SoldierLoadout } & Pick<ReturnType<typeof useWords>, "answers" | "combat">;

/** The times to kill with the primary weapon at three ranges. */
function Headlines({ loadout: { primary }, answers, combat }: HeadlinesProps) {
  const answer = answers.get(primary.weaponId ?? "");
  if (!answer || !combat) return null;
  return (
    <dl className="flex flex-wrap gap-x-10 gap-y-2">
      {listHeadlines(getAnswerBuild(answer, primary), combat).map(({ rangeM, ttkMs, isMinimum }) => (
        <Stat
          key={rangeM}
          label={getLabelAt("ttk", { rangeM })}
          value={ttkMs === null ? null : formatTtk(ttkMs, isMinimum)}
        />
      ))}
    </dl>
  );
}

const getKit = (loadout: Exclude<Loadout, { vehicleClassId: string }>) =>
  loadout.game === "bf4" ? loadout.kitId : loadout.classId;

function Complaints({ complaints }: { complaints: readonly string[] }) {
  return (
    <section aria-labelledby="complaints" className="grid gap-1 border-l-3 border-danger pl-4">
      <h2 id="complaints" className="font-cond text-2 font-bold normal-case">
        {m.loadout_illegal_heading()}
      </h2>
      <ul className="list-disc pl-5 text-0">
        {complaints.map((complaint) => (
          <li key={complaint}>{complaint}</li>
        ))}
      </ul>
      <p className="text-0 text-ink-2">{m.loadout_cannot_be_saved_as_it_is()}</p>
    </section>
  );
}

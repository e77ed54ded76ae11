import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import type { RouterOutputs } from "#api";
import { GAME_TITLES, GAMES } from "#domain/game.ts";
import { BOARD_FIGURES, type BoardFigureId, FIGURE_GROUPS, type FigureGroup } from "#domain/platoon/platoon.ts";
import { m } from "#messages";
import { createTexts } from "#messages/format.ts";
import { GAME_CHOICES } from "#messages/game/titles.ts";
import { formatFigure } from "#messages/soldier/figure-words.ts";
import { getMeasureLabel } from "#messages/soldier/measure-labels.ts";
import { formatSoldier } from "#messages/soldier/soldier-words.ts";
import { ErrorLine } from "#web/app/shell/error-panel.tsx";
import { gamePath } from "#web/app/shell/page/game-search.ts";
import { QueryFallback, QueryList } from "#web/app/shell/query-list.tsx";
import { getItems, NEXT_PAGE, ShowMore } from "#web/data/paging.tsx";
import { useTRPC } from "#web/data/trpc.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { FilterSelect } from "#web/ui/fields/select.tsx";
import { Switch } from "#web/ui/fields/switch.tsx";
import { type FigureCell, type FigureRow, FigureTable } from "#web/ui/figures/figure-table.tsx";
import { lazyNamed } from "#web/ui/lazy-named.ts";
import { Dialog } from "#web/ui/overlays/dialog.tsx";
import { Panel } from "#web/ui/panel.tsx";
import type { Platoon, PlatoonFilterProps } from "./platoon-queries.ts";

const WeeklyCard = lazyNamed(() => import("./emblem/weekly-card.tsx"), "WeeklyCard");

type Board = RouterOutputs["platoon"]["board"];
type BoardRow = Omit<Board["list"]["items"][number], "platform">;

/** The board with the figures of the soldiers that members share. */
export function BoardTab({ platoon, filters, onFilter }: PlatoonFilterProps & { platoon: Platoon }) {
  const organizationId = platoon.id;
  const { board } = useTRPC().platoon;
  const game = GAMES.find((each) => each === filters.game);
  const [isChoosing, setChoosing] = useState(false);
  const [isCardOpen, setCardOpen] = useState(false);
  const query = useInfiniteQuery({
    ...board.list.infiniteQueryOptions({ organizationId, ...(game && { game }) }, NEXT_PAGE),
    placeholderData: (before) => before,
  });
  const rows = getItems(query.data);
  const choose = (
    <Button kind="primary" onClick={() => setChoosing(true)}>
      {m.platoon_board_choose()}
    </Button>
  );
  const isEmpty = query.isSuccess && rows.length === 0;
  return (
    <Panel title={m.platoon_board()}>
      {isEmpty && !game ? (
        <EmptyState glyph="medal" text={m.platoon_board_empty()}>
          {choose}
        </EmptyState>
      ) : (
        <div className="grid gap-4">
          <p className="max-w-(--measure) text-0 text-ink-2">{m.platoon_board_note()}</p>
          <div className="flex flex-wrap items-end justify-between gap-4">
            <FilterSelect
              label={m.platoon_locker_game()}
              value={game}
              any={m.platoon_locker_both_games()}
              choices={GAME_CHOICES}
              onChange={(next) => onFilter({ game: next ?? "" })}
              className="w-56"
            />
            <div className="flex flex-wrap gap-3">
              {rows.length > 0 && <Button onClick={() => setCardOpen(true)}>{m.platoon_board_card()}</Button>}
              {choose}
            </div>
          </div>
          {rows.length === 0 && !query.isSuccess && (
            <QueryFallback query={query} loading={m.platoon_board_loading()} errorClassName="" />
          )}
          {isEmpty && <p role="status">{m.platoon_board_nothing_of_game()}</p>}
          {rows.length > 0 && <BoardTable rows={rows} />}
          <ShowMore query={query} />
        </div>
      )}
      {isCardOpen && (
        <Suspense fallback={null}>
          <WeeklyCard platoon={platoon} game={game} labels={TITLES} onClose={() => setCardOpen(false)} />
        </Suspense>
      )}
      {isChoosing && <ConsentDialog organizationId={organizationId} onClose={() => setChoosing(false)} />}
    </Panel>
  );
}

/** The figures of soldiers as a table. */
export const BoardTable = ({ rows }: { rows: readonly BoardRow[] }) => (
  <FigureTable
    label={m.platoon_board_all()}
    searchLabel={m.platoon_search_members()}
    nameLabel={m.platoon_board_soldier()}
    columns={[
      ...BOARD_FIGURES.map(({ id }) => ({ id, label: TITLES[id] })),
      { id: TREND, label: m.platoon_board_trend() },
    ]}
    rows={rows.map(toFigureRow)}
    mayScroll={false}
  />
);

const TREND = "trend";

const TITLES = createTexts<BoardFigureId>({
  kd: () => getMeasureLabel("kd"),
  kpm: () => getMeasureLabel("kpm"),
  spm: () => getMeasureLabel("spm"),
  accuracy: () => getMeasureLabel("accuracy"),
  time: () => getMeasureLabel("timePlayed"),
  unlocks: m.platoon_board_unlocks,
});

function toFigureRow({ soldierId, name, member, game, figures, line }: BoardRow): FigureRow {
  const cells: Record<string, FigureCell> = {};
  for (const { id, unit } of BOARD_FIGURES) {
    const { value, week } = figures[id];
    if (value === null) continue;
    const text = (
      <>
        <span>{formatFigure(value, unit)}</span>
        {week !== null && (
          <span className="block text-00 font-normal text-ink-3">
            {m.platoon_board_week({ value: formatFigure(week, unit) })}
          </span>
        )}
      </>
    );
    cells[id] = { order: value, text };
  }
  const [first, last] = [line[0], line.at(-1)];
  if (first !== undefined && last !== undefined)
    cells[TREND] =
      line.length > 1
        ? { order: last - first, text: <Sparkline values={line} /> }
        : { order: null, text: m.platoon_board_trend_needs_two() };
  const face = (
    <>
      <span className="font-cond text-1 font-bold text-ink">{name}</span>
      <span className="block text-0 font-normal text-ink-2 wrap-anywhere">
        {m.platoon_board_of_member({ member, game: GAME_TITLES[game] })}
      </span>
    </>
  );
  return { id: soldierId, name, face, cells };
}

const [WIDTH, HEIGHT] = [72, 20];

/** The K/D of the last snapshots as a line, with a text for screen readers. */
function Sparkline({ values }: { values: readonly number[] }) {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const points = values.map((value, index) => {
    const x = 1 + (index / (values.length - 1)) * (WIDTH - 2);
    const y = high === low ? HEIGHT / 2 : 1 + ((high - value) / (high - low)) * (HEIGHT - 2);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  const format = (value = 0) => formatFigure(value, "ratio");
  return (
    <>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true" className="ml-auto h-5 w-18 fill-none stroke-accent">
        <polyline points={points.join(" ")} strokeWidth="1.5" />
      </svg>
      <span className="sr-only">
        {m.platoon_board_trend_words({ first: format(values[0]), last: format(values.at(-1)) })}
      </span>
    </>
  );
}

const GROUP_TITLES = createTexts<FigureGroup>({
  combat: m.platoon_board_group_combat,
  time: m.platoon_board_group_time,
  unlocks: m.platoon_board_group_unlocks,
});

type ConsentDialogProps = { organizationId: string; onClose: () => void };

/** The dialog for what this platoon may see of the user's soldiers; each switch is saved at once. */
function ConsentDialog({ organizationId, onClose }: ConsentDialogProps) {
  const { board } = useTRPC().platoon;
  const queryClient = useQueryClient();
  const query = useQuery(board.consent.queryOptions({ organizationId }));
  const allow = useMutation(
    board.allow.mutationOptions({ onSettled: () => queryClient.invalidateQueries(board.pathFilter()) }),
  );
  return (
    <Dialog onClose={onClose} title={m.platoon_board_choose()} description={m.platoon_board_choose_explained()}>
      <div className="grid gap-4">
        <ErrorLine error={allow.error} />
        <QueryList
          query={query}
          items={query.data}
          label={m.platoon_board_your_soldiers()}
          loading={m.common_loading_your_soldiers()}
          rows={2}
          empty={<NoSoldiers />}
        >
          {({ id, name, platform, game, groups }) => (
            <li key={id} className="grid gap-1 py-3">
              <h3 className="text-2 wrap-anywhere">
                {formatSoldier({ name, platform })}{" "}
                <span className="text-0 font-normal text-ink-2">{GAME_TITLES[game]}</span>
              </h3>
              {FIGURE_GROUPS.filter((group) => group !== "unlocks" || game === "bf4").map((group) => (
                <Switch
                  key={group}
                  label={
                    <>
                      {GROUP_TITLES[group]} <span className="sr-only">{name}</span>
                    </>
                  }
                  checked={groups.includes(group)}
                  disabled={allow.isPending}
                  onChange={(isOn) =>
                    allow.mutate({
                      organizationId,
                      soldierId: id,
                      groups: isOn ? [...groups, group] : groups.filter((each) => each !== group),
                    })
                  }
                />
              ))}
            </li>
          )}
        </QueryList>
      </div>
    </Dialog>
  );
}

const NoSoldiers = () => (
  <>
    <p>{m.platoon_board_no_soldiers()}</p>
    <p className="flex flex-wrap gap-4">
      {GAMES.map((game) => (
        <Link key={game} to={gamePath[game]} search={{ tab: "soldier" }} className="link">
          {GAME_TITLES[game]}
        </Link>
      ))}
    </p>
  </>
);

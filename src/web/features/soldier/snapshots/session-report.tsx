import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, Suspense, useMemo, useState } from "react";
import type { RouterOutputs } from "#api";
import type { GameId } from "#domain/game.ts";
import {
  getSessionReport,
  listMostUsed,
  type SessionReport as Report,
  type SessionFigure,
} from "#domain/soldier/session.ts";
import { m } from "#messages";
import { createTexts, formatDay } from "#messages/format.ts";
import { formatNumber } from "#messages/format-number.ts";
import { formatRemainder } from "#messages/progress/progress-words.ts";
import { TARGET_TITLES } from "#messages/progress/target-words.ts";
import { formatFigure, formatGain } from "#messages/soldier/figure-words.ts";
import { getMeasureLabel } from "#messages/soldier/measure-labels.ts";
import { CarriedSilhouette, useDrawWeapon } from "#web/data/silhouettes.tsx";
import { useTRPC } from "#web/data/trpc.ts";
import type { Snapshot } from "#web/features/soldier/soldier-search.ts";
import { Button } from "#web/ui/button.tsx";
import { Unknown } from "#web/ui/figures/stat.tsx";
import { lazyNamed } from "#web/ui/lazy-named.ts";

type SessionReportProps = { soldierId: string; older: Snapshot; newer: Snapshot };

const MAX_WEAPONS = 3;
const MAX_CLOSE = 3;

const SessionCardDialog = lazyNamed(() => import("./session-card.tsx"), "SessionCardDialog");

/** The session between two snapshots: its K/D and KPM, then weapons, gained unlocks and closest unlocks. */
export function SessionReport({ soldierId, older, newer }: SessionReportProps) {
  const { game } = newer.statistics;
  const report = useMemo(
    () => getSessionReport(game, older.statistics.figures, newer.statistics.figures),
    [game, older, newer],
  );
  const weapons = useMemo(
    () => listMostUsed(older.statistics.tables.weapons ?? [], newer.statistics.tables.weapons ?? [], MAX_WEAPONS),
    [older, newer],
  );
  const gained = useGainedUnlocks({ soldierId, from: older.id, to: newer.id }, game);
  const close = useClosestUnlocks(soldierId, game);
  if (!report) return null;
  return (
    <section aria-label={m.soldier_session()} className="panel grid gap-6 p-5">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-5 sm:grid-cols-3 lg:grid-cols-5">
        {report.quotients.map((figure) => (
          <div key={figure.id}>
            <dt className="font-cond text-0 font-semibold text-ink-2">{getMeasureLabel(figure.labelId)}</dt>
            <dd className="num text-6 leading-none font-bold text-accent">{formatFigure(figure.value, figure.unit)}</dd>
            <dd className="num mt-1 text-00 text-ink-3">{formatCareer(figure)}</dd>
          </div>
        ))}
        {report.unknown.map(({ id, labelId, lacks }) => (
          <div key={id}>
            <dt className="font-cond text-0 font-semibold text-ink-2">{getMeasureLabel(labelId)}</dt>
            <dd className="num text-6 leading-none">
              <Unknown />
            </dd>
            <dd className="mt-1 text-00 text-ink-3">{REASONS[lacks]}</dd>
          </div>
        ))}
      </dl>
      <p className="num text-1 text-ink-2">{formatCounts(report)}</p>
      <div className="grid gap-6 md:grid-cols-3">
        {weapons.length > 0 && (
          <Block title={m.soldier_best_weapons()}>
            {weapons.map(({ id, name, kills }) => (
              <Row
                key={id}
                name={name}
                value={m.soldier_kill_count({ count: kills })}
                picture={<CarriedSilhouette weapon={{ weaponId: id }} className="w-20 shrink-0 text-ink-2" />}
              />
            ))}
          </Block>
        )}
        {gained && gained.total > 0 && <UnlocksGained gained={gained} />}
        {close.length > 0 && <ClosestUnlocks soldierId={soldierId} items={close} />}
      </div>
      <SessionCardButton {...{ soldierId, newer, report, weapons, gained, close }} />
    </section>
  );
}

const REASONS = createTexts<Report["unknown"][number]["lacks"]>({
  score: m.soldier_source_has_no_score,
  shots: m.soldier_source_has_no_shots,
  counts: m.soldier_source_lacks_the_counts,
});

/** Returns how the session changed the career figure: "Career 1.05, +0.02". */
function formatCareer({ before, after, unit }: SessionFigure): string {
  if (after === null) return "";
  const gain = before === null ? null : formatGain(before, after, unit);
  const figure = formatFigure(after, unit);
  return gain ? m.soldier_career_figure_with_gain({ figure, gain }) : m.soldier_career_figure({ figure });
}

type GainedUnlocks = RouterOutputs["progress"]["gained"];
type UpcomingUnlocks = RouterOutputs["progress"]["next"]["items"];

/** Returns the unlocks gained in a period; only Battlefield 4 has unlocks. */
const useGainedUnlocks = (
  period: { soldierId: string; from: string; to: string },
  game: GameId,
): GainedUnlocks | undefined =>
  useQuery({ ...useTRPC().progress.gained.queryOptions(period), enabled: game === "bf4" }).data;

function useClosestUnlocks(soldierId: string, game: GameId): UpcomingUnlocks {
  const request = { soldierId, limit: MAX_CLOSE, start: "started" } as const;
  const { data } = useQuery({ ...useTRPC().progress.next.queryOptions(request), enabled: game === "bf4" });
  return data?.items ?? NO_UNLOCKS;
}

const NO_UNLOCKS: UpcomingUnlocks = [];

const formatUnlockRemainder = ({ remainder }: UpcomingUnlocks[number]): string =>
  remainder.state === "left" ? formatRemainder(remainder) : "";

const COUNTS: Record<string, (inputs: { count: number }) => string> = {
  kills: m.soldier_kill_count,
  deaths: m.soldier_death_count,
  matches: m.soldier_match_count,
  rounds: m.soldier_round_count,
  wins: m.soldier_win_count,
};

/** Formats the counts of a session: "93 kills · 74 deaths". */
const formatCounts = ({ counts }: Report): string =>
  counts
    .map(({ id, value, unit }) =>
      COUNTS[id] ? COUNTS[id]({ count: value }) : m.soldier_time_played({ time: formatFigure(value, unit) }),
    )
    .join(m.common_dot());

function UnlocksGained({ gained: { items, total } }: { gained: GainedUnlocks }) {
  const more = total - items.length;
  return (
    <Block title={m.soldier_unlocks_gained({ count: total })}>
      {items.map(({ id, kind, name, weapon }) => (
        <Row key={id} name={name} value={weapon?.name ?? TARGET_TITLES[kind]} />
      ))}
      {more > 0 && <li className="py-1.5 text-0 text-ink-2">{m.common_and_more_more({ more: formatNumber(more) })}</li>}
    </Block>
  );
}

function ClosestUnlocks({ soldierId, items }: { soldierId: string; items: UpcomingUnlocks }) {
  return (
    <Block title={m.soldier_close_now()}>
      {items.map((item) => (
        <Row key={item.id} name={getTargetName(item)} value={formatUnlockRemainder(item)} />
      ))}
      <li className="pt-2">
        <Link to="/bf4" search={{ tab: "progress", soldier: soldierId }} className="link text-0">
          {m.soldier_all_unlocks()}
        </Link>
      </li>
    </Block>
  );
}

const getTargetName = ({ name, weapon }: UpcomingUnlocks[number]): string =>
  weapon ? `${name} · ${weapon.name}` : name;

type SessionCardButtonProps = {
  soldierId: string;
  newer: Snapshot;
  report: Report;
  weapons: readonly { id: string; name: string; kills: number }[];
  gained: GainedUnlocks | undefined;
  close: UpcomingUnlocks;
};

/** The button that opens the session as a picture to share. */
function SessionCardButton({ soldierId, newer, report, weapons, gained, close }: SessionCardButtonProps) {
  const [open, setOpen] = useState(false);
  const { data } = useQuery(useTRPC().soldier.get.queryOptions({ id: soldierId }));
  const draw = useDrawWeapon();
  const { game } = newer.statistics;
  const [best] = weapons;
  const day = formatDay(newer.takenAt);
  const card = useMemo(
    () =>
      data && {
        game,
        soldierName: data.soldier.name,
        note: newer.source === "sample" ? m.soldier_card_note_of_sample({ day }) : day,
        figures: report.quotients.map(({ labelId, value, unit }) => ({
          label: getMeasureLabel(labelId),
          text: formatFigure(value, unit),
        })),
        counts: formatCounts(report),
        bestWeapon: best
          ? {
              name: best.name,
              kills: m.soldier_kill_count({ count: best.kills }),
              drawing: draw?.({ weaponId: best.id }) ?? null,
            }
          : null,
        unlocks:
          gained && gained.total > 0
            ? { title: m.soldier_unlocks_gained({ count: gained.total }), names: gained.items.map(({ name }) => name) }
            : null,
        close: close.map((item) =>
          m.soldier_close_target({ name: getTargetName(item), left: formatUnlockRemainder(item) }),
        ),
      },
    [data, game, newer.source, day, report, best, draw, gained, close],
  );
  if (!card) return null;
  const fileName = `session-${newer.takenAt.slice(0, 10)}-${game}`;
  return (
    <div>
      <Button size="small" onClick={() => setOpen(true)}>
        {m.soldier_session_card()}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <SessionCardDialog card={card} fileName={fileName} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}

const Block = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid content-start gap-1">
    <h3 className="text-2">{title}</h3>
    <ul>{children}</ul>
  </section>
);

const Row = ({ name, value, picture }: { name: string; value: ReactNode; picture?: ReactNode }) => (
  <li className="flex items-center gap-4 border-t border-line py-1.5 text-0 first:border-t-0">
    {picture}
    <span className="min-w-0 grow font-cond text-1 font-semibold break-words">{name}</span>
    <span className="num shrink-0 text-ink-2">{value}</span>
  </li>
);

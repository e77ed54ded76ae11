import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useMemo } from "react";
import { formatNumber, formatRemaining } from "#domain/progress/progress-words.ts";
import { TARGET_KINDS } from "#domain/progress/targets/target.ts";
import { formatFigure, formatGain } from "#domain/soldier/figures/figure-words.ts";
import { getSessionReport, listMostUsed, type SessionFigure } from "#domain/soldier/session.ts";
import { useTRPC } from "#web/data/trpc.ts";
import type { Snapshot } from "#web/features/soldier/soldier-search.ts";

type SessionReportProps = { soldierId: string; older: Snapshot; newer: Snapshot };

const MAX_WEAPONS = 3;
const MAX_CLOSE = 3;

/** What was played between two snapshots: its own K/D and KPM first, then weapons, unlocks, and what is close now. */
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
  if (!report) return null;
  return (
    <section aria-label="Session" className="panel grid gap-6 p-5">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-5 sm:grid-cols-3 lg:grid-cols-5">
        {report.quotients.map((figure) => (
          <div key={figure.id}>
            <dt className="font-cond text-0 font-semibold text-ink-2">{figure.label}</dt>
            <dd className="num text-6 leading-none font-bold text-accent">{formatFigure(figure.value, figure.unit)}</dd>
            <dd className="num mt-1 text-00 text-ink-3">{formatCareer(figure)}</dd>
          </div>
        ))}
      </dl>
      <p className="num text-1 text-ink-2">
        {report.counts
          .map(({ label, value, unit }) => `${formatFigure(value, unit)} ${label.toLowerCase()}`)
          .join(" · ")}
      </p>
      <div className="grid gap-6 md:grid-cols-3">
        {weapons.length > 0 && (
          <Block title="Best weapons">
            {weapons.map(({ id, name, kills }) => (
              <Row key={id} name={name} value={kills === 1 ? "1 kill" : `${kills.toLocaleString("en")} kills`} />
            ))}
          </Block>
        )}
        {game === "bf4" && <UnlocksGained soldierId={soldierId} from={older.id} to={newer.id} />}
        {game === "bf4" && <CloseNow soldierId={soldierId} />}
      </div>
    </section>
  );
}

/** What the session did to the figure of the career: "Career 1.05, +0.02". */
function formatCareer({ before, after, unit }: SessionFigure): string {
  if (after === null) return "";
  const gain = before === null ? null : formatGain(before, after, unit);
  return `Career ${formatFigure(after, unit)}${gain ? `, ${gain}` : ""}`;
}

function UnlocksGained({ soldierId, from, to }: { soldierId: string; from: string; to: string }) {
  const { data } = useQuery(useTRPC().progress.gained.queryOptions({ soldierId, from, to }));
  if (!data || data.total === 0) return null;
  const more = data.total - data.items.length;
  return (
    <Block title={data.total === 1 ? "1 unlock gained" : `${data.total.toLocaleString("en")} unlocks gained`}>
      {data.items.map(({ id, kind, name, weapon }) => (
        <Row key={id} name={name} value={weapon?.name ?? TARGET_KINDS[kind]} />
      ))}
      {more > 0 && <li className="py-1.5 text-0 text-ink-2">and {more.toLocaleString("en")} more</li>}
    </Block>
  );
}

function CloseNow({ soldierId }: { soldierId: string }) {
  const asked = { soldierId, limit: MAX_CLOSE, start: "started" } as const;
  const { data } = useQuery(useTRPC().progress.next.queryOptions(asked));
  if (!data || data.items.length === 0) return null;
  return (
    <Block title="Close now">
      {data.items.map(({ id, name, weapon, remainder }) => (
        <Row
          key={id}
          name={weapon ? `${name} · ${weapon.name}` : name}
          value={
            remainder.state === "left" &&
            `${formatNumber(remainder.left, remainder.unit)} ${formatRemaining(remainder.left, remainder.unit)}`
          }
        />
      ))}
      <li className="pt-2">
        <Link to="/bf4" search={{ tab: "progress", soldier: soldierId }} className="link text-0">
          All unlocks
        </Link>
      </li>
    </Block>
  );
}

const Block = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid content-start gap-1">
    <h3 className="text-2">{title}</h3>
    <ul>{children}</ul>
  </section>
);

const Row = ({ name, value }: { name: string; value: ReactNode }) => (
  <li className="flex items-baseline justify-between gap-4 border-t border-line py-1.5 text-0 first:border-t-0">
    <span className="min-w-0 font-cond text-1 font-semibold break-words">{name}</span>
    <span className="num shrink-0 text-ink-2">{value}</span>
  </li>
);

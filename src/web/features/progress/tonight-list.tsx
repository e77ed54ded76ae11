import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { RouterOutputs } from "#api";
import { m } from "#messages";
import { KIT_TITLES } from "#messages/game/titles.ts";
import { formatQuantity } from "#messages/progress/progress-words.ts";
import { TARGET_TITLES } from "#messages/progress/target-words.ts";
import { ErrorPanel } from "#web/app/shell/error-panel.tsx";
import { getLocal, setLocal } from "#web/data/local-storage.ts";
import { CarriedSilhouette } from "#web/data/silhouettes.tsx";
import { useTRPC } from "#web/data/trpc.ts";
import { Button, buttonLook } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Segments } from "#web/ui/fields/segments.tsx";
import { type ListProps, PLAY_TIMES, useProgressSearch } from "./progress-search.ts";

type Tonight = NonNullable<RouterOutputs["progress"]["tonight"]>;
type Pick = Tonight["picks"][number];

/** What to carry tonight to finish the most started unlocks, as a list to check off beside the game. */
export function TonightList({ game, soldierId }: ListProps) {
  const { search, narrow } = useProgressSearch(game);
  const time = search.time ?? PLAY_TIMES[1].value;
  const query = useQuery({
    ...useTRPC().progress.tonight.queryOptions({ soldierId: soldierId ?? "", minutes: Number(time) }),
    enabled: soldierId !== null,
    placeholderData: (before) => before,
  });
  const checks = useChecks();
  if (soldierId === null) return <EmptyState text={m.progress_tonight_needs_soldier()} />;
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <span className="text-0 font-semibold text-ink-2">{m.progress_i_play_for()}</span>
        <Segments
          legend={m.progress_how_long_you_play()}
          name="play-time"
          value={time}
          choices={PLAY_TIMES}
          onChange={(next) => narrow({ time: next })}
        />
      </div>
      {query.isPending && <Skeleton label={m.progress_choosing_your_kit()} rows={3} className="h-40" />}
      {query.isError && <ErrorPanel error={query.error} onRetry={query.refetch} className="panel p-5" />}
      {query.data === null && <EmptyState text={m.progress_pace_unknown()} />}
      {query.data && <Picks tonight={query.data} checks={checks} />}
    </div>
  );
}

function Picks({ tonight: { pace, picks }, checks }: { tonight: Tonight; checks: Checks }) {
  const total = picks.flatMap(({ items }) => items);
  const done = total.filter(({ id }) => checks.has(id)).length;
  if (picks.length === 0) return <EmptyState text={m.progress_tonight_nothing_fits()} />;
  return (
    <>
      <p role="status" className="text-1">
        <span>
          {done === 0
            ? m.progress_unlocks_within_reach({ count: total.length })
            : m.progress_done_of_count_done({ done, count: total.length })}
        </span>{" "}
        <span className="text-ink-2">
          {m.progress_at_your_pace({ kills: formatPerHour(pace), count: pace.snapshots })}
        </span>
      </p>
      <ol className="grid items-start gap-4 md:grid-cols-2">
        {picks.map((pick) => (
          <PickCard key={pick.weapon.id} pick={pick} checks={checks} />
        ))}
      </ol>
      {done > 0 && (
        <div>
          <Button size="small" onClick={() => checks.clear(total.map(({ id }) => id))}>
            {m.progress_uncheck_all()}
          </Button>
        </div>
      )}
    </>
  );
}

function formatPerHour({ lowPerHour, highPerHour }: Tonight["pace"]): string {
  const low = formatQuantity(Math.round(lowPerHour), "kills");
  const high = formatQuantity(Math.round(highPerHour), "kills");
  return low === high ? low : m.progress_kills_from_to({ low, high });
}

/** A weapon to carry, and what its kills finish. */
function PickCard({ pick: { weapon, loadout, kills, minutes, items }, checks }: { pick: Pick; checks: Checks }) {
  const isPrimary = loadout?.primary.weaponId === weapon.id;
  return (
    <li className="panel grid gap-3 p-4 md:p-5">
      {loadout && <CarriedSilhouette weapon={isPrimary ? loadout.primary : loadout.sidearm} className="w-full" />}
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 className="text-3">{weapon.name}</h3>
        <span className="num text-0 text-ink-2">{m.progress_kills_and_minutes({ count: kills, minutes })}</span>
      </div>
      <ul>
        {items.map((item) => (
          <li key={item.id} className="border-t border-line">
            <label className="flex min-h-12 cursor-pointer items-center gap-3 py-1">
              <input
                type="checkbox"
                checked={checks.has(item.id)}
                onChange={() => checks.toggle(item.id)}
                className="size-6 shrink-0 accent-accent"
              />
              <span className="min-w-0 grow font-cond text-1 font-semibold break-words">
                {item.name} <span className="text-0 font-normal text-ink-2">{TARGET_TITLES[item.kind]}</span>
              </span>
              <span className="num shrink-0 text-0 text-ink-2">
                {item.remainder.state === "left" &&
                  m.progress_amount_left({ amount: formatQuantity(item.remainder.left, "kills") })}
              </span>
            </label>
          </li>
        ))}
      </ul>
      {loadout && (
        <Link
          to="/bf4"
          search={{ tab: "loadouts", edit: "new", kit: loadout.kitId, weapon: weapon.id }}
          className={buttonLook("secondary", "small")}
        >
          {m.progress_kit_loadout_with_weapon({ kit: KIT_TITLES[loadout.kitId], weapon: weapon.name })}
        </Link>
      )}
    </li>
  );
}

const TONIGHT_KEY = "tonight-checked";

type Checks = ReturnType<typeof useChecks>;

/** Targets checked off on this device; the next snapshot shows what is reached. */
function useChecks() {
  const [checked, setChecked] = useState<ReadonlySet<string>>(readChecks);
  const store = (next: ReadonlySet<string>) => {
    setChecked(next);
    setLocal(TONIGHT_KEY, JSON.stringify([...next]));
  };
  return {
    has: (id: string) => checked.has(id),
    toggle: (id: string) => {
      const next = new Set(checked);
      if (!next.delete(id)) next.add(id);
      store(next);
    },
    clear: (ids: readonly string[]) => store(new Set([...checked].filter((id) => !ids.includes(id)))),
  };
}

function readChecks(): ReadonlySet<string> {
  try {
    const stored: unknown = JSON.parse(getLocal(TONIGHT_KEY) ?? "[]");
    return new Set(Array.isArray(stored) ? stored.filter((id) => typeof id === "string") : []);
  } catch {
    return new Set();
  }
}

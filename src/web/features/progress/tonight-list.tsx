import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { RouterOutputs } from "#api";
import { m } from "#messages";
import { KIT_TITLES } from "#messages/game/titles.ts";
import { formatAmount, formatEstimate, formatQuantity } from "#messages/progress/progress-words.ts";
import { ErrorPanel } from "#web/app/shell/error-panel.tsx";
import { getLocal, setLocal } from "#web/data/local-storage.ts";
import { CarriedSilhouette } from "#web/data/silhouettes.tsx";
import { useTRPC } from "#web/data/trpc.ts";
import { Button, getButtonClasses } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Segments } from "#web/ui/fields/segments.tsx";
import { type ListProps, PLAY_TIMES, useProgressSearch } from "./progress-search.ts";
import { TargetList } from "./target-list.tsx";

type Tonight = NonNullable<RouterOutputs["progress"]["tonight"]>;
type Pick = Tonight["picks"][number];

/** The weapons that finish the most started unlocks in the chosen time, as a list to check off during play. */
export function TonightList({ game, soldierId }: ListProps) {
  const { search, setFilters } = useProgressSearch(game);
  const time = search.time ?? PLAY_TIMES[1].value;
  const query = useQuery({
    ...useTRPC().progress.tonight.queryOptions({ soldierId: soldierId ?? "", minutes: Number(time) }),
    enabled: soldierId !== null,
    placeholderData: (before) => before,
  });
  if (soldierId === null) return <EmptyState glyph="rank-1" text={m.progress_tonight_needs_soldier()} />;
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <span className="text-0 font-semibold text-ink-2">{m.progress_i_play_for()}</span>
        <Segments
          legend={m.progress_how_long_you_play()}
          name="play-time"
          value={time}
          choices={PLAY_TIMES}
          onChange={(next) => setFilters({ time: next })}
        />
      </div>
      {query.isPending && <Skeleton label={m.progress_choosing_your_kit()} rows={3} className="h-40" />}
      {query.isError && <ErrorPanel error={query.error} onRetry={query.refetch} className="panel p-5" />}
      {query.data === null && <EmptyState glyph="ammo-box" text={m.progress_no_pace()} />}
      {query.data && <Picks key={soldierId} soldierId={soldierId} tonight={query.data} />}
    </div>
  );
}

function Picks({ soldierId, tonight: { picks } }: { soldierId: string; tonight: Tonight }) {
  const checks = useChecks(soldierId);
  const total = picks.flatMap(({ items }) => items);
  const done = total.filter(({ id }) => checks.has(id)).length;
  if (picks.length === 0) return <EmptyState glyph="ammo-box" text={m.progress_tonight_nothing_fits()} />;
  return (
    <>
      <p role="status" className="text-1">
        {done === 0
          ? m.progress_unlocks_within_reach({ count: total.length })
          : m.progress_done_of_count_done({ done, count: total.length })}
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

/** A suggested weapon and the targets that its kills finish. */
function PickCard({
  pick: { weapon, saved, loadout, kills, hours, basis, items },
  checks,
}: {
  pick: Pick;
  checks: Checks;
}) {
  const isPrimary = loadout?.primary.weaponId === weapon.id;
  return (
    <li className="panel grid gap-3 p-4 md:p-5">
      {loadout && <CarriedSilhouette weapon={isPrimary ? loadout.primary : loadout.sidearm} className="w-full" />}
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 className="text-3">{weapon.name}</h3>
        <span className="num text-0 text-ink-2">
          {[formatAmount(kills, "kills"), formatEstimate({ hours, basis })].join(m.common_dot())}
        </span>
      </div>
      <TargetList
        look="short"
        lines={items}
        getRow={({ id, remainder }, { boxId }) => ({
          lead: (
            <input
              type="checkbox"
              id={boxId}
              checked={checks.has(id)}
              onChange={() => checks.toggle(id)}
              className="size-6 accent-accent"
            />
          ),
          actions: remainder.state === "left" && (
            <span className="num text-0 text-ink-2">
              {m.progress_amount_left({ amount: formatQuantity(remainder.left, "kills") })}
            </span>
          ),
        })}
      />
      {loadout && (
        <Link
          to="/bf4"
          search={{
            tab: "loadouts",
            ...(saved ? { edit: saved.id } : { edit: "new", kit: loadout.kitId, weapon: weapon.id }),
          }}
          className={getButtonClasses("secondary", "small")}
        >
          {saved
            ? m.progress_open_loadout({ name: saved.name })
            : m.progress_kit_loadout_with_weapon({ kit: KIT_TITLES[loadout.kitId], weapon: weapon.name })}
        </Link>
      )}
    </li>
  );
}

/** The prefix of the keys; a soldier's id follows. */
const TONIGHT_KEY = "tonight-checked:";

type Checks = ReturnType<typeof useChecks>;

/** The targets of a soldier that are checked off on this device; only the next snapshot shows what is reached. */
function useChecks(soldierId: string) {
  const key = TONIGHT_KEY + soldierId;
  const [checked, setChecked] = useState(() => readChecks(key));
  const store = (next: ReadonlySet<string>) => {
    setChecked(next);
    setLocal(key, JSON.stringify([...next]));
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

function readChecks(key: string): ReadonlySet<string> {
  try {
    const stored: unknown = JSON.parse(getLocal(key) ?? "[]");
    return new Set(Array.isArray(stored) ? stored.filter((id) => typeof id === "string") : []);
  } catch {
    return new Set();
  }
}

import { useInfiniteQuery } from "@tanstack/react-query";
import type { inferRouterOutputs } from "@trpc/server";
import { useState } from "react";
import type { AppRouter } from "#api";
import { GAME_TITLES, GAMES } from "#domain/game.ts";
import { TAG_LIMIT } from "#domain/loadout/limits.ts";
import { LOADOUT_STATES } from "#domain/platoon/platoon.ts";
import { m } from "#messages";
import { ErrorPanel } from "#web/app/shell/error-panel.tsx";
import { EmptyState } from "#web/components/feedback/empty-state.tsx";
import { Skeleton } from "#web/components/feedback/skeleton.tsx";
import { Field, SearchField } from "#web/components/fields/field.tsx";
import { Select } from "#web/components/fields/select.tsx";
import { useDebouncedInput } from "#web/components/fields/use-debounced-input.ts";
import { Badge } from "#web/components/ui/badge.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Changing } from "#web/components/ui/read-only.tsx";
import { wasInterrupted } from "#web/data/interrupted-input.ts";
import { getItems, NEXT_PAGE, ShowMore } from "#web/data/paging.tsx";
import { useRemoved } from "#web/data/stores/removals.ts";
import { shouldRetryUnlessRefused, useTRPC } from "#web/data/trpc.ts";
import type { PlatoonLockerProps } from "./loadout-dialogs.tsx";
import { LoadoutFace, PurposeLine } from "./loadout-face.tsx";
import { PlatoonLoadout } from "./platoon-loadout.tsx";
import { PlatoonTransfer } from "./platoon-transfer.tsx";
import { isOutdated, STATE_TITLES } from "./platoon-words.ts";
import { EVERYWHERE, getProposalKey, ProposeDialog, type Purpose, PurposeFields } from "./propose-dialog.tsx";

const ANY = "any";
type Filters = { q: string; tag: string; state: string; game: string; order: "changed" | "name" } & Purpose;
const NO_FILTERS: Filters = { q: "", tag: "", state: ANY, game: ANY, order: "changed", ...EVERYWHERE };

/** The loadouts that a platoon shares: the list, or the one that is open. */
export function PlatoonLocker(props: PlatoonLockerProps) {
  const [filters, setFilters] = useState(NO_FILTERS);
  const [proposing, setProposing] = useState(() => wasInterrupted(getProposalKey(props.organizationId)));
  if (props.openId !== undefined) return <PlatoonLoadout key={props.openId} {...props} id={props.openId} />;
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-end gap-4">
        <Changing>
          <FilterFields {...props} filters={filters} onChange={setFilters} />
          <Button kind="primary" onClick={() => setProposing(true)} className="ml-auto">
            {m.platoon_locker_propose()}
          </Button>
        </Changing>
      </div>
      <Loadouts {...props} filters={filters} onPropose={() => setProposing(true)} />
      <Changing>
        <PlatoonTransfer organizationId={props.organizationId} isManager={props.isManager} />
      </Changing>
      {proposing && <ProposeDialog {...props} onClose={() => setProposing(false)} />}
    </div>
  );
}

type FilterFieldsProps = PlatoonLockerProps & { filters: Filters; onChange: (filters: Filters) => void };

function FilterFields({ squads, filters, onChange }: FilterFieldsProps) {
  const set = (change: Partial<Filters>) => onChange({ ...filters, ...change });
  const [typed, type] = useDebouncedInput(filters.q, (q) => set({ q }));
  const [typedTag, typeTag] = useDebouncedInput(filters.tag, (tag) => set({ tag }));
  return (
    <>
      <div className="min-w-52 grow basis-52">
        <SearchField label={m.platoon_locker_search()} value={typed} onChange={type} />
      </div>
      <Field
        label={m.loadout_tag()}
        maxLength={TAG_LIMIT}
        autoComplete="off"
        spellCheck={false}
        value={typedTag}
        onChange={({ target }) => typeTag(target.value)}
        className="min-w-36 grow basis-36"
      />
      <Select
        label={m.platoon_locker_state()}
        value={filters.state}
        choices={[
          { value: ANY, label: m.platoon_locker_any_state() },
          ...LOADOUT_STATES.map((value) => ({ value, label: STATE_TITLES[value] })),
        ]}
        onChange={(state) => set({ state })}
        className="min-w-36 grow basis-36"
      />
      <Select
        label={m.platoon_locker_game()}
        value={filters.game}
        choices={[
          { value: ANY, label: m.platoon_locker_both_games() },
          ...GAMES.map((value) => ({ value, label: GAME_TITLES[value] })),
        ]}
        // Another game has other maps.
        onChange={(game) => set({ game, mapId: null, modeId: null })}
        className="min-w-36 grow basis-36"
      />
      <PurposeFields
        game={GAMES.find((each) => each === filters.game) ?? null}
        squads={squads}
        value={filters}
        onChange={set}
        className="contents"
        fieldClassName="min-w-36 grow basis-36"
      />
      <Select
        label={m.platoon_locker_order()}
        value={filters.order}
        choices={[
          { value: "changed", label: m.platoon_locker_order_changed() },
          { value: "name", label: m.platoon_locker_order_name() },
        ]}
        onChange={(order) => set({ order })}
        className="min-w-36 grow basis-36"
      />
    </>
  );
}

/** The filter as the server takes it. */
const getInput = (organizationId: string, { tag, state, game, teamId, mapId, modeId, ...filters }: Filters) => ({
  organizationId,
  ...filters,
  tag: tag.trim().toLowerCase() || undefined,
  state: LOADOUT_STATES.find((each) => each === state),
  game: GAMES.find((each) => each === game),
  teamId: teamId ?? undefined,
  mapId: mapId ?? undefined,
  modeId: modeId ?? undefined,
});

type LoadoutsProps = PlatoonLockerProps & { filters: Filters; onPropose: () => void };

function Loadouts({ organizationId, squads, filters, onOpen, onPropose }: LoadoutsProps) {
  const { locker } = useTRPC().platoon;
  const query = useInfiniteQuery({
    ...locker.list.infiniteQueryOptions(getInput(organizationId, filters), NEXT_PAGE),
    placeholderData: (before) => before,
    retry: shouldRetryUnlessRefused,
  });
  const removed = useRemoved();
  const items = getItems(query.data).filter(({ id }) => !removed.has(id));
  const isFiltered = JSON.stringify({ ...filters, order: "" }) !== JSON.stringify({ ...NO_FILTERS, order: "" });
  if (query.isPending) return <Skeleton label={m.platoon_locker_loading()} rows={4} />;
  if (query.isError && items.length === 0) {
    return <ErrorPanel error={query.error} onRetry={query.refetch} className="panel p-5" />;
  }
  if (items.length === 0) {
    return isFiltered ? (
      <p role="status">{m.platoon_locker_nothing_matches()}</p>
    ) : (
      <EmptyState text={m.platoon_locker_empty()}>
        <Changing>
          <Button onClick={onPropose}>{m.platoon_locker_propose()}</Button>
        </Changing>
      </EmptyState>
    );
  }
  return (
    <>
      <ul aria-label={m.platoon_locker_loadouts()} className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {items.map((item) => (
          <LoadoutCard key={item.id} item={item} squads={squads} onOpen={() => onOpen(item.id)} />
        ))}
      </ul>
      <ShowMore query={query} />
    </>
  );
}

type Item = inferRouterOutputs<AppRouter>["platoon"]["locker"]["list"]["items"][number];

function LoadoutCard({
  item,
  squads,
  onOpen,
}: Pick<PlatoonLockerProps, "squads"> & { item: Item; onOpen: () => void }) {
  const { loadout, headlines } = item;
  return (
    <li className="panel relative grid content-start gap-3 p-4 hover:bg-surface-2">
      <div className="flex flex-wrap items-center gap-2">
        <Badge>{STATE_TITLES[item.state]}</Badge>
        <span className="text-0 text-ink-2">{GAME_TITLES[loadout.game]}</span>
        {isOutdated(item) && <Badge className="text-accent">{m.platoon_locker_changed_since_copy()}</Badge>}
      </div>
      <h3 className="min-w-0 text-2 wrap-anywhere">
        <button type="button" onClick={onOpen} className="text-left after:absolute after:inset-0">
          {item.name}
        </button>
      </h3>
      <LoadoutFace loadout={loadout} headlines={headlines} />
      <PurposeLine game={loadout.game} purpose={item} squads={squads} />
      <p className="text-0 text-ink-2 wrap-anywhere">
        {m.platoon_locker_by({ name: item.author ?? m.platoon_former_member() })}
      </p>
      {item.tags.length > 0 && (
        <p className="text-00 text-ink-2 wrap-anywhere">{item.tags.map((tag) => `#${tag}`).join(" ")}</p>
      )}
    </li>
  );
}

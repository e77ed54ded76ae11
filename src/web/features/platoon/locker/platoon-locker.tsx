import { useInfiniteQuery } from "@tanstack/react-query";
import type { inferRouterOutputs } from "@trpc/server";
import { useState } from "react";
import type { AppRouter } from "#api";
import { GAME_TITLES, GAMES } from "#domain/game.ts";
import { TAG_LIMIT } from "#domain/loadout/limits.ts";
import { LOADOUT_STATES } from "#domain/platoon/platoon.ts";
import { m } from "#messages";
import { GAME_CHOICES } from "#messages/game/titles.ts";
import { QueryList } from "#web/app/shell/query-list.tsx";
import { hasUnsentInput } from "#web/data/offline/typed/interrupted-input.ts";
import { getItems, NEXT_PAGE } from "#web/data/paging.tsx";
import { useRemoved } from "#web/data/stores/removals.ts";
import { useTRPC } from "#web/data/trpc.ts";
import { TagFilter } from "#web/features/loadout/locker/list/locker-filters.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { FilterSelect, Select } from "#web/ui/fields/select.tsx";
import { ListToolbar } from "#web/ui/list-toolbar.tsx";
import { Changing } from "#web/ui/read-only.tsx";
import type { PlatoonLockerProps } from "./loadout-dialogs.tsx";
import { LoadoutFace, PurposeLine } from "./loadout-face.tsx";
import { PlatoonLoadout } from "./platoon-loadout.tsx";
import { PlatoonTransfer } from "./platoon-transfer.tsx";
import { isOutdated, STATE_TITLES } from "./platoon-words.ts";
import { getProposalKey, ProposeDialog, PurposeFields } from "./propose-dialog.tsx";

const ORDERS = ["changed", "name"] as const;

/** Returns the URL's filters for the server; invalid filters are ignored. */
function readFilters({ filters, squads }: Pick<PlatoonLockerProps, "filters" | "squads">) {
  const { q = "", tag = "", squad, map, mode } = filters;
  const game = GAMES.find((each) => each === filters.game);
  return {
    q,
    order: ORDERS.find((each) => each === filters.order) ?? "changed",
    tag: tag.trim().toLowerCase().slice(0, TAG_LIMIT) || undefined,
    state: LOADOUT_STATES.find((each) => each === filters.state),
    game,
    teamId: squads.find(({ id }) => id === squad)?.id,
    // Maps and modes belong to a game.
    mapId: game && map,
    modeId: game && mode,
  };
}

/** The loadouts of a platoon: the list, or the open loadout. */
export function PlatoonLocker(props: PlatoonLockerProps) {
  const [proposing, setProposing] = useState(() => hasUnsentInput(getProposalKey(props.organizationId)));
  if (props.openId !== undefined) return <PlatoonLoadout key={props.openId} {...props} id={props.openId} />;
  return (
    <div className="grid gap-5">
      <div className="grid items-end gap-3 md:grid-cols-[minmax(0,1fr)_auto]">
        <Toolbar {...props} />
        <Changing>
          <Button kind="primary" onClick={() => setProposing(true)}>
            {m.platoon_locker_propose()}
          </Button>
        </Changing>
      </div>
      <Loadouts {...props} onPropose={() => setProposing(true)} />
      <Changing>
        <PlatoonTransfer organizationId={props.organizationId} isManager={props.isManager} />
      </Changing>
      {proposing && (
        <ProposeDialog {...props} listedGame={readFilters(props).game} onClose={() => setProposing(false)} />
      )}
    </div>
  );
}

function Toolbar(props: PlatoonLockerProps) {
  const { squads, filters, onFilter } = props;
  const { state, game, order, teamId = null, mapId = null, modeId = null } = readFilters(props);
  const { tag = "" } = filters;
  return (
    <ListToolbar
      label={m.platoon_locker_loadouts()}
      searchLabel={m.platoon_locker_search()}
      q={filters.q ?? ""}
      onType={(q) => onFilter({ q })}
      filterCount={[tag, state, game, teamId, mapId, modeId].filter(Boolean).length}
      filters={
        <>
          <TagFilter tag={tag} onChange={(next) => onFilter({ tag: next })} />
          <FilterSelect
            label={m.platoon_locker_state()}
            value={state}
            any={m.platoon_locker_any_state()}
            choices={LOADOUT_STATES.map((value) => ({ value, label: STATE_TITLES[value] }))}
            onChange={(next) => onFilter({ state: next ?? "" })}
          />
          <FilterSelect
            label={m.platoon_locker_game()}
            value={game}
            any={m.platoon_locker_both_games()}
            choices={GAME_CHOICES}
            // A change of game resets map and mode, which belong to a game.
            onChange={(next) => onFilter({ game: next ?? "", map: "", mode: "" })}
          />
          <PurposeFields
            game={game ?? null}
            squads={squads}
            value={{ teamId, mapId, modeId }}
            onChange={(next) => onFilter({ squad: next.teamId ?? "", map: next.mapId ?? "", mode: next.modeId ?? "" })}
            className="contents"
          />
        </>
      }
    >
      <Select
        label={m.platoon_locker_order()}
        isLabelHidden
        value={order}
        choices={[
          { value: "changed", label: m.platoon_locker_order_changed() },
          { value: "name", label: m.platoon_locker_order_name() },
        ]}
        onChange={(next) => onFilter({ order: next === "changed" ? "" : next })}
        className="w-44 max-md:grow"
      />
    </ListToolbar>
  );
}

type LoadoutsProps = PlatoonLockerProps & { onPropose: () => void };

function Loadouts({ onPropose, ...props }: LoadoutsProps) {
  const { organizationId, squads, onOpen } = props;
  const { locker } = useTRPC().platoon;
  const { order, ...narrowing } = readFilters(props);
  const query = useInfiniteQuery({
    ...locker.list.infiniteQueryOptions({ organizationId, order, ...narrowing }, NEXT_PAGE),
    placeholderData: (before) => before,
  });
  const removed = useRemoved();
  const items = getItems(query.data).filter(({ id }) => !removed.has(id));
  const empty = Object.values(narrowing).some(Boolean) ? (
    <p role="status">{m.platoon_locker_nothing_matches()}</p>
  ) : (
    <EmptyState text={m.platoon_locker_empty()}>
      <Changing>
        <Button onClick={onPropose}>{m.platoon_locker_propose()}</Button>
      </Changing>
    </EmptyState>
  );
  return (
    <QueryList
      query={query}
      items={items}
      label={m.platoon_locker_loadouts()}
      loading={m.platoon_locker_loading()}
      empty={empty}
      className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3"
      errorClassName="panel p-5"
    >
      {(item) => <LoadoutCard key={item.id} item={item} squads={squads} onOpen={() => onOpen(item.id)} />}
    </QueryList>
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

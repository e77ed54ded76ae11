import { keepPreviousData, useMutation, useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import type { Loadout } from "#domain/loadout/loadout.ts";
import type { Estimate } from "#domain/progress/pace/pace.ts";
import { m } from "#messages";
import { formatEstimate, formatRemainder } from "#messages/progress/progress-words.ts";
import { formatSoldier } from "#messages/soldier/soldier-words.ts";
import { ErrorLine } from "#web/app/shell/error-panel.tsx";
import { useViewer } from "#web/data/session/session.ts";
import { NO_SOLDIER, rememberSoldier, useChosenSoldier } from "#web/data/stores/chosen-soldier.ts";
import { offerUndo } from "#web/data/stores/last-undo.ts";
import { useTRPC } from "#web/data/trpc.ts";
import { Button, getButtonClasses } from "#web/ui/button.tsx";
import { NativeSelect } from "#web/ui/fields/native-select.tsx";
import { showToast } from "#web/ui/overlays/toasts.ts";
import type { SavedLoadout } from "./loadout-search.ts";

/** Returns the items of a loadout that the chosen soldier has not unlocked, with the remaining amounts; empty if unknown. */
export function useUnlocks(loadout: Loadout) {
  const viewer = useViewer();
  const [requested, setRequested] = useState<string | null>(null);
  const isEnabled = Boolean(viewer) && loadout.game === "bf4";
  const { soldiers = [], soldierId = null, query } = useChosenSoldier("bf4", requested, isEnabled);
  const { data } = useQuery({
    ...useTRPC().progress.lacking.queryOptions({ soldierId, loadout }),
    enabled: isEnabled && query.isSuccess,
    placeholderData: keepPreviousData,
  });
  const unlocks = useMemo(
    () =>
      (isEnabled ? (data ?? []) : []).flatMap(({ remainder, ...line }) =>
        remainder.state === "left" ? [{ ...line, sentence: formatUnlock(remainder, line.estimate) }] : [],
      ),
    [data, isEnabled],
  );
  /** The remaining amounts as text by target id. */
  const wordsById = useMemo(() => new Map(unlocks.map(({ id, sentence }) => [id, sentence])), [unlocks]);
  const choose = (id: string) => {
    rememberSoldier("bf4", id);
    setRequested(id);
  };
  return { unlocks, wordsById, soldiers, soldierId, choose };
}

export type Unlocks = ReturnType<typeof useUnlocks>;

/** The targets that a picker's options may be: those of a kind, and for parts those of a weapon. */
export type PickedTargets = { kind: "weapon" | "part" | "gadget" | "option"; weaponId?: string | undefined };

/** Returns the remaining amounts of these targets for the chosen soldier of Battlefield 4, as text by target id. */
export function useRemainderTexts(targets: PickedTargets | null): ReadonlyMap<string, string> {
  const isEnabled = Boolean(useViewer()) && targets !== null;
  const { soldierId = null, query } = useChosenSoldier("bf4", null, isEnabled);
  const { kind = "weapon", weaponId } = targets ?? {};
  const { data } = useQuery({
    ...useTRPC().progress.checklist.queryOptions({ soldierId, kind, weaponId, state: "left" }),
    enabled: isEnabled && query.isSuccess,
  });
  return useMemo(
    () =>
      new Map(
        (data?.items ?? []).flatMap(({ id, remainder, estimate }) =>
          remainder.state === "left" ? [[id, formatUnlock(remainder, estimate)] as const] : [],
        ),
      ),
    [data],
  );
}

/** "3 kills left · about 2 min with it". */
const formatUnlock = (remainder: Parameters<typeof formatRemainder>[0], estimate: Estimate | null): string =>
  [formatRemainder(remainder), ...(estimate ? [formatEstimate(estimate)] : [])].join(m.common_dot());

/** Number of loadouts per request. */
const LOADOUTS_PER_REQUEST = 50;

/** Returns the number of missing unlocks of each loadout for the chosen soldier, without loadouts that lack none or are unknown. */
export function useMissing(items: readonly SavedLoadout[]): ReadonlyMap<string, number> {
  const { progress } = useTRPC();
  const { query, soldierId = null } = useChosenSoldier("bf4", null);
  const ids = items.filter(({ loadout }) => loadout.game === "bf4").map(({ id }) => id);
  const parts = Array.from({ length: Math.ceil(ids.length / LOADOUTS_PER_REQUEST) }, (_, part) =>
    ids.slice(part * LOADOUTS_PER_REQUEST, (part + 1) * LOADOUTS_PER_REQUEST),
  );
  return useQueries({
    queries: parts.map((loadoutIds) => ({
      ...progress.missing.queryOptions({ soldierId, loadoutIds }),
      enabled: query.isSuccess,
    })),
    combine: (responses) =>
      new Map(responses.flatMap(({ data }) => data ?? []).map(({ loadoutId, count }) => [loadoutId, count])),
  });
}

/** The items that the soldier has not unlocked yet, with a button to add them to the plan; renders nothing if none is missing. */
export function UnlocksPanel({ unlocks: { unlocks, soldiers, soldierId, choose } }: { unlocks: Unlocks }) {
  const planAll = usePlanAll();
  if (unlocks.length === 0) return null;
  const open = unlocks.filter(({ planned }) => !planned).map(({ id }) => id);
  return (
    <section aria-labelledby="still-to-unlock" className="panel grid gap-4 p-4 md:p-5">
      <header className="flex flex-wrap items-end justify-between gap-3">
        <h3 id="still-to-unlock" className="text-2">
          {m.loadout_unlocks_missing({ count: unlocks.length })}
        </h3>
        {soldiers.length > 0 && (
          <NativeSelect
            label={m.common_soldier()}
            value={soldierId ?? NO_SOLDIER}
            choices={[
              ...soldiers.map((soldier) => ({ value: soldier.id, label: formatSoldier(soldier) })),
              { value: NO_SOLDIER, label: m.common_only_what_i_tick() },
            ]}
            onChange={choose}
            className="w-56 max-w-full"
          />
        )}
      </header>
      <ul aria-label={m.loadout_still_to_unlock()} className="grid">
        {unlocks.map(({ id, name, weapon, kind, sentence }) => (
          <li
            key={id}
            className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line py-1.5 text-1"
          >
            <span className="min-w-0 break-words">
              <span>{name}</span>
              {weapon && kind !== "weapon" && (
                <span className="text-ink-2">
                  {m.common_dot()}
                  {weapon.name}
                </span>
              )}
            </span>
            <b className="num">{sentence}</b>
          </li>
        ))}
      </ul>
      <ErrorLine error={planAll.error} />
      <p className="flex flex-wrap items-center gap-3">
        {open.length > 0 ? (
          <Button busy={planAll.isPending} onClick={() => planAll.mutate({ targetIds: open })}>
            {m.loadout_add_to_plan({ count: open.length })}
          </Button>
        ) : (
          <span className="text-0 text-ink-2">{m.loadout_already_in_your_plan()}</span>
        )}
        <Link to="/bf4" search={{ tab: "progress", list: "plan" }} className={getButtonClasses("quiet")}>
          {m.loadout_open_your_plan()}
        </Link>
      </p>
    </section>
  );
}

/** Returns a mutation that adds targets to the plan, with an undo. */
function usePlanAll() {
  const { progress } = useTRPC();
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries(progress.pathFilter());
  const remove = useMutation(progress.planRemove.mutationOptions({ onSuccess: refresh }));
  return useMutation(
    progress.planAdd.mutationOptions({
      onSuccess: async ({ targetIds }) => {
        showToast(m.loadout_added_to_plan({ count: targetIds.length }), {
          action: offerUndo(() => remove.mutateAsync({ targetIds })),
        });
        await refresh();
      },
    }),
  );
}

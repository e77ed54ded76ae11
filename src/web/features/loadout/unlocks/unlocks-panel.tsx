import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ErrorLine } from "#web/app/shell/error-panel.tsx";
import { NativeSelect } from "#web/components/fields/native-select.tsx";
import { showToast } from "#web/components/overlays/toasts.ts";
import { Button, buttonLook } from "#web/components/ui/button.tsx";
import { NO_SOLDIER } from "#web/data/stores/chosen-soldier.ts";
import { offerUndo } from "#web/data/stores/last-undo.ts";
import { useTRPC } from "#web/data/trpc.ts";
import type { Unlocks } from "./use-unlocks.ts";

/** What the loadout carries and a soldier has not unlocked yet, and the way into the plan; nothing where nothing lacks. */
export function UnlocksPanel({ unlocks: { unlocks, soldiers, soldierId, choose } }: { unlocks: Unlocks }) {
  const planAll = usePlanAll();
  if (unlocks.length === 0) return null;
  const open = unlocks.filter(({ planned }) => !planned).map(({ id }) => id);
  return (
    <section aria-labelledby="still-to-unlock" className="panel grid gap-4 p-4 md:p-5">
      <header className="flex flex-wrap items-end justify-between gap-3">
        <h3 id="still-to-unlock" className="text-2">
          {unlocks.length === 1 ? "1 unlock missing" : `${unlocks.length} unlocks missing`}
        </h3>
        {soldiers.length > 0 && (
          <NativeSelect
            label="Soldier"
            value={soldierId ?? NO_SOLDIER}
            choices={[
              ...soldiers.map(({ id, name }) => ({ value: id, label: name })),
              { value: NO_SOLDIER, label: "Only what I tick" },
            ]}
            onChange={choose}
            className="w-56 max-w-full"
          />
        )}
      </header>
      <ul aria-label="Still to unlock" className="grid">
        {unlocks.map(({ id, name, weapon, kind, says: sentence }) => (
          <li
            key={id}
            className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line py-1.5 text-1"
          >
            <span className="min-w-0 break-words">
              {name}
              {weapon && kind !== "weapon" && <span className="text-ink-2"> · {weapon.name}</span>}
            </span>
            <b className="num">{sentence}</b>
          </li>
        ))}
      </ul>
      <ErrorLine error={planAll.error} />
      <p className="flex flex-wrap items-center gap-3">
        {open.length > 0 ? (
          <Button busy={planAll.isPending} onClick={() => planAll.mutate({ targetIds: open })}>
            Add {open.length === 1 ? "it" : `all ${open.length}`} to your plan
          </Button>
        ) : (
          <span className="text-0 text-ink-2">Already in your plan.</span>
        )}
        <Link to="/bf4" search={{ tab: "progress", list: "plan" }} className={buttonLook("quiet")}>
          Open your plan
        </Link>
      </p>
    </section>
  );
}

/** Puts targets into the plan, with a way back. */
function usePlanAll() {
  const { progress } = useTRPC();
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries(progress.pathFilter());
  const remove = useMutation(progress.planRemove.mutationOptions({ onSuccess: refresh }));
  return useMutation(
    progress.planAdd.mutationOptions({
      onSuccess: async ({ targetIds }) => {
        const count = targetIds.length === 1 ? "1 unlock" : `${targetIds.length} unlocks`;
        showToast(`${count} added to your plan.`, { action: offerUndo(() => remove.mutateAsync({ targetIds })) });
        await refresh();
      },
    }),
  );
}

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { m } from "#messages";
import { formatQuantity } from "#messages/progress/progress-words.ts";
import { TARGET_TITLES } from "#messages/progress/target-words.ts";
import { ErrorLine } from "#web/app/shell/error-panel.tsx";
import { useTRPC } from "#web/data/trpc.ts";
import type { Conflict } from "#web/features/progress/progress-search.ts";
import { useSourceText } from "#web/features/progress/target-summary.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/overlays/dialog.tsx";

type ConflictDialogProps = { conflicts: readonly Conflict[]; onClose: () => void };

/** The side of a conflict that the user confirms. */
type ConfirmedSide = "tick" | "source";

/** For each tick that a source contradicts, asks the user which of the two is right. */
export function ConflictDialog({ conflicts, onClose }: ConflictDialogProps) {
  const { settle, isPending, error } = useSettle();
  const settleAll = async (keep: ConfirmedSide) => {
    if (await settle(conflicts, keep)) onClose();
  };
  return (
    <Dialog
      onClose={onClose}
      title={m.progress_your_ticks_and_the_sources()}
      description={m.progress_what_conflicts_are()}
    >
      {conflicts.length === 0 ? (
        <div className="grid justify-items-start gap-4">
          <p role="status">{m.progress_all_settled()}</p>
          <Button kind="primary" onClick={onClose}>
            {m.common_done()}
          </Button>
        </div>
      ) : (
        <div className="grid gap-4">
          <ErrorLine error={error} />
          <ul className="grid">
            {conflicts.map((conflict) => (
              <ConflictRow
                key={conflict.targetId}
                conflict={conflict}
                busy={isPending}
                onSettle={async (keep) => {
                  const isLast = conflicts.length === 1;
                  if ((await settle([conflict], keep)) && isLast) onClose();
                }}
              />
            ))}
          </ul>
          {conflicts.length > 1 && (
            <p className="flex flex-wrap gap-3 border-t border-line pt-4">
              <Button busy={isPending} onClick={() => settleAll("tick")}>
                {m.progress_keep_all_of_mine()}
              </Button>
              <Button busy={isPending} onClick={() => settleAll("source")}>
                {m.progress_take_all_of_theirs()}
              </Button>
            </p>
          )}
        </div>
      )}
    </Dialog>
  );
}

type ConflictRowProps = { conflict: Conflict; busy: boolean; onSettle: (keep: ConfirmedSide) => void };

function ConflictRow({ conflict, busy, onSettle }: ConflictRowProps) {
  const { target, ticked, tickedAt, reported, reportedBy, reportedAt } = conflict;
  const formatSource = useSourceText();
  const { name, kind, weapon } = target;
  return (
    <li className="grid gap-2 border-t border-line py-3 first:border-t-0 first:pt-0">
      <h3 className="text-2 break-words">
        {name}
        <span className="block text-0 font-normal text-ink-2">{weapon?.name ?? TARGET_TITLES[kind]}</span>
      </h3>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-0">
        <dt className="text-ink-2">{m.progress_you()}</dt>
        <dd>
          <b className="num">{formatCount(target, ticked)}</b>, {formatSource({ by: "tick", at: tickedAt })}
        </dd>
        <dt className="text-ink-2">{m.progress_they()}</dt>
        <dd>
          <b className="num">{formatCount(target, reported)}</b>, {formatSource({ by: reportedBy, at: reportedAt })}
        </dd>
      </dl>
      <p className="flex flex-wrap gap-2">
        <Button
          size="small"
          busy={busy}
          aria-label={m.progress_keep_mine_name({ name })}
          onClick={() => onSettle("tick")}
        >
          {m.progress_keep_what_i_ticked()}
        </Button>
        <Button
          size="small"
          busy={busy}
          aria-label={m.progress_take_theirs_name({ name })}
          onClick={() => onSettle("source")}
        >
          {m.progress_use_my_stats()}
        </Button>
      </p>
    </li>
  );
}

/** Formats a count: "50 of 50", "3 times", "reached" or "not reached". */
function formatCount({ repeats, whole }: Conflict["target"], count: number): string {
  if (repeats) return m.progress_times({ count });
  if (whole === 1) return count >= 1 ? m.progress_count_reached() : m.progress_count_not_reached();
  return m.progress_count_of_whole({ count: formatQuantity(count, "times"), whole: formatQuantity(whole, "times") });
}

function useSettle() {
  const { progress } = useTRPC();
  const queryClient = useQueryClient();
  const { mutateAsync } = useMutation(progress.settle.mutationOptions());
  const settleMutation = useMutation({
    mutationFn: ({ conflicts, keep }: { conflicts: readonly Conflict[]; keep: ConfirmedSide }) =>
      Promise.all(conflicts.map(({ targetId }) => mutateAsync({ targetId, keep }))),
    onSettled: () => queryClient.invalidateQueries(progress.pathFilter()),
  });
  const settle = (conflicts: readonly Conflict[], keep: ConfirmedSide): Promise<boolean> =>
    settleMutation.mutateAsync({ conflicts, keep }).then(
      () => true,
      () => false,
    );
  return { settle, isPending: settleMutation.isPending, error: settleMutation.error };
}

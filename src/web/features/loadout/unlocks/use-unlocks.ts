import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { Loadout } from "#domain/loadout/loadout.ts";
import { formatLeft } from "#domain/progress/progress-words.ts";
import { useViewer } from "#web/data/session/viewer.ts";
import { rememberSoldier, useChosenSoldier } from "#web/data/stores/chosen-soldier.ts";
import { useTRPC } from "#web/data/trpc.ts";

/** What of a loadout is counted and still to be unlocked for the chosen soldier; nothing where nothing is known. */
export function useUnlocks(loadout: Loadout) {
  const viewer = useViewer();
  const [requested, setRequested] = useState<string | null>(null);
  const isAsked = Boolean(viewer) && loadout.game === "bf4";
  const { soldiers = [], soldierId = null, query } = useChosenSoldier("bf4", requested, isAsked);
  const { data } = useQuery({
    ...useTRPC().progress.lacking.queryOptions({ soldierId, loadout }),
    enabled: isAsked && query.isSuccess,
    placeholderData: keepPreviousData,
  });
  const unlocks = useMemo(
    () =>
      (isAsked ? (data ?? []) : []).flatMap(({ remainder, ...line }) =>
        remainder.state === "left" ? [{ ...line, says: formatLeft(remainder) }] : [],
      ),
    [data, isAsked],
  );
  /** What is left, in words, by the target's id. */
  const wordsById = useMemo(() => new Map(unlocks.map(({ id, says: sentence }) => [id, sentence])), [unlocks]);
  const choose = (id: string) => {
    rememberSoldier("bf4", id);
    setRequested(id);
  };
  return { unlocks, wordsById, soldiers, soldierId, choose };
}

export type Unlocks = ReturnType<typeof useUnlocks>;

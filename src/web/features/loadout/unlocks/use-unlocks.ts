import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { Loadout } from "#domain/loadout/loadout.ts";
import { sayLeft } from "#domain/progress/progress-words.ts";
import { rememberSoldier, useChosenSoldier } from "#web/client/chosen-soldier.ts";
import { useTRPC } from "#web/client/trpc.ts";
import { useViewer } from "#web/client/viewer.ts";

/** What of a loadout is counted and still to be unlocked for the chosen soldier; nothing where nothing is known. */
export function useUnlocks(loadout: Loadout) {
  const viewer = useViewer();
  const [wanted, setWanted] = useState<string | null>(null);
  const isAsked = Boolean(viewer) && loadout.game === "bf4";
  const { soldiers = [], soldierId = null, query } = useChosenSoldier("bf4", wanted, isAsked);
  const { data } = useQuery({
    ...useTRPC().progress.lacking.queryOptions({ soldierId, loadout }),
    enabled: isAsked && query.isSuccess,
    placeholderData: keepPreviousData,
  });
  const unlocks = useMemo(
    () =>
      (isAsked ? (data ?? []) : []).flatMap(({ remainder, ...line }) =>
        remainder.state === "left" ? [{ ...line, says: sayLeft(remainder) }] : [],
      ),
    [data, isAsked],
  );
  /** What is left, in words, by the target's id. */
  const wordsById = useMemo(() => new Map(unlocks.map(({ id, says }) => [id, says])), [unlocks]);
  const choose = (id: string) => {
    rememberSoldier("bf4", id);
    setWanted(id);
  };
  return { unlocks, wordsById, soldiers, soldierId, choose };
}

export type Unlocks = ReturnType<typeof useUnlocks>;

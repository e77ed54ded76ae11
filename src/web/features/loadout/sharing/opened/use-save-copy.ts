import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { SharedLoadout } from "#domain/loadout/sharing/share.ts";
import { getProblem } from "#web/data/problem.ts";
import { useOwnSession } from "#web/data/session/ensure-session.ts";
import { newId } from "#web/data/stores/new-id.ts";
import { useTRPC } from "#web/data/trpc.ts";
import type { ShareKey } from "#web/features/loadout/sharing/link-result.tsx";

export type Opened = SharedLoadout & {
  /** Null: a code does not say. */
  createdAt: string | null;
  shareKey: ShareKey;
};

type SaveCopy = {
  busy: boolean;
  problem: string | null;
  /** Saves the copy and answers its id; null where that failed. Once more changes nothing. */
  save: () => Promise<string | null>;
};

/** Saves a shared loadout as one's own, one copy a visit. Who comes without a session becomes a guest. */
export function useSaveCopy({ name, loadout, note }: Opened): SaveCopy {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const ensureOwnSession = useOwnSession();
  const send = useMutation(trpc.loadout.save.mutationOptions());
  const [id] = useState(newId);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const save = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await ensureOwnSession();
      await send.mutateAsync({ id, name, note: note ?? "", loadout, seenVersion: 0 });
      void queryClient.invalidateQueries(trpc.loadout.pathFilter());
      return id;
    } catch (error) {
      setProblem(getProblem(error).text);
      return null;
    } finally {
      setBusy(false);
    }
  };
  return { busy, problem, save };
}

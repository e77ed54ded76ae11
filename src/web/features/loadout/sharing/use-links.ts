import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Loadout } from "#domain/loadout/loadout.ts";
import { encodeShare } from "#domain/loadout/sharing/share-code.ts";
import { getProblem } from "#web/data/problem.ts";
import { ensureSession } from "#web/data/session/ensure-session.ts";
import { sessionQuery } from "#web/data/session/session.ts";
import { useTRPC } from "#web/data/trpc.ts";
import type { ShareKey } from "./link-result.tsx";

/** What is to be public. */
export type ShareContent = { name: string; loadout: Loadout; note: string | null; withAuthor: boolean };

type Kind = ShareKey["name"];
type Made = { of: string; key: ShareKey };

/** Makes links to a loadout, each when it is asked for. A link to what has changed since is forgotten. */
export function useLinks(content: ShareContent) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const create = useMutation(trpc.share.create.mutationOptions());
  const [made, setMade] = useState<Partial<Record<Kind, Made>>>({});
  const [busy, setBusy] = useState<Kind | null>(null);
  const [trouble, setTrouble] = useState<{ of: Kind; text: string } | null>(null);
  const { name, loadout } = content;
  const marks: Record<Kind, string> = { s: JSON.stringify(content), l: JSON.stringify({ name, loadout }) };

  const shortId = async () => {
    if (!queryClient.getQueryData(sessionQuery.queryKey)) await ensureSession(queryClient);
    const { id } = await create.mutateAsync(content);
    await queryClient.invalidateQueries(trpc.share.list.pathFilter());
    return id;
  };
  const getCode = async () => {
    const asked = trpc.arsenal.codebook.queryOptions({ game: loadout.game });
    return encodeShare({ name, loadout }, await queryClient.fetchQuery(asked));
  };
  const make = async (kind: Kind) => {
    setBusy(kind);
    setTrouble(null);
    try {
      const value = kind === "s" ? await shortId() : await getCode();
      setMade((others) => ({ ...others, [kind]: { of: marks[kind], key: { name: kind, value } } }));
    } catch (error) {
      setTrouble({ of: kind, text: getProblem(error).text });
    } finally {
      setBusy(null);
    }
  };
  const getKey = (kind: Kind): ShareKey | null => {
    const found = made[kind];
    return found?.of === marks[kind] ? found.key : null;
  };
  return { make, busy, trouble, keyOf: getKey };
}

import { useState } from "react";
import type { Saved } from "#web/features/loadout/answers.ts";

/** The cards selected for one action together; null outside selection mode. */
export function useSelection(listed: readonly Saved[]) {
  const [ids, setIds] = useState<ReadonlySet<string> | null>(null);
  return {
    isOn: ids !== null,
    /** The selected ones that are listed. */
    items: listed.filter(({ id }) => ids?.has(id)),
    begin: () => setIds(new Set()),
    end: () => setIds(null),
    all: () => setIds(new Set(listed.map(({ id }) => id))),
    toggle: (id: string) =>
      setIds((present) => {
        const next = new Set(present);
        if (!next.delete(id)) next.add(id);
        return next;
      }),
  };
}

export type Selection = ReturnType<typeof useSelection>;

import { useCallback, useEffect, useRef } from "react";
import type { GameId } from "#domain/game.ts";
import { getLocal, setLocal } from "#web/data/local-storage.ts";
import type { Terms } from "#web/features/arsenal/terms.ts";
import { type ColumnKey, inOrder, isDefault } from "./columns.ts";

/** Chooses columns and remembers them in this browser; an address without any takes those remembered. */
export function useColumns(game: GameId, given: boolean, change: (changes: Partial<Terms>) => void) {
  const key = `columns-${game}`;
  const settled = useRef(given);
  useEffect(() => {
    if (settled.current) return;
    settled.current = true;
    const stored = getLocal(key);
    if (stored) change({ columns: inOrder(stored.split(",")) });
  }, [key, change]);
  return useCallback(
    (columns: readonly ColumnKey[]) => {
      setLocal(key, isDefault(columns) ? "" : columns.join(","));
      change({ columns });
    },
    [key, change],
  );
}

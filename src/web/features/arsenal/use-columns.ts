import { useCallback, useEffect, useRef } from "react";
import type { GameId } from "#domain/game.ts";
import { recall, remember } from "#web/client/memory.ts";
import { type ColumnKey, inOrder, isDefault } from "./columns.ts";
import type { Terms } from "./terms.ts";

/** Chooses columns and remembers them in this browser; an address without any takes those remembered. */
export function useColumns(game: GameId, given: boolean, change: (changes: Partial<Terms>) => void) {
  const key = `columns-${game}`;
  const settled = useRef(given);
  useEffect(() => {
    if (settled.current) return;
    settled.current = true;
    const kept = recall(key);
    if (kept) change({ columns: inOrder(kept.split(",")) });
  }, [key, change]);
  return useCallback(
    (columns: readonly ColumnKey[]) => {
      remember(key, isDefault(columns) ? "" : columns.join(","));
      change({ columns });
    },
    [key, change],
  );
}

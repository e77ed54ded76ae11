import type { Database } from "#server/database/database.ts";
import { applyImport, undoImport } from "./import.ts";
import { dropCarried, removeFolder } from "./locker.ts";
import { applyMerge } from "./merge.ts";
import { type Operation, type OperationKind, pendingOperation } from "./operation.ts";

const APPLY: Record<OperationKind, (db: Database, operation: Operation) => Promise<void>> = {
  import: applyImport,
  undo: undoImport,
  merge: applyMerge,
  drop: dropCarried,
  folder: removeFolder,
};

const underWay = new WeakMap<Database, Map<string, Promise<void>>>();

/** Resolves when the person has no operation pending: continues it, together with any other request that does. */
export function finishOperation(db: Database, userId: string): Promise<void> {
  const people = underWay.get(db) ?? new Map<string, Promise<void>>();
  underWay.set(db, people);
  const known = people.get(userId);
  if (known) return known;
  const finishing = finish(db, userId).finally(() => people.delete(userId));
  people.set(userId, finishing);
  return finishing;
}

async function finish(db: Database, userId: string): Promise<void> {
  for (;;) {
    const operation = await pendingOperation(db, userId);
    if (!operation) return;
    await APPLY[operation.kind](db, operation);
  }
}

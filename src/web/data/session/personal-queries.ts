// The cached answers about a person's own things, for the moment another one is here, or no one.
import type { Query, QueryClient } from "@tanstack/react-query";
import { hasSessionEnded } from "./person.ts";

/** What was asked of a person's own things; the games' figures are everyone's. */
const isPersonal = ({ queryKey: [path, part] }: Pick<Query, "queryKey">): boolean =>
  Array.isArray(path) ? path[0] !== "arsenal" : path === "auth" && part !== "session";

/** Asks again for another person. */
export function resetPersonal(queryClient: QueryClient): void {
  void queryClient.resetQueries({ predicate: isPersonal });
}

/** Forgets what was asked of a person's own things; the games' figures are everyone's and stay. */
export function dropPersonal(queryClient: QueryClient): void {
  queryClient.removeQueries({ predicate: isPersonal });
}

/** Parts of the router whose answers the device stores. */
const STORED_PARTS: readonly unknown[] = ["loadout", "folder", "soldier", "progress", "goal"];

/** Removes cached answers of a session that is over: all after a sign-out, otherwise those that no screen shows read-only. */
export function dropEnded(queryClient: QueryClient): void {
  const hasEnded = hasSessionEnded();
  const isStored = ({ queryKey: [path] }: Query) => Array.isArray(path) && STORED_PARTS.includes(path[0]);
  queryClient.removeQueries({ predicate: (query) => isPersonal(query) && !(hasEnded && isStored(query)) });
}

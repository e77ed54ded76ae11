// Where the retries of query-client.ts do not fit. Not in the first load.
import type { QueryClient } from "@tanstack/react-query";
import { getErrorCode } from "./problem.ts";
import { shouldRetry } from "./query-client.ts";

/** Retries a failed query, except when the product refused it. */
export const shouldRetryUnlessRefused = (failures: number, error: unknown): boolean =>
  getErrorCode(error) === null && shouldRetry(failures, error);

/** Procedures that do something else, or are refused, when a lost answer makes them run twice. */
const NOT_IDEMPOTENT = [
  ["share", "report"],
  ["soldier", "refresh"],
  ["account", "setPassword"],
];

export function setMutationRetries(queryClient: QueryClient): void {
  for (const path of NOT_IDEMPOTENT) queryClient.setMutationDefaults([path], { retry: false });
}

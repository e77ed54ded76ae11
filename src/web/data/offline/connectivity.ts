// Whether the server can be reached, how old the stored data on the screen is, and whether a newer build is ready.
import { atom } from "nanostores";
import type { ErrorCode } from "#messages/errors.ts";
import { getProperty } from "#web/data/problem.ts";
import { useStore } from "#web/ui/environment.ts";

export const connectivity = atom({
  /** The last call did not reach the server. */
  isLost: false,
  /** When the oldest stored data on the screen was read, in milliseconds; null if all data is current. */
  asOf: null as number | null,
  /** Activates a newer build that is ready; null if there is none. */
  update: null as (() => void) | null,
});

export type Connectivity = ReturnType<typeof connectivity.get>;

/** Merges the changes. A reachable server resets `asOf`, because fetched data replaces stored data. */
export function setConnectivity(changes: Partial<Connectivity>): void {
  const before = connectivity.get();
  const next = { ...before, ...changes, ...(changes.isLost === false && { asOf: null }) };
  if (next.isLost === before.isLost && next.asOf === before.asOf && next.update === before.update) return;
  connectivity.set(next);
}

export const useConnectivity = (): Connectivity => useStore(connectivity);

/** Whether the browser reports that it is offline. */
export const isOffline = (): boolean => navigator.onLine === false;

/** The time limit of every call; a call that takes longer counts as lost. */
export const CALL_TIMEOUT_MS = 20_000;

/** Fetches a response with its body within the time limit of all calls. */
export function fetchWithTimeout(url: RequestInfo | URL, options: RequestInit = {}): Promise<Response> {
  const timeout = new AbortController();
  // The same error as for a lost connection. It also aborts a stalled body, and has no effect on a completed fetch.
  setTimeout(() => timeout.abort(new TypeError("timeout")), CALL_TIMEOUT_MS);
  // Not `AbortSignal.any`: WebKit may garbage-collect its signal.
  const { signal } = options;
  const abort = () => timeout.abort(signal?.reason);
  if (signal?.aborted) abort();
  else signal?.addEventListener("abort", abort);
  return fetch(url, { ...options, signal: timeout.signal });
}

/** The errors of a lost connection, of a timeout, which WebKit names differently, and of a response that is not JSON. */
const FETCH_ERRORS: readonly string[] = ["TypeError", "AbortError", "SyntaxError"];

/** App errors that count as temporary; any other app error is final, whatever its status. */
const TEMPORARY_ERRORS: readonly unknown[] = ["too_many", "database_away"] satisfies ErrorCode[];

/** Rate limits and an unavailable server are temporary. */
const TEMPORARY_STATUSES: readonly unknown[] = [429, 502, 503, 504];

/** Whether a response does not come from the server itself, or asks for a retry. */
export const isTemporaryStatus = (status: unknown): boolean => TEMPORARY_STATUSES.includes(status);

/**
 * Whether a call failed because the server could not be reached, or because another party such as a proxy responded.
 * `signal`: an abort is not a failure.
 */
export function isUnreachable(error: unknown, signal?: AbortSignal | null): boolean {
  if (signal?.aborted || !(error instanceof Error)) return false;
  const { cause } = error;
  // Compared by name: for a response that is not JSON, WebKit throws a DOMException with this name.
  if (cause instanceof Error && FETCH_ERRORS.includes(cause.name)) return true;
  const [data, meta] = ["data", "meta"].map((name) => getProperty(error, name));
  const errorCode = getProperty(getProperty(data, "fault"), "code");
  if (errorCode !== undefined) return TEMPORARY_ERRORS.includes(errorCode);
  const response = getProperty(meta, "response");
  if (
    [getProperty(error, "status"), getProperty(data, "httpStatus"), getProperty(response, "status")].some(
      isTemporaryStatus,
    )
  )
    return true;
  // JSON that is neither a tRPC response nor a refusal of the HTTP server.
  const json = getProperty(meta, "responseJSON");
  return data === undefined && json !== undefined && typeof getProperty(json, "code") !== "string";
}

const hasNetwork = atom(true);
if (typeof window !== "undefined") {
  const updateNetwork = () => hasNetwork.set(!isOffline());
  for (const event of ["online", "offline"]) window.addEventListener(event, updateNetwork);
  updateNetwork();
}

/** Whether the server can be reached, according to the browser and to the outcome of the last call. */
export function useOnline(): boolean {
  const { isLost } = useConnectivity();
  return useStore(hasNetwork) && !isLost;
}

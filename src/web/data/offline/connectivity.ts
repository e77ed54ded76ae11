// Whether the server can be reached, how old the stored data on the screen is, and whether a newer build is ready.
import { atom } from "nanostores";
import type { ErrorCode } from "#messages/errors.ts";
import { getProperty } from "#web/data/problem.ts";
import { useStore } from "#web/ui/environment.ts";

export const reach = atom({
  /** The last call did not arrive. */
  isLost: false,
  /** The age of the oldest stored data on the screen, as an instant; null: all data is current. */
  asOf: null as number | null,
  /** Lets the newer build that waits take over; null: there is none. */
  update: null as (() => void) | null,
});

export type Reach = ReturnType<typeof reach.get>;

/** Online data replaces stored data again. */
export function setReach(changes: Partial<Reach>): void {
  const before = reach.get();
  const next = { ...before, ...changes, ...(changes.isLost === false && { asOf: null }) };
  if (next.isLost === before.isLost && next.asOf === before.asOf && next.update === before.update) return;
  reach.set(next);
}

export const useReach = (): Reach => useStore(reach);

/** What the browser itself reports. */
export const isOffline = (): boolean => navigator.onLine === false;

/** How long a call of our own may take; later it has failed like one without a network. */
export const CALL_LIMIT_MS = 20_000;

/** Fetches, headers and body, within the time limit of all own calls. */
export function fetchInTime(url: RequestInfo | URL, options: RequestInit = {}): Promise<Response> {
  const limit = new AbortController();
  // In the form of a lost connection. It ends a body that stops in the middle, too, and comes too late for any other.
  setTimeout(() => limit.abort(new TypeError("timeout")), CALL_LIMIT_MS);
  // By hand: WebKit forgets a signal that `AbortSignal.any` made.
  const { signal } = options;
  const abort = () => limit.abort(signal?.reason);
  if (signal?.aborted) abort();
  else signal?.addEventListener("abort", abort);
  return fetch(url, { ...options, signal: limit.signal });
}

/** No connection, no answer in time, which WebKit names its own way, and an answer that is no JSON. */
const FETCH_ERRORS: readonly string[] = ["TypeError", "AbortError", "SyntaxError"];

/** Refusals of the product that pass in the same way; any other is an answer, whatever its status. */
const PASSING_FAULTS: readonly unknown[] = ["too_many", "database_away"] satisfies ErrorCode[];

/** Too many calls, and a server that is not all there: both pass by themselves. */
const PASSING: readonly unknown[] = [429, 502, 503, 504];

/** Whether a response is not the server's own, or asks for another attempt. */
export const isPassing = (status: unknown): boolean => PASSING.includes(status);

/**
 * Whether a call failed because the server could not be reached, or something else answered in its place, such as a proxy.
 * `signal`: aborting is no failure.
 */
export function isUnreachable(error: unknown, signal?: AbortSignal | null): boolean {
  if (signal?.aborted || !(error instanceof Error)) return false;
  const { cause } = error;
  // By name: WebKit reads what is no JSON with a DOMException of this name.
  if (cause instanceof Error && FETCH_ERRORS.includes(cause.name)) return true;
  const [data, meta] = ["data", "meta"].map((name) => getProperty(error, name));
  const fault = getProperty(getProperty(data, "fault"), "code");
  if (fault !== undefined) return PASSING_FAULTS.includes(fault);
  const response = getProperty(meta, "response");
  if ([getProperty(error, "status"), getProperty(data, "httpStatus"), getProperty(response, "status")].some(isPassing))
    return true;
  // JSON that is neither an answer of the data client's server nor a refusal of the HTTP server.
  const json = getProperty(meta, "responseJSON");
  return data === undefined && json !== undefined && typeof getProperty(json, "code") !== "string";
}

const hasNetwork = atom(true);
if (typeof window !== "undefined") {
  const look = () => hasNetwork.set(!isOffline());
  for (const event of ["online", "offline"]) window.addEventListener(event, look);
  look();
}

/** Whether the server can be reached, by what the browser reports and how the last call ended. */
export function useOnline(): boolean {
  const { isLost } = useReach();
  return useStore(hasNetwork) && !isLost;
}

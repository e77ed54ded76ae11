// The session query, which runs only in the browser, and the effects of a changed user on cached queries.
import { type Query, type QueryClient, QueryObserver, queryOptions } from "@tanstack/react-query";
import { fetchWithTimeout, isTemporaryStatus, setConnectivity } from "#web/data/offline/connectivity.ts";
import { getLastPerson, hasSessionEnded, markSessionEnded, type Person } from "./person.ts";
import { AccountCallError, rememberPerson, type Session, sessionState } from "./session.ts";

declare global {
  interface Window {
    /** The response to a fetch that the page's inline script has started, if a person is stored on this device. */
    earlySession?: Promise<Response> | undefined;
  }
}

async function readSession(queryClient: QueryClient, signal: AbortSignal): Promise<Session | null> {
  const previousUserId = queryClient.getQueryData(sessionQuery.queryKey)?.user.id;
  const session = await fetchSession(signal);
  // Another tab has signed out or signed in another user: this tab must no longer show the previous user.
  if (!previousUserId || session?.user.id === previousUserId) return session;
  if (session) resetPersonal(queryClient);
  else dropEndedSession(queryClient);
  return session;
}

async function fetchSession(signal: AbortSignal): Promise<Session | null> {
  const response = window.earlySession ?? fetchWithTimeout("/api/auth/get-session", { credentials: "include", signal });
  window.earlySession = undefined;
  let session: Session | null;
  try {
    session = await parseSession(await response);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof AccountCallError && !isTemporaryStatus(error.status)) throw error;
    setConnectivity({ isLost: true });
    const person = getLastPerson();
    if (!person) throw error;
    return person.hasEnded ? null : toRememberedSession(person);
  }
  setConnectivity({ isLost: false });
  signal.throwIfAborted();
  if (session) {
    const { id, name, isAnonymous } = session.user;
    void rememberPerson({ id, name, isGuest: isAnonymous === true });
  } else markSessionEnded();
  return session;
}

/** Parses the session of a response; throws if another party has responded. */
async function parseSession(response: Response): Promise<Session | null> {
  if (!response.ok) throw new AccountCallError(response.status);
  const session: Session | null = await response.json();
  if (session !== null && typeof session?.user?.id !== "string") throw new SyntaxError("session");
  return session;
}

const toRememberedSession = ({ id, name, isGuest }: Person): Session => ({
  session: { id: "", token: "", createdAt: "", expiresAt: "" },
  user: { id, name, email: "", emailVerified: true, isAnonymous: isGuest },
  isRemembered: true,
});

export const sessionQuery = queryOptions({
  queryKey: ["auth", "session"],
  queryFn: ({ client, signal }): Promise<Session | null> => readSession(client, signal),
  // The session may have ended elsewhere while the page was hidden.
  refetchOnWindowFocus: "always",
});

/** Copies the session from the query cache to `sessionState`, which screens read. */
export function watchSession(queryClient: QueryClient): void {
  new QueryObserver(queryClient, sessionQuery).subscribe(({ data, isError, isPaused, refetch }) => {
    const isUnknown = data === undefined && (isError || isPaused);
    sessionState.set({ session: data, retry: isUnknown ? () => void refetch() : null });
  });
}

/** Refetches the session, and cancels a running fetch, whose result would be outdated. */
export async function renewSession(queryClient: QueryClient): Promise<Session | null> {
  await queryClient.cancelQueries({ queryKey: sessionQuery.queryKey });
  return queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
}

/** Whether a query reads a user's own data; the games' data is the same for all users. */
const isPersonal = ({ queryKey: [path, part] }: Pick<Query, "queryKey">): boolean =>
  Array.isArray(path) ? path[0] !== "arsenal" : path === "auth" && part !== "session";

/** Refetches personal queries for another user. */
function resetPersonal(queryClient: QueryClient): void {
  void queryClient.resetQueries({ predicate: isPersonal });
}

/** Removes personal queries. */
export function dropPersonal(queryClient: QueryClient): void {
  queryClient.removeQueries({ predicate: isPersonal });
}

/** Routers whose responses the device stores. */
const STORED_PARTS: readonly unknown[] = ["loadout", "folder", "soldier", "progress", "goal"];

/** Removes the queries of an ended session: all after a sign-out, otherwise those that no screen shows read-only. */
export function dropEndedSession(queryClient: QueryClient): void {
  const hasEnded = hasSessionEnded();
  const isStored = ({ queryKey: [path] }: Query) => Array.isArray(path) && STORED_PARTS.includes(path[0]);
  queryClient.removeQueries({ predicate: (query) => isPersonal(query) && !(hasEnded && isStored(query)) });
}

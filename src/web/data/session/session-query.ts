// The query for who is here, asked by the browser only, and what a change of the person does to the cached answers.
import { type Query, type QueryClient, QueryObserver, queryOptions } from "@tanstack/react-query";
import { fetchInTime, isPassing, setReach } from "#web/data/offline/connectivity.ts";
import { hasSessionEnded, lastPerson, markSessionEnded, type Person } from "./person.ts";
import { AccountCallError, rememberPerson, type Session, sessionState } from "./session.ts";

declare global {
  interface Window {
    /** The page's own script has asked already, before anything else was there. */
    earlySession?: Promise<Response> | undefined;
  }
}

async function readSession(queryClient: QueryClient, signal: AbortSignal): Promise<Session | null> {
  const before = queryClient.getQueryData(sessionQuery.queryKey)?.user.id;
  const session = await askForSession(signal);
  // Another tab signed out or signed in someone else: this tab must not show the previous user any longer.
  if (!before || session?.user.id === before) return session;
  if (session) resetPersonal(queryClient);
  else dropEnded(queryClient);
  return session;
}

async function askForSession(signal: AbortSignal): Promise<Session | null> {
  const response = window.earlySession ?? fetchInTime("/api/auth/get-session", { credentials: "include", signal });
  window.earlySession = undefined;
  let session: Session | null;
  try {
    session = await readAnswer(await response);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof AccountCallError && !isPassing(error.status)) throw error;
    setReach({ isLost: true });
    const person = lastPerson();
    if (!person) throw error;
    return person.hasEnded ? null : remembered(person);
  }
  setReach({ isLost: false });
  signal.throwIfAborted();
  if (session) {
    const { id, name, isAnonymous } = session.user;
    void rememberPerson({ id, name, isGuest: isAnonymous === true });
  } else markSessionEnded();
  return session;
}

/** The session of an answer; throws where something else has answered in the server's place. */
async function readAnswer(response: Response): Promise<Session | null> {
  if (!response.ok) throw new AccountCallError(response.status);
  const session: Session | null = await response.json();
  if (session !== null && typeof session?.user?.id !== "string") throw new SyntaxError("session");
  return session;
}

const remembered = ({ id, name, isGuest }: Person): Session => ({
  session: { id: "", token: "", createdAt: "", expiresAt: "" },
  user: { id, name, email: "", emailVerified: true, isAnonymous: isGuest },
  isRemembered: true,
});

export const sessionQuery = queryOptions({
  queryKey: ["auth", "session"],
  queryFn: ({ client, signal }): Promise<Session | null> => readSession(client, signal),
  // A session may have ended elsewhere while the page was out of sight.
  refetchOnWindowFocus: "always",
});

/** Lets the screens see the session from now on; with it, nothing else has to observe the query. */
export function watchSession(queryClient: QueryClient): void {
  new QueryObserver(queryClient, sessionQuery).subscribe(({ data, isError, isPaused, refetch }) => {
    const isUnknown = data === undefined && (isError || isPaused);
    sessionState.set({ session: data, retry: isUnknown ? () => void refetch() : null });
  });
}

/** Asks who is here again; what was asked before and not answered yet would tell of the time before. */
export async function renewSession(queryClient: QueryClient): Promise<Session | null> {
  await queryClient.cancelQueries({ queryKey: sessionQuery.queryKey });
  return queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
}

/** What was asked of a person's own things; the games' figures are everyone's. */
const isPersonal = ({ queryKey: [path, part] }: Pick<Query, "queryKey">): boolean =>
  Array.isArray(path) ? path[0] !== "arsenal" : path === "auth" && part !== "session";

/** Asks again for another person. */
function resetPersonal(queryClient: QueryClient): void {
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

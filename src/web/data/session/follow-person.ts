// Keeps this tab up with the session as other tabs and the server change it. Imported once the first screen is drawn.
import type { QueryClient } from "@tanstack/react-query";
import { lastPerson, notifyPersonChange, PERSON_KEY, watchPerson } from "./person.ts";
import { dropEnded } from "./personal-queries.ts";
import { renewSession, sessionQuery } from "./session.ts";

/**
 * Applies a session's end, a sign-out and a sign-in, in this tab or another, to what the screens show. `onOtherTab` is
 * called after a change that was made there.
 */
export function followPerson(queryClient: QueryClient, onOtherTab: () => void): void {
  window.addEventListener("storage", ({ key }) => {
    // Without a key all of the storage was cleared.
    if (key === PERSON_KEY || key === null) notifyPersonChange(true);
  });
  const follow = (isOtherTab: boolean) => {
    const person = lastPerson();
    const shown = queryClient.getQueryData(sessionQuery.queryKey);
    if (shown && (!person || person.hasEnded)) {
      void queryClient.cancelQueries({ queryKey: sessionQuery.queryKey });
      queryClient.setQueryData(sessionQuery.queryKey, null);
      dropEnded(queryClient);
    }
    if (!isOtherTab) return;
    const isKnown = !person || person.hasEnded === true || shown?.user.id === person.id;
    void (isKnown ? Promise.resolve() : renewSession(queryClient)).then(onOtherTab, onOtherTab);
  };
  watchPerson(follow);
  // Another tab may have signed out while this page was being drawn.
  follow(false);
}

const CHECKED_FOR_MS = 5_000;

/** Asks again, where the last answer is older than a few seconds: a session may have ended elsewhere. */
export function checkSession(queryClient: QueryClient): void {
  const { dataUpdatedAt = 0 } = queryClient.getQueryState(sessionQuery.queryKey) ?? {};
  if (dataUpdatedAt > 0 && Date.now() - dataUpdatedAt > CHECKED_FOR_MS)
    void queryClient.refetchQueries({ queryKey: sessionQuery.queryKey });
}

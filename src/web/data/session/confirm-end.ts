// Checks whether a refused call means that the session has ended.
import { fetchWithTimeout } from "#web/data/offline/connectivity.ts";
import { markSessionEnded } from "./person.ts";

let confirming: Promise<void> | null = null;

/** Checks the session on the server, once for simultaneous calls. The refused call alone may be older than a sign-in. */
export function confirmSessionEnd(): Promise<void> {
  confirming ??= checkSessionEnd().finally(() => {
    confirming = null;
  });
  return confirming;
}

async function checkSessionEnd(): Promise<void> {
  try {
    const response = await fetchWithTimeout("/api/auth/get-session", { credentials: "include" });
    if (response.ok && (await response.json()) === null) markSessionEnded();
  } catch {
    // Without a network the session cannot be checked.
  }
}

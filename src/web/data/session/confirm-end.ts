// Whether a refused call means that the session is over.
import { fetchInTime } from "#web/data/offline/connectivity.ts";
import { markSessionEnded } from "./person.ts";

let confirming: Promise<void> | null = null;

/** Asks the server who is here, once for calls at the same time: a refused call alone may be older than a sign-in. */
export function confirmEnd(): Promise<void> {
  confirming ??= askForEnd().finally(() => {
    confirming = null;
  });
  return confirming;
}

async function askForEnd(): Promise<void> {
  try {
    const response = await fetchInTime("/api/auth/get-session", { credentials: "include" });
    if (response.ok && (await response.json()) === null) markSessionEnded();
  } catch {
    // Without a network the refusal stands by itself.
  }
}

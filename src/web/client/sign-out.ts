import type { QueryClient } from "@tanstack/react-query";
import { dismissToasts } from "#web/ui/toasts.ts";
import { WAITING_MARK } from "./device/own-call.ts";
import { forgetUndo } from "./last-undo.ts";
import { recall, unlearn } from "./memory.ts";
import { changeAccountWith } from "./mutation.ts";
import { lastPerson } from "./person.ts";
import { dropPersonal } from "./personal-queries.ts";
import { rememberPerson } from "./remember-person.ts";
import { AccountCallError, sessionQuery } from "./session.ts";
import { forgetAll } from "./work.ts";

/** Kept between visits, each where it is shown: names of loadouts, and an address. */
const TRACES = ["palette-recent", "pending-email"];

/** Changes that only this device knows, and that the server does not take. */
export class UnsentError extends Error {
  override readonly name = "UnsentError";

  constructor(count: number) {
    super(
      count === 1
        ? "A change still waits on this device. Send or discard it before you sign out."
        : `${count} changes still wait on this device. Send or discard them before you sign out.`,
    );
  }
}

/**
 * Ends the session; nothing a signed-in person saw stays in the cache or on this device. Faults: `UnsentError`, while
 * something waits that cannot be sent.
 */
export async function signOut(queryClient: QueryClient): Promise<void> {
  await sendWhatWaits();
  const { error } = await changeAccountWith(queryClient)((account) => account.signOut());
  // 400: there was no session to end, which is what was wanted.
  if (error && error.status !== 400) throw new AccountCallError(error.status);
  // First the device, then the screen: who reads that nobody is signed in may rely on it.
  try {
    await rememberPerson(null);
  } finally {
    queryClient.setQueryData(sessionQuery.queryKey, null);
    dropPersonal(queryClient);
    forgetAll();
    forgetUndo();
    dismissToasts();
    TRACES.forEach(unlearn);
  }
}

async function sendWhatWaits(): Promise<void> {
  const owner = lastPerson()?.id;
  if (!owner || !recall(WAITING_MARK)) return;
  const { sendNow, worldOf } = await import("./device/outbox-world.ts");
  await sendNow(owner);
  const { length } = await worldOf(owner).read();
  if (length > 0) throw new UnsentError(length);
}

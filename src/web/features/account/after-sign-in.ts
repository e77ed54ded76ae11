import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { safePath } from "#domain/account/redirect.ts";
import { hasSessionEnded } from "#web/client/person.ts";
import { dropPersonal } from "#web/client/personal-queries.ts";
import { renewSession } from "#web/client/session.ts";
import { showToast } from "#web/ui/toasts.ts";
import { useGuestCount } from "./guest-count.ts";
import { isPasskeyWanted } from "./passkey-offer.tsx";
import { revokedBy, showRevoked } from "./revoked.ts";

/**
 * Leads on after sign-in: the new session is known, and the person is where they came from, or home. Who could do with
 * a passkey is offered one on the way. `answer` is the sign-in's own, which may name what it revoked.
 */
export function useAfterSignIn(redirect: string | undefined): (answer?: unknown) => Promise<void> {
  const queryClient = useQueryClient();
  const router = useRouter();
  const guestCount = useGuestCount();
  return async (answer) => {
    const carried = guestCount();
    const isWanted = await isPasskeyWanted();
    const learnSession = async () => {
      dropPersonal(queryClient);
      await renewSession(queryClient);
    };
    // After an ended session the next screen would say so once more: then the new session is known first. Otherwise the form
    // stays until the next screen is there, since with a session it says that one is signed in.
    const hadEnded = hasSessionEnded();
    if (hadEnded) await learnSession();
    if (!isWanted) await router.navigate({ href: safePath(redirect) ?? "/" });
    if (!hadEnded) await learnSession();
    if (isWanted) await router.navigate({ to: "/login", search: { mode: "passkey", ...(redirect && { redirect }) } });
    await router.invalidate();
    sayWhatCame(carried);
    showRevoked(revokedBy(answer));
  };
}

function sayWhatCame(count: number): void {
  if (count === 1) showToast("The guest locker's loadout is in your locker now.");
  if (count > 1) showToast(`The guest locker's ${count} loadouts are in your locker now.`);
}

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { safePath } from "#domain/account/redirect.ts";
import { m } from "#messages";
import { getLocal, setLocal } from "#web/data/local-storage.ts";
import { hasSessionEnded } from "#web/data/session/person.ts";
import { dropPersonal, renewSession } from "#web/data/session/session-query.ts";
import { parseRevoked, showRevoked } from "#web/features/account/revoked.ts";
import { showToast } from "#web/ui/overlays/toasts.ts";
import { useGuestCount } from "./guest-arriving.tsx";
import { shouldOfferPasskey } from "./passkey-offer.tsx";

/**
 * Leads on after sign-in: the new session is known, and the person is where they came from, or home. Who could do with
 * a passkey is offered one on the way. `answer` is the sign-in's own, which may name what it revoked.
 */
export function useAfterSignIn(redirect: string | undefined): (answer?: unknown) => Promise<void> {
  const queryClient = useQueryClient();
  const router = useRouter();
  const guestCount = useGuestCount();
  return async (answer) => {
    const guestLoadouts = guestCount();
    const shouldOffer = await shouldOfferPasskey();
    const learnSession = async () => {
      dropPersonal(queryClient);
      await renewSession(queryClient);
    };
    // After an ended session the new session has to be loaded first, or the next screen would show the notice again.
    // Otherwise the form stays until the next screen is ready, since with a session it shows that the user is signed
    // in.
    const hadEnded = hasSessionEnded();
    if (hadEnded) await learnSession();
    if (!shouldOffer) await router.navigate({ href: safePath(redirect) ?? "/" });
    if (!hadEnded) await learnSession();
    if (shouldOffer)
      await router.navigate({ to: "/login", search: { mode: "passkey", ...(redirect && { redirect }) } });
    await router.invalidate();
    if (guestLoadouts > 0) showToast(m.account_guest_loadouts_are_in_your_locker({ count: guestLoadouts }));
    showRevoked(parseRevoked(answer));
  };
}

// Which way in was used last in this browser. Nothing of it leaves the browser.
const LAST_METHOD_KEY = "last-way";

/** "password", or the id of what else was used; null for a newcomer. */
export const getLastSignInMethod = (): string | null => getLocal(LAST_METHOD_KEY);

export const setLastSignInMethod = (way: string): void => setLocal(LAST_METHOD_KEY, way);

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { parseSafePath } from "#domain/account/redirect.ts";
import { m } from "#messages";
import { getLocal, setLocal } from "#web/data/local-storage.ts";
import { hasSessionEnded } from "#web/data/session/person.ts";
import { dropPersonal, renewSession } from "#web/data/session/session-query.ts";
import { parseRevoked, showRevoked } from "#web/features/account/revoked.ts";
import { showToast } from "#web/ui/overlays/toasts.ts";
import { useGuestCount } from "./guest-arriving.tsx";
import { shouldOfferPasskey } from "./passkey-offer.tsx";

/**
 * Returns a function that runs after a sign-in: refreshes the session and opens the page that the user came from, or the home page.
 * A user without a passkey is offered one first. `response` is the sign-in's response, which may contain revoked credentials.
 */
export function useAfterSignIn(redirect: string | undefined): (response?: unknown) => Promise<void> {
  const queryClient = useQueryClient();
  const router = useRouter();
  const getGuestCount = useGuestCount();
  return async (response) => {
    const guestLoadouts = getGuestCount();
    const shouldOffer = await shouldOfferPasskey();
    const refreshSession = async () => {
      dropPersonal(queryClient);
      await renewSession(queryClient);
    };
    // After an ended session, the new session must be loaded first, or the next screen would show the notice again. Otherwise
    // the form stays until the next screen is ready, because with a session it would show that the user is already signed in.
    const hadEnded = hasSessionEnded();
    if (hadEnded) await refreshSession();
    if (!shouldOffer) await router.navigate({ href: parseSafePath(redirect) ?? "/" });
    if (!hadEnded) await refreshSession();
    if (shouldOffer)
      await router.navigate({ to: "/login", search: { mode: "passkey", ...(redirect && { redirect }) } });
    await router.invalidate();
    if (guestLoadouts > 0) showToast(m.account_guest_loadouts_are_in_your_locker({ count: guestLoadouts }));
    showRevoked(parseRevoked(response));
  };
}

// The sign-in method last used in this browser. It is stored only in the browser.
const LAST_METHOD_KEY = "last-way";

/** Returns "password" or the id of another method; null if none was used yet. */
export const getLastSignInMethod = (): string | null => getLocal(LAST_METHOD_KEY);

export const setLastSignInMethod = (method: string): void => setLocal(LAST_METHOD_KEY, method);

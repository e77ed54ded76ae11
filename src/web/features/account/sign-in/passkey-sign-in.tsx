import { useEffect, useEffectEvent, useRef } from "react";
import { m } from "#messages";
import type { AccountClient } from "#web/data/session/account-client.ts";
import { isCancelled } from "#web/features/account/account-errors.ts";
import { FormRefusal } from "#web/features/account/forms/form-refusal.tsx";
import { offerPasskeys, supportsPasskeys } from "#web/features/account/passkey.ts";
import { useAccountCall } from "#web/features/account/use-account-call.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { KeyRound } from "#web/ui/icons.tsx";
import { getLastSignInMethod, setLastSignInMethod, useAfterSignIn } from "./after-sign-in.ts";

type PasskeySignInProps = { redirect: string | undefined };
type Ceremony = (account: AccountClient) => Promise<PasskeyResponse>;
type PasskeyResponse = Awaited<ReturnType<AccountClient["signIn"]["passkey"]>>;

/** Signs in with a passkey, by the button or by the browser's offer at the e-mail field. */
export function PasskeySignIn({ redirect }: PasskeySignInProps) {
  const signIn = useCeremony(redirect);
  // A separate call, because the result of the browser's offer must not restart the offer.
  const offerSignIn = useCeremony(redirect);
  const endOffer = useRef(async () => {});
  const handleOfferResult = useEffectEvent((response: PasskeyResponse) => void offerSignIn.run(async () => response));

  useEffect(() => {
    if (signIn.busy) return;
    const end = offerPasskeys(handleOfferResult);
    endOffer.current = end;
    return () => void end();
  }, [signIn.busy]);

  const buttonCeremony: Ceremony = async (account) => {
    await endOffer.current();
    return account.signIn.passkey();
  };

  if (!supportsPasskeys()) return null;
  return (
    <div className="grid gap-3">
      <FormRefusal refusal={signIn.refusal ?? offerSignIn.refusal} />
      <Button busy={signIn.busy} onClick={() => signIn.run(buttonCeremony)}>
        <KeyRound aria-hidden="true" className="size-5" strokeWidth={1.75} />
        <span>{m.account_sign_in_with_a_passkey()}</span>
        {getLastSignInMethod() === "passkey" && <Badge>{m.account_last_used()}</Badge>}
      </Button>
    </div>
  );
}

function useCeremony(redirect: string | undefined) {
  const afterSignIn = useAfterSignIn(redirect);
  return useAccountCall(
    async (ceremony: Ceremony, change) => {
      const { data, error } = await change(ceremony);
      // A cancelled ceremony needs no message.
      return { data, error: error && isCancelled(error) ? null : error };
    },
    (_, { data }) => {
      if (!data) return;
      setLastSignInMethod("passkey");
      return afterSignIn();
    },
  );
}

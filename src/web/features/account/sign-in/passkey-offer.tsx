import { queryOptions } from "@tanstack/react-query";
import { useEffect } from "react";
import { m } from "#messages";
import { getLocal, setLocal } from "#web/data/local-storage.ts";
import { readAccount } from "#web/data/session/account-client.ts";
import { FormRefusal } from "#web/features/account/forms/form-refusal.tsx";
import { addPasskey, canKeepPasskey } from "#web/features/account/passkey.ts";
import { useAccountCall } from "#web/features/account/use-account-call.ts";
import { Button } from "#web/ui/button.tsx";

const KEY = "passkey-offered";
const MONTH_MS = 30 * 24 * 60 * 60 * 1000;

/** True if the user has no passkey, this device supports one, and it was not offered in the last month. */
export async function shouldOfferPasskey(): Promise<boolean> {
  if (Date.now() - Number(getLocal(KEY)) < MONTH_MS || !(await canKeepPasskey())) return false;
  const { data } = await readAccount((account) => account.$fetch<unknown[]>("/passkey/list-user-passkeys"));
  return data?.length === 0;
}

/** Asked once for a screen, which the offer itself would else answer anew. */
export const passkeyOfferQuery = (userId: string) =>
  queryOptions({
    queryKey: ["auth", "passkey-offer", userId],
    queryFn: shouldOfferPasskey,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Offers a passkey; `onDone` runs after one was added or declined. */
export function PasskeyOffer({ onDone }: { onDone: () => void | Promise<void> }) {
  const add = useAccountCall((_, change) => addPasskey(change), onDone);
  useEffect(() => setLocal(KEY, String(Date.now())), []);
  return (
    <div className="grid gap-4">
      <p className="text-ink-2">{m.account_passkey_offer()}</p>
      <FormRefusal refusal={add.refusal} />
      <div className="flex flex-wrap gap-3">
        <Button kind="primary" busy={add.busy} onClick={() => add.run(undefined)}>
          {m.account_add_a_passkey()}
        </Button>
        <Button onClick={() => void onDone()}>{m.account_not_now()}</Button>
      </div>
    </div>
  );
}

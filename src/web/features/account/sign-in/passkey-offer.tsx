import { queryOptions } from "@tanstack/react-query";
import { useEffect } from "react";
import { m } from "#messages";
import { getLocal, setLocal } from "#web/data/local-storage.ts";
import { readAccount } from "#web/data/session/account-client.ts";
import { FormRefusal } from "#web/features/account/forms/form-refusal.tsx";
import { addPasskey, canStorePasskey } from "#web/features/account/passkey.ts";
import { useAccountCall } from "#web/features/account/use-account-call.ts";
import { Button } from "#web/ui/button.tsx";

const OFFERED_AT_KEY = "passkey-offered";
const MONTH_MS = 30 * 24 * 60 * 60 * 1000;

/** Resolves to true if the user has no passkey, this device supports passkeys, and none was offered in the last month. */
export async function shouldOfferPasskey(): Promise<boolean> {
  if (Date.now() - Number(getLocal(OFFERED_AT_KEY)) < MONTH_MS || !(await canStorePasskey())) return false;
  const { data } = await readAccount((account) => account.$fetch<unknown[]>("/passkey/list-user-passkeys"));
  return data?.length === 0;
}

/** Never stale, because the offer itself would change the result. */
export const passkeyOfferQuery = (userId: string) =>
  queryOptions({
    queryKey: ["auth", "passkey-offer", userId],
    queryFn: shouldOfferPasskey,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Offers a passkey; `onDone` runs after the user has added or declined one. */
export function PasskeyOffer({ onDone }: { onDone: () => void | Promise<void> }) {
  const add = useAccountCall((_, change) => addPasskey(change), onDone);
  useEffect(() => setLocal(OFFERED_AT_KEY, String(Date.now())), []);
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

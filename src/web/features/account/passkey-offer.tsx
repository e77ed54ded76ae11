import { queryOptions } from "@tanstack/react-query";
import { useEffect } from "react";
import { readAccount } from "#web/client/account-client.ts";
import { recall, remember } from "#web/client/memory.ts";
import { Button } from "#web/ui/button.tsx";
import { FormRefusal } from "./form-refusal.tsx";
import { addPasskey, canKeepPasskey } from "./passkey.ts";
import { useAccountCall } from "./use-account-call.ts";

const KEY = "passkey-offered";
const MONTH_MS = 30 * 24 * 60 * 60 * 1000;

/** True for whoever has no passkey, could keep one here, and was not asked in the last month. */
export async function isPasskeyWanted(): Promise<boolean> {
  if (Date.now() - Number(recall(KEY)) < MONTH_MS || !(await canKeepPasskey())) return false;
  const { data } = await readAccount((account) => account.$fetch<unknown[]>("/passkey/list-user-passkeys"));
  return data?.length === 0;
}

/** Asked once for a screen, which the offer itself would else answer anew. */
export const passkeyWantedQuery = (userId: string) =>
  queryOptions({
    queryKey: ["auth", "passkey-wanted", userId],
    queryFn: isPasskeyWanted,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Offers a passkey; `onDone` runs once there is one, or none is wanted. */
export function PasskeyOffer({ onDone }: { onDone: () => void | Promise<void> }) {
  const add = useAccountCall((_, change) => addPasskey(change), onDone);
  useEffect(() => remember(KEY, String(Date.now())), []);
  return (
    <div className="grid gap-4">
      <p className="text-ink-2">
        Next time, sign in by your finger, your face or this device's PIN. A passkey cannot be guessed, and no other
        site can ask for it.
      </p>
      <FormRefusal refusal={add.refusal} />
      <div className="flex flex-wrap gap-3">
        <Button kind="primary" busy={add.busy} onClick={() => add.run(undefined)}>
          Add a passkey
        </Button>
        <Button onClick={() => void onDone()}>Not now</Button>
      </div>
    </div>
  );
}

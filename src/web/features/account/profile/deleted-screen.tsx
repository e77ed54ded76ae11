import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { m } from "#messages";
import { Page } from "#web/app/shell/page/page.tsx";
import { getLocal, setLocal } from "#web/data/local-storage.ts";
import type { ChangeAccount } from "#web/data/mutation.ts";
import { getLastPerson } from "#web/data/session/person.ts";
import { forgetPerson } from "#web/data/session/sign-out.ts";
import { Button } from "#web/ui/button.tsx";

/** Lists what was deleted, after the mailed link has deleted the account. */
export function DeletedScreen() {
  const queryClient = useQueryClient();
  const [isRequestedHere] = useState(wasRequestedHere);
  const [hasStoredData, setHasStoredData] = useState(() => !isRequestedHere && getLastPerson() !== null);
  useEffect(() => {
    if (isRequestedHere) void forgetPerson(queryClient);
  }, [isRequestedHere, queryClient]);
  const clear = async () => {
    await forgetPerson(queryClient);
    setHasStoredData(false);
  };
  return (
    <Page title={m.account_your_account_is_deleted()} lead={m.account_deleted_list()}>
      <ul className="mb-5 grid max-w-xl list-disc gap-1 pl-5">
        <li>{m.account_deleted_person()}</li>
        <li>{m.account_deleted_sign_in()}</li>
        <li>{m.account_deleted_loadouts()}</li>
        <li>{m.account_deleted_soldiers()}</li>
        <li>{m.account_deleted_platoons()}</li>
      </ul>
      {hasStoredData && (
        <p className="mb-5 flex flex-wrap items-center gap-3">
          <span>{m.account_browser_may_hold_data()}</span>
          <Button size="small" onClick={clear}>
            {m.account_remove_stored_data()}
          </Button>
        </p>
      )}
      <Link to="/" className="link">
        {m.common_home()}
      </Link>
    </Page>
  );
}

// Records that this browser has requested the deletion, until the link of the mail is opened.
const DELETION_KEY = "deletion-asked";

/** Requests the confirmation mail, whose link opens the page that lists what was deleted. */
export async function requestDeletion(change: ChangeAccount) {
  const response = await change((account) => account.deleteUser({ callbackURL: "/account?deleted=account" }));
  const id = getLastPerson()?.id;
  if (!response.error && id) setLocal(DELETION_KEY, id);
  return response;
}

/**
 * Whether this browser has requested the deletion of its last user. The address alone is not sufficient to delete unsent data,
 * because anyone can send it.
 */
function wasRequestedHere(): boolean {
  const deletion = getLocal(DELETION_KEY);
  return deletion !== null && deletion === getLastPerson()?.id;
}

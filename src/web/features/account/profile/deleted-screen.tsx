import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { m } from "#messages";
import { Page } from "#web/app/shell/page/page.tsx";
import { getLocal, setLocal } from "#web/data/local-storage.ts";
import type { ChangeAccount } from "#web/data/mutation.ts";
import { lastPerson } from "#web/data/session/person.ts";
import { forgetPerson } from "#web/data/session/sign-out.ts";
import { Button } from "#web/ui/button.tsx";

/** What the mailed link of a deletion has deleted. */
export function DeletedScreen() {
  const queryClient = useQueryClient();
  const [isAskedHere] = useState(wasAskedHere);
  const [isKnown, setKnown] = useState(() => !isAskedHere && lastPerson() !== null);
  useEffect(() => {
    if (isAskedHere) void forgetPerson(queryClient);
  }, [isAskedHere, queryClient]);
  const clear = async () => {
    await forgetPerson(queryClient);
    setKnown(false);
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
      {isKnown && (
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

// The deletion of an account that this browser has asked for, from the mail to the page that follows it.
const DELETION_KEY = "deletion-asked";

/** Requests the confirmation mail; its link leads to the page that lists what was deleted. */
export async function askForDeletion(change: ChangeAccount) {
  const answer = await change((account) => account.deleteUser({ callbackURL: "/account?deleted=account" }));
  const id = lastPerson()?.id;
  if (!answer.error && id) setLocal(DELETION_KEY, id);
  return answer;
}

/**
 * Whether this browser asked for the deletion of the person it last knew. An address alone, which anyone can send, is no
 * reason to remove what a person has not sent yet.
 */
function wasAskedHere(): boolean {
  const deletion = getLocal(DELETION_KEY);
  return deletion !== null && deletion === lastPerson()?.id;
}

import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { Page } from "#web/app/shell/page/page.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { getLocal, setLocal } from "#web/data/local-storage.ts";
import type { ChangeAccount } from "#web/data/mutation.ts";
import { lastPerson } from "#web/data/session/person.ts";
import { forgetPerson } from "#web/data/session/sign-out.ts";

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
    <Page title="Your account is deleted" lead="All of it is gone for good:">
      <ul className="mb-5 grid max-w-xl list-disc gap-1 pl-5">
        <li>your name, e-mail address and picture</li>
        <li>your password, passkeys, connected accounts and sessions on every device</li>
        <li>your loadouts, folders and shared links</li>
        <li>your soldiers with their snapshots, goals, plans and ticks</li>
        <li>your place in platoons</li>
      </ul>
      {isKnown && (
        <p className="mb-5 flex flex-wrap items-center gap-3">
          <span>This browser may still hold data of the account.</span>
          <Button size="small" onClick={clear}>
            Remove it
          </Button>
        </p>
      )}
      <Link to="/" className="link">
        Home
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
  const asked = getLocal(DELETION_KEY);
  return asked !== null && asked === lastPerson()?.id;
}

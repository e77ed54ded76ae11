import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { Page } from "#web/app/shell/page/page.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { lastPerson } from "#web/data/session/person.ts";
import { forgetPerson } from "#web/data/session/sign-out.ts";
import { wasAskedHere } from "./deletion.ts";

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

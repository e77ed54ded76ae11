import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { askAccount } from "#web/client/account-client.ts";
import { Page } from "#web/shell/page.tsx";
import { Button } from "#web/ui/button.tsx";
import { FormRefusal } from "./form-refusal.tsx";
import { useAccountForm } from "./use-account-form.ts";

/** For whoever got a verification mail without having signed up. */
export function DisownScreen({ token }: { token: string }) {
  const [gone, setGone] = useState(false);
  const form = useAccountForm(
    () => askAccount((account) => account.$fetch("/disown-account", { method: "POST", body: { token } })),
    () => setGone(true),
  );
  // The token stays here; the address bar forgets it at once.
  useEffect(() => history.replaceState(history.state, "", "/verify-email"), []);
  if (gone) {
    return (
      <Page title="The account is removed" lead="Your address is free again. You need to do nothing more.">
        <Link to="/" className="link">
          Home
        </Link>
      </Page>
    );
  }
  return (
    <Page
      title="You did not make this account?"
      lead="Somebody signed up here with your e-mail address. It is not verified yet, so the account can be removed."
    >
      <form method="post" onSubmit={form.onSubmit} className="grid max-w-md gap-4">
        <FormRefusal refusal={form.refusal} />
        <Button type="submit" kind="danger" busy={form.busy} className="justify-self-start">
          Remove the account
        </Button>
      </form>
    </Page>
  );
}

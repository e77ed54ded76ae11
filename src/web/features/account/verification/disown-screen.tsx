import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { Page } from "#web/app/shell/page/page.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { FormRefusal } from "#web/features/account/forms/form-refusal.tsx";
import { useAccountForm } from "#web/features/account/forms/use-account-form.ts";

const ACCOUNT = {
  title: "You did not make this account?",
  lead: "Someone signed up here with your e-mail address. It is not verified yet, so the account can be removed.",
  button: "Remove the account",
  doneTitle: "The account is removed",
};

const ADDRESS = {
  title: "This was not you?",
  lead: "The owner of an account here changed its e-mail address to yours. You can take your address off that account.",
  button: "Take my address off",
  doneTitle: "Your address is taken off",
};

type DisownScreenProps = {
  token: string;
  /** The account existed before and stays; the address alone is not its owner's. */
  isAddressOnly: boolean;
};

/** For the reader of a verification mail who asked for none. */
export function DisownScreen({ token, isAddressOnly }: DisownScreenProps) {
  const words = isAddressOnly ? ADDRESS : ACCOUNT;
  const [gone, setGone] = useState(false);
  const form = useAccountForm(
    (_, change) => change((account) => account.$fetch("/disown-account", { method: "POST", body: { token } })),
    () => setGone(true),
  );
  // The token stays here; the address bar forgets it at once.
  useEffect(() => history.replaceState(history.state, "", "/verify-email"), []);
  if (gone) {
    return (
      <Page title={words.doneTitle} lead="Your address is free again. You need to do nothing more.">
        <Link to="/" className="link">
          Home
        </Link>
      </Page>
    );
  }
  return (
    <Page title={words.title} lead={words.lead}>
      <form method="post" onSubmit={form.onSubmit} className="grid max-w-md gap-4">
        <FormRefusal refusal={form.refusal} />
        <Button type="submit" kind="danger" busy={form.busy} className="justify-self-start">
          {words.button}
        </Button>
      </form>
    </Page>
  );
}

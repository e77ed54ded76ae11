import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { Page } from "#web/app/shell/page/page.tsx";
import { Field } from "#web/components/fields/field.tsx";
import { Button, buttonLook } from "#web/components/ui/button.tsx";
import { Panel } from "#web/components/ui/panel.tsx";
import { useSession } from "#web/data/session/session.ts";
import { sessionQuery } from "#web/data/session/session-query.ts";
import { getLinkRefusal } from "#web/features/account/account-errors.ts";
import { Feature } from "#web/features/account/feature.tsx";
import { EMAIL_INPUT, FormRefusal } from "#web/features/account/forms/form-refusal.tsx";
import { useAccountForm } from "#web/features/account/forms/use-account-form.ts";
import { GuestArrived } from "#web/features/account/sign-in/guest-arriving.tsx";
import { PasskeyOffer, passkeyOfferQuery } from "#web/features/account/sign-in/passkey-offer.tsx";
import { sendVerificationLink } from "./resend-link.tsx";

/** The target of a verification link: verified, failed, or a form for a new link. */
export function VerifyScreen({ error }: { error: string | undefined }) {
  const queryClient = useQueryClient();
  const session = useSession();
  useEffect(() => {
    void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
  }, [queryClient]);
  if (error) {
    return (
      <Page title="This link does not work" lead={getLinkRefusal(error)}>
        <ResendForm />
      </Page>
    );
  }
  if (session && !session.user.isAnonymous && !session.user.emailVerified) {
    return (
      <Page title="Verify your e-mail" lead="Open the link we sent you. Lost it? We'll send another.">
        <ResendForm email={session.user.email} />
      </Page>
    );
  }
  if (session && !session.user.isAnonymous) return <Arrived userId={session.user.id} />;
  return (
    <Page
      title="E-mail verified"
      lead="Sign in here the way you always do: that confirms your password, passkeys and connected accounts, too."
    >
      <Link to="/login" className={buttonLook("primary")}>
        Sign in
      </Link>
    </Page>
  );
}

/** Signed in by the link: with what the guest had, and a passkey for the next time. */
function Arrived({ userId }: { userId: string }) {
  const { data: shouldOffer } = useQuery(passkeyOfferQuery(userId));
  const navigate = useNavigate();
  return (
    <Page title="E-mail verified" lead="All done.">
      <GuestArrived />
      {shouldOffer ? (
        <Panel title="Sign in faster next time" className="max-w-xl">
          <PasskeyOffer onDone={() => navigate({ to: "/" })} />
        </Panel>
      ) : (
        <Link to="/" className={buttonLook("primary")}>
          Home
        </Link>
      )}
    </Page>
  );
}

function ResendForm(props: { email?: string }) {
  return (
    <Feature needs={["verification-mail"]} off="This site sends no verification mails.">
      <ResendFields {...props} />
    </Feature>
  );
}

function ResendFields({ email = "" }: { email?: string }) {
  const [sent, setSent] = useState(false);
  const form = useAccountForm(
    (text, change) => sendVerificationLink(text("email"), change),
    () => setSent(true),
  );
  if (sent) return <p role="status">If this account needs it, a new link is on its way.</p>;
  return (
    <form method="post" onSubmit={form.onSubmit} className="panel grid max-w-md gap-4 p-6">
      <FormRefusal refusal={form.refusal} />
      <Field
        label="E-mail"
        {...EMAIL_INPUT}
        autoComplete="username"
        defaultValue={email}
        error={form.errorAt("email")}
      />
      <Button type="submit" kind="primary" busy={form.busy}>
        Send a new one
      </Button>
    </form>
  );
}

const ACCOUNT = {
  title: "You did not make this account?",
  lead: "Someone signed up here with your e-mail address. It is not verified yet, so the account can be removed.",
  button: "Remove the account",
  doneTitle: "The account is removed",
};

const ADDRESS = {
  title: "This was not you?",
  lead: "The owner of an account here changed its e-mail address to yours. You can remove your address from that account.",
  button: "Remove my address",
  doneTitle: "Your address is removed",
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
      <Page title={words.doneTitle} lead="Your address is free again. There is nothing more to do.">
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

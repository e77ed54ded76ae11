import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { m } from "#messages";
import { Page } from "#web/app/shell/page/page.tsx";
import { useSession } from "#web/data/session/session.ts";
import { sessionQuery } from "#web/data/session/session-query.ts";
import { getLinkRefusal } from "#web/features/account/account-errors.ts";
import { Feature } from "#web/features/account/feature.tsx";
import { EMAIL_INPUT, FormRefusal } from "#web/features/account/forms/form-refusal.tsx";
import { useAccountForm, useHiddenUrlToken } from "#web/features/account/forms/use-account-form.ts";
import { MovedLoadoutsNotice } from "#web/features/account/sign-in/guest-arriving.tsx";
import { PasskeyOffer, passkeyOfferQuery } from "#web/features/account/sign-in/passkey-offer.tsx";
import { Button, getButtonClasses } from "#web/ui/button.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { Panel } from "#web/ui/panel.tsx";
import { sendVerificationLink } from "./resend-link.tsx";

/** The target of a verification link: success, failure, or a form for a new link. */
export function VerifyScreen({ error }: { error: string | undefined }) {
  const queryClient = useQueryClient();
  const session = useSession();
  useEffect(() => {
    void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
  }, [queryClient]);
  if (error) {
    return (
      <Page title={m.account_this_link_does_not_work()} lead={getLinkRefusal(error)}>
        <ResendForm />
      </Page>
    );
  }
  if (session && !session.user.isAnonymous && !session.user.emailVerified) {
    return (
      <Page title={m.account_verify_your_e_mail()} lead={m.account_verify_your_e_mail_lead()}>
        <ResendForm email={session.user.email} />
      </Page>
    );
  }
  if (session && !session.user.isAnonymous) return <SignedInByLink userId={session.user.id} />;
  return (
    <Page title={m.account_e_mail_verified()} lead={m.account_e_mail_verified_sign_in()}>
      <Link to="/login" className={getButtonClasses("primary")}>
        {m.common_sign_in()}
      </Link>
    </Page>
  );
}

/** Shown after the link has signed the user in: the moved loadouts of a guest, and the offer of a passkey. */
function SignedInByLink({ userId }: { userId: string }) {
  const { data: shouldOffer } = useQuery(passkeyOfferQuery(userId));
  const navigate = useNavigate();
  return (
    <Page title={m.account_e_mail_verified()} lead={m.account_all_done()}>
      <MovedLoadoutsNotice />
      {shouldOffer ? (
        <Panel title={m.account_sign_in_faster_next_time()} className="max-w-xl">
          <PasskeyOffer onDone={() => navigate({ to: "/" })} />
        </Panel>
      ) : (
        <Link to="/" className={getButtonClasses("primary")}>
          {m.common_home()}
        </Link>
      )}
    </Page>
  );
}

function ResendForm(props: { email?: string }) {
  return (
    <Feature needs={["verification-mail"]} off={m.account_feature_no_verification_mails()}>
      <ResendFields {...props} />
    </Feature>
  );
}

function ResendFields({ email = "" }: { email?: string }) {
  const [isSent, setIsSent] = useState(false);
  const form = useAccountForm(
    (text, change) => sendVerificationLink(text("email"), change),
    () => setIsSent(true),
    undefined,
    "verification-link",
    "tab",
  );
  if (isSent) return <p role="status">{m.account_new_link_sent()}</p>;
  return (
    <form ref={form.ref} method="post" onSubmit={form.onSubmit} className="panel grid max-w-md gap-4 p-6">
      <FormRefusal refusal={form.refusal} />
      <Field
        label={m.account_e_mail()}
        {...EMAIL_INPUT}
        autoComplete="username"
        defaultValue={email}
        error={form.errorAt("email")}
      />
      <Button type="submit" kind="primary" busy={form.busy}>
        {m.account_send_a_new_one()}
      </Button>
    </form>
  );
}

const ACCOUNT_TEXTS = {
  title: m.account_disown_account_title(),
  lead: m.account_disown_account_lead(),
  button: m.account_remove_the_account(),
  doneTitle: m.account_the_account_is_removed(),
};

const ADDRESS_TEXTS = {
  title: m.account_disown_address_title(),
  lead: m.account_disown_address_lead(),
  button: m.account_remove_my_address(),
  doneTitle: m.account_your_address_is_removed(),
};

type DisownScreenProps = {
  token: string;
  /** The account existed before and stays; only the address was added by mistake. */
  isAddressOnly: boolean;
};

/** For the recipient of a verification mail who did not request it. */
export function DisownScreen({ token, isAddressOnly }: DisownScreenProps) {
  const texts = isAddressOnly ? ADDRESS_TEXTS : ACCOUNT_TEXTS;
  const [isRemoved, setRemoved] = useState(false);
  const form = useAccountForm(
    (_, change) => change((account) => account.$fetch("/disown-account", { method: "POST", body: { token } })),
    () => setRemoved(true),
  );
  useHiddenUrlToken("/verify-email", isRemoved);
  if (isRemoved) {
    return (
      <Page title={texts.doneTitle} lead={m.account_address_is_free_again()}>
        <Link to="/" className="link">
          {m.common_home()}
        </Link>
      </Page>
    );
  }
  return (
    <Page title={texts.title} lead={texts.lead}>
      <form method="post" onSubmit={form.onSubmit} className="grid max-w-md gap-4">
        <FormRefusal refusal={form.refusal} />
        <Button type="submit" kind="danger" busy={form.busy} className="justify-self-start">
          {texts.button}
        </Button>
      </form>
    </Page>
  );
}

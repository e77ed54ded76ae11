import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { sessionQuery, useSession } from "#web/client/session.ts";
import { Page } from "#web/shell/page.tsx";
import { Button, buttonLook } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { linkRefusalOf } from "./account-errors.ts";
import { EMAIL_INPUT } from "./email-input.ts";
import { FormRefusal } from "./form-refusal.tsx";
import { useAccountForm } from "./use-account-form.ts";
import { sendVerificationLink } from "./verification-link.ts";

/** Where a verification link leads: it worked, it did not, or a new one is wanted. */
export function VerifyScreen({ error }: { error: string | undefined }) {
  const queryClient = useQueryClient();
  const session = useSession();
  useEffect(() => {
    void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
  }, [queryClient]);
  if (error) {
    return (
      <Page title="This link does not work" lead={linkRefusalOf(error)}>
        <ResendForm />
      </Page>
    );
  }
  if (session && !session.user.isAnonymous && !session.user.emailVerified) {
    return (
      <Page title="Verify your e-mail" lead="Open the link we sent you. It is lost? We send another.">
        <ResendForm email={session.user.email} />
      </Page>
    );
  }
  const signedIn = session && !session.user.isAnonymous;
  return (
    <Page title="E-mail verified" lead={signedIn ? "All done." : "All done. You can sign in now."}>
      <Link to={signedIn ? "/" : "/login"} className={buttonLook("primary")}>
        {signedIn ? "Home" : "Sign in"}
      </Link>
    </Page>
  );
}

function ResendForm({ email = "" }: { email?: string }) {
  const [sent, setSent] = useState(false);
  const form = useAccountForm(
    (text) => sendVerificationLink(text("email")),
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

import { Link, useNavigate, useRouter } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { safePath } from "#domain/account/redirect.ts";
import { m } from "#messages";
import { Page } from "#web/app/shell/page/page.tsx";
import { ContinueAsGuest } from "#web/app/shell/session/continue-as-guest.tsx";
import { hasSessionEnded, lastPerson } from "#web/data/session/person.ts";
import { loginAddress, type Session, useSession } from "#web/data/session/session.ts";
import { Feature, useIsOff, useProviders } from "#web/features/account/feature.tsx";
import { EMAIL_INPUT, FormRefusal } from "#web/features/account/forms/form-refusal.tsx";
import { useAccountForm } from "#web/features/account/forms/use-account-form.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { getLastSignInMethod } from "./after-sign-in.ts";
import { CodeForm } from "./code-form.tsx";
import { GuestArriving, GuestExpected } from "./guest-arriving.tsx";
import { LOGIN_TITLES, type LoginMode, type LoginSearch } from "./login-search.ts";
import { PasskeyOffer } from "./passkey-offer.tsx";
import { PasskeySignIn } from "./passkey-sign-in.tsx";
import { SignInForm, SignUpForm } from "./password-forms.tsx";
import { ProviderSignIn, ReturnRefusal } from "./provider-buttons.tsx";

/** Signing in, creating an account, asking for a code or a reset link: one screen with a few modes. */
export function LoginScreen(search: LoginSearch) {
  const { redirect } = search;
  const session = useSession();
  if (session && !session.user.isAnonymous) {
    return search.mode === "passkey" ? <Offer redirect={redirect} /> : <AlreadyHere name={session.user.name} />;
  }
  // Passkey setup needs a session.
  const mode = search.mode === "passkey" ? "sign-in" : (search.mode ?? "sign-in");
  return (
    <div className="mx-auto max-w-md">
      <Page title={LOGIN_TITLES[mode]}>
        <div className="panel grid gap-6 p-6">
          {session && <GuestArriving />}
          {session === undefined && lastPerson()?.isGuest && !hasSessionEnded() && <GuestExpected />}
          {mode === "sign-in" && <SignInWays {...search} />}
          {mode === "sign-up" && (
            <Feature needs={["sign-up"]} off={m.account_feature_no_new_accounts()}>
              <Feature needs={["passwords"]} off={m.account_feature_no_passwords_to_sign_up()}>
                <SignUpForm redirect={redirect} />
              </Feature>
            </Feature>
          )}
          {mode === "otp" && <CodeForm redirect={redirect} />}
          {mode === "forgot" && (
            <Feature needs={["passwords", "password-reset"]} off={m.account_feature_no_password_reset()}>
              <ForgotForm />
            </Feature>
          )}
          <OtherWays mode={mode} redirect={redirect} session={session} />
        </div>
      </Page>
    </div>
  );
}

/** Every way in, one below the other. */
function SignInWays({ redirect, error }: LoginSearch) {
  const providers = useProviders();
  const isOff = useIsOff();
  const here = loginAddress(redirect ?? "/");
  return (
    <>
      {error && <ReturnRefusal code={error} />}
      <PasskeySignIn redirect={redirect} />
      {!isOff("passwords") && <SignInForm redirect={redirect} />}
      {providers.length > 0 && (
        <>
          <Divider />
          <ProviderSignIn providers={providers} callbackURL={safePath(redirect) ?? "/"} errorCallbackURL={here} />
        </>
      )}
      <CodeLink redirect={redirect} />
    </>
  );
}

function CodeLink({ redirect }: { redirect: string | undefined }) {
  return (
    <p className="flex flex-wrap items-center justify-between gap-3 text-0">
      <Link to="/login" search={{ mode: "otp", ...(redirect && { redirect }) }} className="link">
        {LOGIN_TITLES.otp}
      </Link>
      {getLastSignInMethod() === "code" && <Badge>{m.account_last_used()}</Badge>}
    </p>
  );
}

type OtherWaysProps = {
  mode: Exclude<LoginMode, "passkey">;
  redirect: string | undefined;
  session: Session | null | undefined;
};

const QUESTIONS = {
  "sign-up": m.account_already_have_an_account(),
  otp: m.account_another_way(),
  forgot: m.account_remembered_it(),
};

function OtherWays({ mode, redirect, session }: OtherWaysProps) {
  const router = useRouter();
  const isOff = useIsOff();
  const stored = redirect ? { redirect } : {};
  return (
    <div className="grid gap-4 border-t border-line pt-5 text-0">
      {mode === "sign-in" ? (
        !isOff("sign-up", "passwords") && (
          <Question text={m.account_no_account_yet()}>
            <Link to="/login" search={{ ...stored, mode: "sign-up" }} className="link">
              {m.common_create_account()}
            </Link>
          </Question>
        )
      ) : (
        <Question text={QUESTIONS[mode]}>
          <Link to="/login" search={stored} className="link">
            {m.common_sign_in()}
          </Link>
        </Question>
      )}
      {!session && <ContinueAsGuest onDone={() => router.history.push(safePath(redirect) ?? "/")} />}
    </div>
  );
}

function Question({ text, children }: { text: string; children: ReactNode }) {
  return (
    <p className="flex flex-wrap gap-x-2">
      <span className="text-ink-2">{text}</span>
      {children}
    </p>
  );
}

function Offer({ redirect }: { redirect: string | undefined }) {
  const navigate = useNavigate();
  return (
    <div className="mx-auto max-w-md">
      <Page title={LOGIN_TITLES.passkey}>
        <div className="panel p-6">
          <PasskeyOffer onDone={() => navigate({ href: safePath(redirect) ?? "/" })} />
        </div>
      </Page>
    </div>
  );
}

function AlreadyHere({ name }: { name: string }) {
  return (
    <Page title={m.account_you_are_signed_in()} lead={m.account_as_name({ name })}>
      <p className="flex gap-5">
        <Link to="/" className="link">
          {m.common_home()}
        </Link>
        <Link to="/account" className="link">
          {m.common_account()}
        </Link>
      </p>
    </Page>
  );
}

/** Asks for a reset link. The answer is the same whether or not the account exists. */
function ForgotForm() {
  const [sent, setSent] = useState(false);
  const form = useAccountForm(
    (text, change) =>
      change((account) => account.requestPasswordReset({ email: text("email"), redirectTo: "/reset-password" })),
    () => setSent(true),
    undefined,
    "reset-link",
    "tab",
  );
  if (sent) return <p role="status">{m.account_reset_link_sent()}</p>;
  return (
    <form ref={form.ref} method="post" onSubmit={form.onSubmit} className="grid gap-4">
      <FormRefusal refusal={form.refusal} />
      <Field label={m.account_e_mail()} {...EMAIL_INPUT} autoComplete="username" error={form.errorAt("email")} />
      <Button type="submit" kind="primary" busy={form.busy}>
        {m.account_send_reset_link()}
      </Button>
    </form>
  );
}

/** Stands between one way to sign in and the next. */
export function Divider() {
  return (
    <p className="flex items-center gap-3 text-0 text-ink-3 before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
      {m.account_or_divider()}
    </p>
  );
}

import { Link, useNavigate, useRouter } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { parseSafePath } from "#domain/account/redirect.ts";
import { m } from "#messages";
import { Page } from "#web/app/shell/page/page.tsx";
import { ContinueAsGuest } from "#web/app/shell/session/continue-as-guest.tsx";
import { getLastPerson, hasSessionEnded } from "#web/data/session/person.ts";
import { getLoginAddress, type Session, useSession } from "#web/data/session/session.ts";
import { Feature, useIsOff, useProviders } from "#web/features/account/feature.tsx";
import { EMAIL_INPUT, FormRefusal } from "#web/features/account/forms/form-refusal.tsx";
import { useAccountForm } from "#web/features/account/forms/use-account-form.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { getLastSignInMethod } from "./after-sign-in.ts";
import { CodeForm } from "./code-form.tsx";
import { GuestNotice, GuestNoticePlaceholder } from "./guest-arriving.tsx";
import { LOGIN_TITLES, type LoginMode, type LoginSearch } from "./login-search.ts";
import { PasskeyOffer } from "./passkey-offer.tsx";
import { PasskeySignIn } from "./passkey-sign-in.tsx";
import { SignInForm, SignUpForm } from "./password-forms.tsx";
import { ProviderSignIn, ReturnRefusal } from "./provider-buttons.tsx";

/** The screen for sign-in, sign-up, codes by mail and reset links, in several modes. */
export function LoginScreen(search: LoginSearch) {
  const { redirect } = search;
  const session = useSession();
  if (session && !session.user.isAnonymous) {
    return search.mode === "passkey" ? (
      <PasskeyOfferPage redirect={redirect} />
    ) : (
      <AlreadySignedIn name={session.user.name} />
    );
  }
  // Offering a passkey requires a session.
  const mode = search.mode === "passkey" ? "sign-in" : (search.mode ?? "sign-in");
  return (
    <div className="mx-auto max-w-md">
      <Page title={LOGIN_TITLES[mode]}>
        <div className="panel grid gap-6 p-6">
          {session && <GuestNotice />}
          {session === undefined && getLastPerson()?.isGuest && !hasSessionEnded() && <GuestNoticePlaceholder />}
          {mode === "sign-in" && <SignInMethods {...search} />}
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
          <OtherModes mode={mode} redirect={redirect} session={session} />
        </div>
      </Page>
    </div>
  );
}

/** All sign-in methods. */
function SignInMethods({ redirect, error }: LoginSearch) {
  const providers = useProviders();
  const isOff = useIsOff();
  const loginPath = getLoginAddress(redirect ?? "/");
  return (
    <>
      {error && <ReturnRefusal code={error} />}
      <PasskeySignIn redirect={redirect} />
      {!isOff("passwords") && <SignInForm redirect={redirect} />}
      {providers.length > 0 && (
        <>
          <Divider />
          <ProviderSignIn
            providers={providers}
            callbackURL={parseSafePath(redirect) ?? "/"}
            errorCallbackURL={loginPath}
          />
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

type OtherModesProps = {
  mode: Exclude<LoginMode, "passkey">;
  redirect: string | undefined;
  session: Session | null | undefined;
};

const QUESTIONS = {
  "sign-up": m.account_already_have_an_account(),
  otp: m.account_another_way(),
  forgot: m.account_remembered_it(),
};

function OtherModes({ mode, redirect, session }: OtherModesProps) {
  const router = useRouter();
  const isOff = useIsOff();
  const redirectSearch = redirect ? { redirect } : {};
  return (
    <div className="grid gap-4 border-t border-line pt-5 text-0">
      {mode === "sign-in" ? (
        !isOff("sign-up", "passwords") && (
          <Question text={m.account_no_account_yet()}>
            <Link to="/login" search={{ ...redirectSearch, mode: "sign-up" }} className="link">
              {m.common_create_account()}
            </Link>
          </Question>
        )
      ) : (
        <Question text={QUESTIONS[mode]}>
          <Link to="/login" search={redirectSearch} className="link">
            {m.common_sign_in()}
          </Link>
        </Question>
      )}
      {!session && <ContinueAsGuest onDone={() => router.history.push(parseSafePath(redirect) ?? "/")} />}
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

function PasskeyOfferPage({ redirect }: { redirect: string | undefined }) {
  const navigate = useNavigate();
  return (
    <div className="mx-auto max-w-md">
      <Page title={LOGIN_TITLES.passkey}>
        <div className="panel p-6">
          <PasskeyOffer onDone={() => navigate({ href: parseSafePath(redirect) ?? "/" })} />
        </div>
      </Page>
    </div>
  );
}

function AlreadySignedIn({ name }: { name: string }) {
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

/** Requests a reset link. The response is the same whether or not the account exists. */
function ForgotForm() {
  const [isSent, setSent] = useState(false);
  const form = useAccountForm(
    (text, change) =>
      change((account) => account.requestPasswordReset({ email: text("email"), redirectTo: "/reset-password" })),
    () => setSent(true),
    undefined,
    "reset-link",
    "tab",
  );
  if (isSent) return <p role="status">{m.account_reset_link_sent()}</p>;
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

/** The divider between two sign-in methods. */
export function Divider() {
  return (
    <p className="flex items-center gap-3 text-0 text-ink-3 before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
      {m.account_or_divider()}
    </p>
  );
}

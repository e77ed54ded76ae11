import { Link, useNavigate, useRouter } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { safePath } from "#domain/account/redirect.ts";
import { Page } from "#web/app/shell/page/page.tsx";
import { ContinueAsGuest } from "#web/app/shell/session/continue-as-guest.tsx";
import { Badge } from "#web/components/ui/badge.tsx";
import { DataProvider } from "#web/data/data-provider.tsx";
import { hasSessionEnded, lastPerson } from "#web/data/session/person.ts";
import { loginAddress } from "#web/data/session/redirect.ts";
import { type Session, useSession } from "#web/data/session/session.ts";
import { Feature, useIsOff } from "#web/features/account/feature.tsx";
import { GuestArriving, GuestExpected } from "#web/features/account/guest/guest-arriving.tsx";
import { ReturnRefusal } from "#web/features/account/return-refusal.tsx";
import { useProviders } from "#web/features/account/use-providers.ts";
import { CodeForm } from "./code-form.tsx";
import { Divider } from "./divider.tsx";
import { ForgotForm } from "./forgot-form.tsx";
import { getLastSignInMethod } from "./last-sign-in-method.ts";
import { LOGIN_TITLES, type LoginMode, type LoginSearch } from "./login-search.ts";
import { PasskeyOffer } from "./passkey-offer.tsx";
import { PasskeySignIn } from "./passkey-sign-in.tsx";
import { ProviderSignIn } from "./provider-sign-in.tsx";
import { SignInForm } from "./sign-in-form.tsx";
import { SignUpForm } from "./sign-up-form.tsx";

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
        <DataProvider>
          <div className="panel grid gap-6 p-6">
            {session && <GuestArriving />}
            {session === undefined && lastPerson()?.isGuest && !hasSessionEnded() && <GuestExpected />}
            {mode === "sign-in" && <SignInWays {...search} />}
            {mode === "sign-up" && (
              <Feature needs={["sign-up"]} off="New accounts are closed on this site.">
                <Feature needs={["passwords"]} off="This site has no passwords. Sign in another way to get an account.">
                  <SignUpForm redirect={redirect} />
                </Feature>
              </Feature>
            )}
            {mode === "otp" && <CodeForm redirect={redirect} />}
            {mode === "forgot" && (
              <Feature needs={["passwords", "password-reset"]} off="Passwords cannot be reset on this site.">
                <ForgotForm />
              </Feature>
            )}
            <OtherWays mode={mode} redirect={redirect} session={session} />
          </div>
        </DataProvider>
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
      {getLastSignInMethod() === "code" && <Badge>Last used</Badge>}
    </p>
  );
}

type OtherWaysProps = {
  mode: Exclude<LoginMode, "passkey">;
  redirect: string | undefined;
  session: Session | null | undefined;
};

const QUESTIONS = { "sign-up": "Already have an account?", otp: "Another way?", forgot: "Know it again?" };

function OtherWays({ mode, redirect, session }: OtherWaysProps) {
  const router = useRouter();
  const isOff = useIsOff();
  const stored = redirect ? { redirect } : {};
  return (
    <div className="grid gap-4 border-t border-line pt-5 text-0">
      {mode === "sign-in" ? (
        !isOff("sign-up", "passwords") && (
          <Question text="No account yet?">
            <Link to="/login" search={{ ...stored, mode: "sign-up" }} className="link">
              Create account
            </Link>
          </Question>
        )
      ) : (
        <Question text={QUESTIONS[mode]}>
          <Link to="/login" search={stored} className="link">
            Sign in
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
    <Page title="You are signed in" lead={`As ${name}.`}>
      <p className="flex gap-5">
        <Link to="/" className="link">
          Home
        </Link>
        <Link to="/account" className="link">
          Account
        </Link>
      </p>
    </Page>
  );
}

import { Link, useNavigate, useRouter } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { safePath } from "#domain/account/redirect.ts";
import { DataProvider } from "#web/client/data-provider.tsx";
import { hasSessionEnded, lastPerson } from "#web/client/person.ts";
import { loginAddress } from "#web/client/redirect.ts";
import { type Session, useSession } from "#web/client/session.ts";
import { ContinueAsGuest } from "#web/shell/continue-as-guest.tsx";
import { Page } from "#web/shell/page.tsx";
import { Tape } from "#web/ui/tape.tsx";
import { CodeForm } from "./code-form.tsx";
import { Feature, useIsOff } from "./feature.tsx";
import { ForgotForm } from "./forgot-form.tsx";
import { GuestArriving, GuestExpected } from "./guest-arriving.tsx";
import { lastWay } from "./last-way.ts";
import { LOGIN_TITLES, type LoginMode, type LoginSearch } from "./login-search.ts";
import { Or } from "./or.tsx";
import { PasskeyOffer } from "./passkey-offer.tsx";
import { PasskeySignIn } from "./passkey-sign-in.tsx";
import { ProviderSignIn } from "./provider-sign-in.tsx";
import { ReturnRefusal } from "./return-refusal.tsx";
import { SignInForm } from "./sign-in-form.tsx";
import { SignUpForm } from "./sign-up-form.tsx";
import { useProviders } from "./use-providers.ts";

/** Signing in, creating an account, asking for a code or a reset link: one screen with a few modes. */
export function LoginScreen(search: LoginSearch) {
  const { redirect } = search;
  const session = useSession();
  if (session && !session.user.isAnonymous) {
    return search.mode === "passkey" ? <Offer redirect={redirect} /> : <AlreadyHere name={session.user.name} />;
  }
  // Nobody is here who could get a passkey.
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
          <Or />
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
      {lastWay() === "code" && <Tape>Last used</Tape>}
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
  const kept = redirect ? { redirect } : {};
  return (
    <div className="grid gap-4 border-t border-line pt-5 text-0">
      {mode === "sign-in" ? (
        !isOff("sign-up", "passwords") && (
          <Question text="No account yet?">
            <Link to="/login" search={{ ...kept, mode: "sign-up" }} className="link">
              Create account
            </Link>
          </Question>
        )
      ) : (
        <Question text={QUESTIONS[mode]}>
          <Link to="/login" search={kept} className="link">
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

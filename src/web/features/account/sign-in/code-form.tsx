import { type ClipboardEvent, useEffect, useState } from "react";
import { m } from "#messages";
import type { ChangeAccount } from "#web/data/mutation.ts";
import { readText, useInterruptedInput } from "#web/data/offline/typed/interrupted-input.ts";
import { type AccountResponse, hasCode, type Refusal } from "#web/features/account/account-errors.ts";
import { EMAIL_INPUT, FormRefusal } from "#web/features/account/forms/form-refusal.tsx";
import { useAccountForm } from "#web/features/account/forms/use-account-form.ts";
import { useAccountCall } from "#web/features/account/use-account-call.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { useFocusOnMount } from "#web/ui/keyboard.ts";
import { MarkupText } from "#web/ui/markup-text.tsx";
import { setLastSignInMethod, useAfterSignIn } from "./after-sign-in.ts";

type CodeFormProps = { redirect: string | undefined };

const sendCode = (email: string, change: ChangeAccount) =>
  withRetryAfter((fetchOptions) =>
    change((account) => account.emailOtp.sendVerificationOtp({ email, type: "sign-in", fetchOptions })),
  );

/** Signs in with a six-digit code from a mail; creates an account for a new address. */
export function CodeForm({ redirect }: CodeFormProps) {
  // Stored, so that the mailed code can still be entered after a reload.
  const { value: email, set: setEmail } = useInterruptedInput<string | null>("mailed-code", null, readText, "tab");
  const form = useAccountForm(
    (text, change) => sendCode(text("email"), change),
    (text) => setEmail(text("email")),
    undefined,
    "code",
    "tab",
  );
  if (email) return <DigitsForm email={email} redirect={redirect} onBack={() => setEmail(null)} />;
  return (
    <form ref={form.ref} method="post" onSubmit={form.onSubmit} className="grid gap-4">
      <FormRefusal refusal={form.refusal} />
      <Field
        label={m.account_e_mail()}
        hint={m.account_code_explained()}
        {...EMAIL_INPUT}
        autoComplete="username"
        error={form.errorAt("email")}
      />
      <Button type="submit" kind="primary" busy={form.busy}>
        {m.account_send_a_code()}
      </Button>
    </form>
  );
}

const CODE_LENGTH = 6;
/** The server accepts this number of attempts per code. */
const MAX_ATTEMPTS = 3;

type DigitsFormProps = CodeFormProps & { email: string; onBack: () => void };

function DigitsForm({ email, redirect, onBack }: DigitsFormProps) {
  const [digits, setDigits] = useState("");
  const [remainingAttempts, setRemainingAttempts] = useState(MAX_ATTEMPTS);
  const inputRef = useFocusOnMount<HTMLInputElement>();
  const afterSignIn = useAfterSignIn(redirect);
  const signIn = useAccountCall(
    async (otp: string, change) => {
      const result = await withRetryAfter((fetchOptions) =>
        change((account) => account.signIn.emailOtp({ email, otp, fetchOptions })),
      );
      if (result.error && hasCode(result.error, "INVALID_OTP")) setRemainingAttempts((count) => Math.max(0, count - 1));
      if (result.error) setDigits("");
      return result;
    },
    (_, { data }) => {
      setLastSignInMethod("code");
      return afterSignIn(data);
    },
  );
  const enterDigits = (text: string) => {
    const entered = text.replace(/\D/g, "").slice(0, CODE_LENGTH);
    setDigits(entered);
    if (entered.length === CODE_LENGTH) void signIn.run(entered);
  };
  return (
    <form
      method="post"
      onSubmit={(event) => {
        event.preventDefault();
        void signIn.run(digits);
      }}
      className="grid gap-4"
    >
      <p>
        <MarkupText message={m.account_code_sent} inputs={{ email }} />
      </p>
      <Field
        ref={inputRef}
        label={m.account_code()}
        name="otp"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        pattern={`\\d{${CODE_LENGTH}}`}
        title={m.account_code_length({ count: CODE_LENGTH })}
        maxLength={CODE_LENGTH}
        value={digits}
        onChange={(event) => enterDigits(event.target.value)}
        onPaste={(event: ClipboardEvent) => {
          // A copied code may contain a space; the field would cut off its end.
          event.preventDefault();
          enterDigits(event.clipboardData.getData("text"));
        }}
        error={signIn.refusal && getRefusalText(signIn.refusal, remainingAttempts)}
      />
      <Button type="submit" kind="primary" busy={signIn.busy}>
        {m.common_sign_in()}
      </Button>
      <ResendCode email={email} onSent={() => setRemainingAttempts(MAX_ATTEMPTS)} />
      <p className="text-0">
        <button type="button" onClick={onBack} className="link min-h-6 font-text">
          {m.account_use_another_address()}
        </button>
      </p>
    </form>
  );
}

function getRefusalText({ text, offer }: Refusal, remainingAttempts: number): string {
  if (offer !== "another-code") return text;
  if (remainingAttempts === 0) return m.account_code_wrong_no_tries_left();
  return m.account_code_wrong({ left: remainingAttempts });
}

const RESEND_AFTER_S = 30;

/** The button that requests another code after a pause, with its own success message. */
function ResendCode({ email, onSent }: { email: string; onSent: () => void }) {
  const { remainingS, restart } = useCountdown(RESEND_AFTER_S);
  const [sent, setSent] = useState(false);
  const send = useAccountCall(
    (_, change) => sendCode(email, change),
    () => {
      setSent(true);
      restart();
      onSent();
    },
  );
  return (
    <div className="grid justify-items-start gap-3 text-0">
      <FormRefusal refusal={send.refusal} />
      {remainingS > 0 ? (
        <div className="text-ink-2">
          {sent && <p>{m.account_code_sent_once_more()}</p>}
          <p>
            <MarkupText
              message={m.account_code_resend_wait}
              inputs={{ seconds: remainingS }}
              markup={{ number: ({ children }) => <span className="num">{children}</span> }}
            />
          </p>
        </div>
      ) : (
        <Button size="small" busy={send.busy} onClick={() => send.run(undefined)}>
          {m.account_send_another_code()}
        </Button>
      )}
    </div>
  );
}

/** Returns the remaining seconds, counted down to 0, and a function that restarts the countdown. */
function useCountdown(seconds: number): { remainingS: number; restart: () => void } {
  const [remainingS, setRemainingS] = useState(seconds);
  const isFinished = remainingS === 0;
  useEffect(() => {
    if (isFinished) return;
    const timer = setInterval(() => setRemainingS((count) => Math.max(0, count - 1)), 1000);
    return () => clearInterval(timer);
  }, [isFinished]);
  return { remainingS, restart: () => setRemainingS(seconds) };
}

type FetchOptions = { onError: (context: { response: Response }) => void };

/** Returns a call's response; if it was rate limited, with the seconds to wait. */
async function withRetryAfter<Result extends AccountResponse>(call: (fetchOptions: FetchOptions) => Promise<Result>) {
  let waitS = 0;
  const result = await call({
    onError: ({ response }) => {
      waitS = Number(response.headers.get("retry-after"));
    },
  });
  return result.error && waitS > 0 ? { ...result, error: { ...result.error, waitS } } : result;
}

import { type ClipboardEvent, useEffect, useState } from "react";
import { m } from "#messages";
import type { ChangeAccount } from "#web/data/mutation.ts";
import { readText, useInterruptedInput } from "#web/data/offline/typed/interrupted-input.ts";
import { type Answer, hasCode, type Refusal } from "#web/features/account/account-errors.ts";
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

/** Signing in by six digits from a mail; an address without an account gets one. */
export function CodeForm({ redirect }: CodeFormProps) {
  // Stored, too: the code that was mailed can still be typed after a reload.
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

const LENGTH = 6;
/** The server judges as many wrong tries of one code. */
const TRIES = 3;

type DigitsFormProps = CodeFormProps & { email: string; onBack: () => void };

function DigitsForm({ email, redirect, onBack }: DigitsFormProps) {
  const [digits, setDigits] = useState("");
  const [left, setLeft] = useState(TRIES);
  const box = useFocusOnMount<HTMLInputElement>();
  const afterSignIn = useAfterSignIn(redirect);
  const signIn = useAccountCall(
    async (otp: string, change) => {
      const answer = await withRetryAfter((fetchOptions) =>
        change((account) => account.signIn.emailOtp({ email, otp, fetchOptions })),
      );
      if (answer.error && hasCode(answer.error, "INVALID_OTP")) setLeft((count) => Math.max(0, count - 1));
      if (answer.error) setDigits("");
      return answer;
    },
    (_, { data }) => {
      setLastSignInMethod("code");
      return afterSignIn(data);
    },
  );
  const type = (text: string) => {
    const typed = text.replace(/\D/g, "").slice(0, LENGTH);
    setDigits(typed);
    if (typed.length === LENGTH) void signIn.run(typed);
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
        ref={box}
        label={m.account_code()}
        name="otp"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        pattern={`\\d{${LENGTH}}`}
        title={m.account_code_length({ count: LENGTH })}
        maxLength={LENGTH}
        value={digits}
        onChange={(event) => type(event.target.value)}
        onPaste={(event: ClipboardEvent) => {
          // What was copied may have a space in the middle, and the field would cut its end off.
          event.preventDefault();
          type(event.clipboardData.getData("text"));
        }}
        error={signIn.refusal && getText(signIn.refusal, left)}
      />
      <Button type="submit" kind="primary" busy={signIn.busy}>
        {m.common_sign_in()}
      </Button>
      <SendAnother email={email} onSent={() => setLeft(TRIES)} />
      <p className="text-0">
        <button type="button" onClick={onBack} className="link min-h-6 font-text">
          {m.account_use_another_address()}
        </button>
      </p>
    </form>
  );
}

function getText({ text, offer }: Refusal, left: number): string {
  if (offer !== "another-code") return text;
  if (left === 0) return m.account_code_wrong_no_tries_left();
  return m.account_code_wrong({ left });
}

const RESENT_AFTER_S = 30;

/** A further code, offered after a while, and said in its own place. */
function SendAnother({ email, onSent }: { email: string; onSent: () => void }) {
  const { left, restart } = useCountdown(RESENT_AFTER_S);
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
      {left > 0 ? (
        <div className="text-ink-2">
          {sent && <p>{m.account_code_sent_once_more()}</p>}
          <p>
            <MarkupText
              message={m.account_code_resend_wait}
              inputs={{ seconds: left }}
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

/** The whole seconds left, from the given number down to none, and a way to begin again. */
function useCountdown(seconds: number): { left: number; restart: () => void } {
  const [left, setLeft] = useState(seconds);
  const isOver = left === 0;
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => setLeft((count) => Math.max(0, count - 1)), 1000);
    return () => clearInterval(timer);
  }, [isOver]);
  return { left, restart: () => setLeft(seconds) };
}

type FetchOptions = { onError: (context: { response: Response }) => void };

/** A call's answer; where it was refused for coming too often, with the seconds to wait. */
async function withRetryAfter<Result extends Answer>(call: (fetchOptions: FetchOptions) => Promise<Result>) {
  let waitS = 0;
  const answer = await call({
    onError: ({ response }) => {
      waitS = Number(response.headers.get("retry-after"));
    },
  });
  return answer.error && waitS > 0 ? { ...answer, error: { ...answer.error, waitS } } : answer;
}

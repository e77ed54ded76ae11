import { useState } from "react";
import { MAX_PASSWORD_INPUT, normalizePassword, PASSWORD_LENGTH } from "#domain/account/account.ts";
import { m } from "#messages";
import { PasswordField } from "#web/ui/fields/password-field.tsx";

type NewPasswordFieldProps = { label?: string; error: string | undefined };

const { min, max } = PASSWORD_LENGTH;

/** Where a password is chosen: its rule, and how it does while one types. */
export function NewPasswordField({ label = m.account_password(), error }: NewPasswordFieldProps) {
  const [password, setPassword] = useState("");
  const normalized = normalizePassword(password);
  return (
    <div className="grid gap-1">
      <PasswordField
        label={label}
        hint={m.account_password_rule({ count: min })}
        error={error}
        name="password"
        autoComplete="new-password"
        required
        // The browser counts what is typed, the rule its normalized form.
        minLength={normalized.length < min ? min : 0}
        maxLength={MAX_PASSWORD_INPUT}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        {...{ passwordrules: `minlength: ${min}; maxlength: ${max};` }}
      />
      <p role="status" className="min-h-5 text-0 text-ink-3">
        {estimateStrength(normalized)}
      </p>
    </div>
  );
}

/** A word about a normalized password as it is typed; empty while nothing is. Length counts most. */
export function estimateStrength(password: string): string {
  if (password === "") return "";
  if (password.length < PASSWORD_LENGTH.min)
    return m.account_password_more_to_go({ count: PASSWORD_LENGTH.min - password.length });
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].filter((kind) => kind.test(password)).length;
  const varied = new Set(password).size;
  const score = password.length + kinds * 2 + Math.min(varied, 10) - 10;
  if (score < 14 || varied < 5) return m.account_password_weak();
  return score < 20 ? m.account_password_fair() : m.account_password_strong();
}

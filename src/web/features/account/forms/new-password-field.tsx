import { useState } from "react";
import { MAX_PASSWORD_INPUT, normalizePassword, PASSWORD_LENGTH } from "#domain/account/account.ts";
import { m } from "#messages";
import { PasswordField } from "#web/ui/fields/password-field.tsx";

type NewPasswordFieldProps = { label?: string; error: string | undefined };

const { min, max } = PASSWORD_LENGTH;

/** The field for a new password, with its rule and an estimate of its strength. */
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
        // The browser counts the typed characters, but the rule counts the normalized ones.
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

/** Returns the estimated strength of a normalized password as text; empty for an empty password. Length counts most. */
export function estimateStrength(password: string): string {
  if (password === "") return "";
  if (password.length < PASSWORD_LENGTH.min)
    return m.account_password_more_to_go({ count: PASSWORD_LENGTH.min - password.length });
  const characterKinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].filter((kind) => kind.test(password)).length;
  const distinctCount = new Set(password).size;
  const score = password.length + characterKinds * 2 + Math.min(distinctCount, 10) - 10;
  if (score < 14 || distinctCount < 5) return m.account_password_weak();
  return score < 20 ? m.account_password_fair() : m.account_password_strong();
}

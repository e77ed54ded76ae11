import { useState } from "react";
import { PASSWORD_LENGTH } from "#domain/account/account.ts";
import { PasswordField } from "#web/components/fields/password-field.tsx";
import { estimateStrength } from "./password-strength.ts";

type NewPasswordFieldProps = { label?: string; error: string | undefined };

const { min, max } = PASSWORD_LENGTH;

/** Where a password is chosen: its rule, and how it does while one types. */
export function NewPasswordField({ label = "Password", error }: NewPasswordFieldProps) {
  const [password, setPassword] = useState("");
  return (
    <div className="grid gap-1">
      <PasswordField
        label={label}
        hint={`${min} characters or more. A few words are fine.`}
        error={error}
        name="password"
        autoComplete="new-password"
        required
        minLength={min}
        maxLength={max}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        {...{ passwordrules: `minlength: ${min}; maxlength: ${max};` }}
      />
      <p role="status" className="min-h-5 text-0 text-ink-3">
        {estimateStrength(password)}
      </p>
    </div>
  );
}

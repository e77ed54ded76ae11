import { PASSWORD_LENGTH } from "#domain/account/account.ts";

/** A word about a password as it is typed; empty while nothing is. Length counts most. */
export function estimateStrength(password: string): string {
  if (password === "") return "";
  if (password.length < PASSWORD_LENGTH.min) return `${PASSWORD_LENGTH.min - password.length} more to go`;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].filter((kind) => kind.test(password)).length;
  const varied = new Set(password).size;
  const score = password.length + kinds * 2 + Math.min(varied, 10) - 10;
  if (score < 14 || varied < 5) return "Weak";
  return score < 20 ? "Fair" : "Strong";
}

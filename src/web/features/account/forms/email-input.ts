/** What every e-mail field of the account screens is. */
export const EMAIL_INPUT = {
  type: "email",
  name: "email",
  autoCapitalize: "none",
  spellCheck: false,
  required: true,
} as const;

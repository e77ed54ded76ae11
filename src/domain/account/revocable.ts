/** What proving an address may revoke, in the order in which it is shown. */
export const REVOCABLE = ["password", "passkeys", "providers", "sessions"] as const;
export type Revocable = (typeof REVOCABLE)[number];

/** The known names among these, which come from an answer or an address. */
export const filterRevocable = (names: readonly unknown[]): Revocable[] =>
  REVOCABLE.filter((name) => names.includes(name));

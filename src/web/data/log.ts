// The only module in src/web that writes to the console.

const loggedErrors = new WeakSet<object>();

/** Writes a caught error to the console, once per error. */
export function logError(message: string, error: unknown): void {
  if (typeof error === "object" && error !== null) {
    if (loggedErrors.has(error)) return;
    loggedErrors.add(error);
  }
  console.error(message, error);
}

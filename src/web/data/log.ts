// The one file of the web room that speaks to the console.

const logged = new WeakSet<object>();

/** Writes what a screen caught to the console, once per error. */
export function logError(message: string, error: unknown): void {
  if (typeof error === "object" && error !== null) {
    if (logged.has(error)) return;
    logged.add(error);
  }
  console.error(message, error);
}

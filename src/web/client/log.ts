// The one file of the web room that speaks to the console.

/** Writes what a screen caught to the console. */
export function logError(message: string, error: unknown): void {
  console.error(message, error);
}

// Small things this browser remembers between visits. Without storage it remembers nothing.

/** The stored text; null when there is none. */
export function getLocal(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function setLocal(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    // Nothing depends on it.
  }
}

export function removeLocal(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing was remembered either.
  }
}

/** Dispatched on the window before the page itself leads to /login or loads again, whatever is typed into it. */
export const INTERRUPTED = "interrupted";

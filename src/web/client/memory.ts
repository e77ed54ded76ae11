// Small things this browser remembers between visits. Without storage it remembers nothing.

/** The text kept under this key; null when there is none. */
export function recall(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function remember(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    // Nothing depends on it.
  }
}

export function unlearn(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing was remembered either.
  }
}

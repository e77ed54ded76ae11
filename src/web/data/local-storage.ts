// Small texts that are stored in this browser or in this tab. If the storage is not writable, they are stored in memory until the
// page is closed.

function createTextStore(getStorage: () => Storage) {
  const fallbackTexts = new Map<string, string>();
  return {
    /** Returns the stored text; null if there is none. */
    get: (key: string): string | null => {
      const text = fallbackTexts.get(key);
      if (text !== undefined) return text;
      try {
        return getStorage().getItem(key);
      } catch {
        return null;
      }
    },
    set: (key: string, text: string): void => {
      try {
        getStorage().setItem(key, text);
        fallbackTexts.delete(key);
      } catch {
        fallbackTexts.set(key, text);
      }
    },
    remove: (key: string): void => {
      fallbackTexts.delete(key);
      try {
        getStorage().removeItem(key);
      } catch {
        // Without storage there is nothing to remove.
      }
    },
  };
}

export const { get: getLocal, set: setLocal, remove: removeLocal } = createTextStore(() => localStorage);

/** Returns the stored keys with this prefix; none if the storage is not available. */
export function listLocal(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}

// Texts that are stored in this tab only and survive a reload.
export const { get: getTabText, set: setTabText, remove: removeTabText } = createTextStore(() => sessionStorage);

/** The window event before the page itself opens /login or reloads, which interrupts any input. */
export const INTERRUPTED_EVENT = "interrupted";

// Small texts that this browser remembers between visits, or for as long as this tab is open; what its storage does not take, this
// page alone remembers.

function createTexts(getStorage: () => Storage) {
  const ofPage = new Map<string, string>();
  return {
    /** The stored text; null when there is none. */
    get: (key: string): string | null => {
      const text = ofPage.get(key);
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
        ofPage.delete(key);
      } catch {
        ofPage.set(key, text);
      }
    },
    remove: (key: string): void => {
      ofPage.delete(key);
      try {
        getStorage().removeItem(key);
      } catch {
        // Nothing was stored either.
      }
    },
  };
}

export const { get: getLocal, set: setLocal, remove: removeLocal } = createTexts(() => localStorage);

/** The keys of stored texts that begin so; none where the storage is refused. */
export function listLocal(beginning: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(beginning));
  } catch {
    return [];
  }
}

/** What this tab alone remembers, over a reload, too. */
export const { get: getOfTab, set: setOfTab, remove: removeOfTab } = createTexts(() => sessionStorage);

/** Dispatched on the window before the page itself leads to /login or loads again, whatever is typed into it. */
export const INTERRUPTED = "interrupted";

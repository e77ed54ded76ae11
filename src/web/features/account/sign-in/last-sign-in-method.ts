// Which way in was used last in this browser. Nothing of it leaves the browser.
import { getLocal, setLocal } from "#web/data/local-storage.ts";

const KEY = "last-way";

/** "password", or the id of what else was used; null for a newcomer. */
export const getLastSignInMethod = (): string | null => getLocal(KEY);

export const setLastSignInMethod = (way: string): void => setLocal(KEY, way);

// Which way in was used last in this browser. Nothing of it leaves the browser.
import { recall, remember } from "#web/client/memory.ts";

const KEY = "last-way";

/** "password", or the id of what else was used; null for a newcomer. */
export const lastWay = (): string | null => recall(KEY);

export const rememberWay = (way: string): void => remember(KEY, way);

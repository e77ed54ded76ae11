// Which way in was used last in this browser. Nothing of it leaves the browser.
import { recall, remember } from "#web/client/memory.ts";
import { type Provider, providerName } from "./provider.ts";

const KEY = "last-way";

/** "password", or the id of what else was used; null for a newcomer. */
export const lastWay = (): string | null => recall(KEY);

export const rememberWay = (way: string): void => remember(KEY, way);

/** The name of the provider that was used last; undefined when it was none. */
export function lastWayName(providers: readonly Provider[]): string | undefined {
  const way = lastWay();
  return way && providers.some(({ id }) => id === way) ? providerName(way, providers) : undefined;
}

// Which keyboard shortcuts are on, as chosen in this browser.
import { atom } from "nanostores";
import { useSyncExternalStore } from "react";
import { getLocal, setLocal } from "#web/data/local-storage.ts";

/** Single letters, and the key that opens search from anywhere. Each is stored under its own name. */
type KeyChoice = "shortcuts" | "palette";

const changes = atom({});

export const areKeysOn = (choice: KeyChoice): boolean => getLocal(choice) !== "off";

/** Whether single letters are shortcuts. */
export const areShortcutsOn = (): boolean => areKeysOn("shortcuts");

export function chooseKeys(choice: KeyChoice, on: boolean): void {
  setLocal(choice, on ? "on" : "off");
  changes.set({});
}

export function useKeysOn(choice: KeyChoice): boolean {
  return useSyncExternalStore(
    changes.listen,
    () => areKeysOn(choice),
    () => true,
  );
}

/** True where a key is typed into something, or something lies over the page. */
export const isTyping = ({ target }: { target: EventTarget | null }): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest("input, textarea, select, [role=dialog], [role=menu]") !== null);

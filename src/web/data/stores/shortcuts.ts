// The keyboard shortcuts that are enabled in this browser.
import { atom } from "nanostores";
import { useSyncExternalStore } from "react";
import { getLocal, setLocal } from "#web/data/local-storage.ts";

/** Single-letter shortcuts, and the shortcut of the palette. Each is stored under its own name. */
type ShortcutGroup = "shortcuts" | "palette";

const changes = atom({});

export const areShortcutsEnabled = (choice: ShortcutGroup): boolean => getLocal(choice) !== "off";

/** Whether single-letter shortcuts are enabled. */
export const areLetterShortcutsEnabled = (): boolean => areShortcutsEnabled("shortcuts");

export function setShortcutsEnabled(choice: ShortcutGroup, on: boolean): void {
  setLocal(choice, on ? "on" : "off");
  changes.set({});
}

export function useShortcutsEnabled(choice: ShortcutGroup): boolean {
  return useSyncExternalStore(
    changes.listen,
    () => areShortcutsEnabled(choice),
    () => true,
  );
}

/** Whether the event's target is a text field, or inside a dialog or menu. */
export const isTyping = ({ target }: { target: EventTarget | null }): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest("input, textarea, select, [role=dialog], [role=menu]") !== null);

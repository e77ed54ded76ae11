// The notices on screen, as a value anyone may add to; toaster.tsx draws them.
import { useSyncExternalStore } from "react";

export type Toast = {
  id: number;
  text: string;
  /** An error stays until it is closed. */
  tone: "note" | "error";
  /** A note, too, stays until it is closed. */
  isLasting?: boolean;
  action?: { label: string; run: () => void };
};

const MAX_VISIBLE = 3;

let toasts: readonly Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

function replaceToasts(next: readonly Toast[]) {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Shows a notice beside what stands at its own place; the oldest leaves when a fourth comes. Returns its id. */
export function showToast(text: string, options: Partial<Pick<Toast, "tone" | "action" | "isLasting">> = {}): number {
  const toast: Toast = { id: nextId++, text, tone: options.tone ?? "note" };
  if (options.isLasting) toast.isLasting = true;
  if (options.action) toast.action = options.action;
  replaceToasts([...toasts, toast].slice(-MAX_VISIBLE));
  return toast.id;
}

export function dismissToast(id: number): void {
  replaceToasts(toasts.filter((toast) => toast.id !== id));
}

/** Removes every toast, so that the next user sees none of the previous one's. */
export const dismissToasts = (): void => replaceToasts([]);

const NONE: readonly Toast[] = [];

export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => toasts,
    () => NONE,
  );
}

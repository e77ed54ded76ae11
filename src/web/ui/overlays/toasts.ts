// The visible toasts. Any code may add a toast; toaster.tsx renders them.
import { atom } from "nanostores";
import { useStore } from "#web/ui/environment.ts";

export type Toast = {
  id: number;
  text: string;
  /** An error stays until it is dismissed. */
  tone: "note" | "error";
  /** A note that stays until it is dismissed, too. */
  isLasting?: boolean;
  action?: { label: string; run: () => void };
};

const MAX_VISIBLE = 3;

export const toasts = atom<readonly Toast[]>([]);
let nextId = 1;

/** Shows a toast and returns its id; with more than three toasts, the oldest is removed. */
export function showToast(text: string, options: Partial<Pick<Toast, "tone" | "action" | "isLasting">> = {}): number {
  const toast: Toast = { id: nextId++, text, tone: options.tone ?? "note" };
  if (options.isLasting) toast.isLasting = true;
  if (options.action) toast.action = options.action;
  toasts.set([...toasts.get(), toast].slice(-MAX_VISIBLE));
  return toast.id;
}

export function dismissToast(id: number): void {
  toasts.set(toasts.get().filter((toast) => toast.id !== id));
}

/** Removes all toasts, so that the next user does not see the previous user's. */
export const dismissToasts = (): void => toasts.set([]);

export const useToasts = (): readonly Toast[] => useStore(toasts);

// The notices on screen; any code may add one, and toaster.tsx draws them.
import { atom } from "nanostores";
import { useStore } from "#web/ui/environment.ts";

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

export const toasts = atom<readonly Toast[]>([]);
let nextId = 1;

/** Shows a notice and returns its id; the oldest is removed when there are more than three. */
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

/** Removes every toast, so that the next user sees none of the previous one's. */
export const dismissToasts = (): void => toasts.set([]);

export const useToasts = (): readonly Toast[] => useStore(toasts);

import { useState } from "react";
import { m } from "#messages";
import { showToast } from "#web/ui/overlays/toasts.ts";

type CopyState = {
  /** The outcome of the last copy of this text; null if it was not copied yet. */
  outcome: "copied" | "refused" | null;
  copy: () => Promise<boolean>;
};

/** Writes a text to the clipboard; returns false if the browser refuses, as on plain http. */
async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Copies an address and shows a toast; if the browser refuses, the toast shows the address. */
export async function copyLink(url: string): Promise<void> {
  if (await writeClipboard(url)) showToast(m.common_link_copied());
  else showToast(m.common_link_not_copied({ url }), { tone: "error" });
}

/** Returns a function that copies a text, and the outcome of the last copy for the button. */
export function useCopy(text: string): CopyState {
  const [last, setLast] = useState<{ text: string; outcome: "copied" | "refused" } | null>(null);
  const copy = async () => {
    const copied = await writeClipboard(text);
    setLast({ text, outcome: copied ? "copied" : "refused" });
    return copied;
  };
  return { outcome: last?.text === text ? last.outcome : null, copy };
}

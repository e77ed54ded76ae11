import { useState } from "react";
import { m } from "#messages";
import { showToast } from "#web/ui/overlays/toasts.ts";

type Copying = {
  /** How the last copy of this very text went; null before one. */
  outcome: "copied" | "refused" | null;
  copy: () => Promise<boolean>;
};

/** Puts a text on the clipboard; false where the browser refuses, as it does on plain http. */
async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Copies an address and confirms it; where the browser refuses, shows what to copy by hand. */
export async function copyLink(url: string): Promise<void> {
  if (await writeClipboard(url)) showToast(m.common_link_copied());
  else showToast(m.common_link_not_copied({ url }), { tone: "error" });
}

/** Copies a text, for a button that shows how that went. */
export function useCopy(text: string): Copying {
  const [last, setLast] = useState<{ text: string; outcome: "copied" | "refused" } | null>(null);
  const copy = async () => {
    const copied = await writeClipboard(text);
    setLast({ text, outcome: copied ? "copied" : "refused" });
    return copied;
  };
  return { outcome: last?.text === text ? last.outcome : null, copy };
}

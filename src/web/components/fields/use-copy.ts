import { useState } from "react";

type Copying = {
  /** How the last copy of this very text went; null before one. */
  outcome: "copied" | "refused" | null;
  copy: () => Promise<boolean>;
};

/** Puts a text where one pastes from; browsers refuse that on plain http. */
export function useCopy(text: string): Copying {
  const [last, setLast] = useState<{ text: string; outcome: "copied" | "refused" } | null>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setLast({ text, outcome: "copied" });
      return true;
    } catch {
      setLast({ text, outcome: "refused" });
      return false;
    }
  };
  return { outcome: last?.text === text ? last.outcome : null, copy };
}

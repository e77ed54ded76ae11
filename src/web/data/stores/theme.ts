// The colours a person chose. The page's head reads the same key before anything is drawn.
import { useSyncExternalStore } from "react";

const THEMES = ["system", "dark", "light"] as const;
export type Theme = (typeof THEMES)[number];

const KEY = "theme";
const listeners = new Set<() => void>();

function readTheme(): Theme {
  const chosen = document.documentElement.dataset["theme"];
  return THEMES.find((theme) => theme === chosen) ?? "system";
}

export function chooseTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // The choice then lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

export function useTheme(): Theme {
  return useSyncExternalStore<Theme>(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    readTheme,
    () => "system",
  );
}

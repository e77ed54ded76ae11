// The selected theme. A script in the page's head reads the same key and sets the attribute before the first paint.
import { atom } from "nanostores";
import { setLocal } from "#web/data/local-storage.ts";
import { useStore } from "#web/ui/environment.ts";

const THEMES = ["system", "dark", "light"] as const;
export type Theme = (typeof THEMES)[number];

const KEY = "theme";

const current = atom<Theme>("system");
if (typeof document !== "undefined") {
  const initial = document.documentElement.dataset["theme"];
  current.set(THEMES.find((theme) => theme === initial) ?? "system");
}

export function setTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
  // Without storage the selection is lost when the page is closed.
  setLocal(KEY, theme);
  current.set(theme);
}

export const useTheme = (): Theme => useStore(current);

import { lazy, Suspense, useState } from "react";
import { chooseTheme, THEMES, type Theme, useTheme } from "#web/client/theme.ts";
import { yearOfPage } from "./year.ts";

const Credits = lazy(() => import("./credits.tsx").then((module) => ({ default: module.Credits })));

const THEME_LABELS: Record<Theme, string> = { system: "System", dark: "Dark", light: "Light" };

/** Copyright, the unofficial line, credits and the theme. */
export function Footer() {
  const [credits, setCredits] = useState(false);
  return (
    <footer className="border-t border-line bg-surface-1">
      <div className="page grid gap-3 py-6 text-0 text-ink-2">
        <p>{`© ${yearOfPage()} Fieldlocker. All rights reserved.`}</p>
        <p className="text-00 text-ink-3">
          Unofficial fan project. Not affiliated with or endorsed by Electronic Arts or DICE.
        </p>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          <button
            type="button"
            onClick={() => setCredits(true)}
            aria-haspopup="dialog"
            className="link min-h-6 font-text pointer-coarse:min-h-11"
          >
            Credits
          </button>
          <ThemeSwitch />
        </div>
        {credits && (
          <Suspense fallback={null}>
            <Credits onClose={() => setCredits(false)} />
          </Suspense>
        )}
      </div>
    </footer>
  );
}

function ThemeSwitch() {
  const chosen = useTheme();
  return (
    <fieldset className="flex flex-wrap items-center gap-x-1">
      <legend className="sr-only">Theme</legend>
      <span aria-hidden="true" className="mr-2">
        Theme
      </span>
      {THEMES.map((theme) => (
        <label
          key={theme}
          className="flex min-h-8 cursor-pointer items-center rounded-1 border border-transparent px-3 font-semibold has-checked:border-line-strong has-checked:bg-surface-3 has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus pointer-coarse:min-h-11"
        >
          <input
            type="radio"
            name="theme"
            value={theme}
            checked={theme === chosen}
            onChange={() => chooseTheme(theme)}
            className="sr-only"
          />
          {THEME_LABELS[theme]}
        </label>
      ))}
    </fieldset>
  );
}

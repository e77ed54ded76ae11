import { lazy, Suspense, useState } from "react";
import { chooseTheme, type Theme, useTheme } from "#web/client/theme.ts";
import { Segments } from "#web/ui/segments.tsx";
import { yearOfPage } from "./year.ts";

const TEXTS = [
  { name: "Credits", Text: lazy(() => import("./credits.tsx").then((module) => ({ default: module.Credits }))) },
  {
    name: "Privacy and contact",
    Text: lazy(() => import("./privacy.tsx").then((module) => ({ default: module.Privacy }))),
  },
];

const THEME_CHOICES = [
  { value: "system", label: "System" },
  { value: "dark", label: "Dark" },
  { value: "light", label: "Light" },
] as const satisfies readonly { value: Theme; label: string }[];

/** Copyright, the unofficial line, credits, privacy and the theme. */
export function Footer() {
  const [opened, setOpened] = useState("");
  return (
    <footer className="border-t border-line bg-surface-1">
      <div className="page grid gap-3 py-6 text-0 text-ink-2">
        <p>{`© ${yearOfPage()} Fieldlocker. All rights reserved.`}</p>
        <p className="text-00 text-ink-3">
          Unofficial fan project. Not affiliated with or endorsed by Electronic Arts or DICE.
        </p>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          {TEXTS.map(({ name }) => (
            <button
              key={name}
              type="button"
              onClick={() => setOpened(name)}
              aria-haspopup="dialog"
              className="link min-h-6 font-text pointer-coarse:min-h-11"
            >
              {name}
            </button>
          ))}
          <ThemeSwitch />
        </div>
        {TEXTS.map(
          ({ name, Text }) =>
            name === opened && (
              <Suspense key={name} fallback={null}>
                <Text onClose={() => setOpened("")} />
              </Suspense>
            ),
        )}
      </div>
    </footer>
  );
}

function ThemeSwitch() {
  const theme = useTheme();
  return (
    <div className="flex items-center gap-x-3">
      <span aria-hidden="true">Theme</span>
      <Segments legend="Theme" name="theme" value={theme} choices={THEME_CHOICES} onChange={chooseTheme} />
    </div>
  );
}

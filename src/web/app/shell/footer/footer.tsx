import { Suspense, useState } from "react";
import { m } from "#messages";
import { chooseTheme, type Theme, useTheme } from "#web/data/stores/theme.ts";
import { Segments } from "#web/ui/fields/segments.tsx";
import { lazyNamed } from "#web/ui/lazy-named.ts";

const FooterText = lazyNamed(() => import("./footer-text.tsx"), "FooterText");

const TEXTS = Object.entries({
  language: m.app_language(),
  credits: m.app_credits(),
  privacy: m.app_privacy_and_contact(),
  shortcuts: m.common_shortcuts(),
});

const THEME_CHOICES = [
  { value: "system", label: m.app_system() },
  { value: "dark", label: m.app_dark() },
  { value: "light", label: m.app_light() },
] as const satisfies readonly { value: Theme; label: string }[];

/** Copyright, the unofficial line, languages, credits, privacy, shortcuts and the theme. */
export function Footer() {
  const [opened, setOpened] = useState("");
  return (
    <footer className="border-t border-line bg-surface-1">
      <div className="page grid gap-3 py-6 text-0 text-ink-2">
        <p>{m.app_copyright({ year: yearOfPage() })}</p>
        <p className="text-00 text-ink-3">{m.app_unofficial()}</p>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          {TEXTS.map(([name, title]) => (
            <button
              key={name}
              type="button"
              onClick={() => setOpened(name)}
              aria-haspopup="dialog"
              data-key={name}
              className="link min-h-6 font-text pointer-coarse:min-h-11"
            >
              {title}
            </button>
          ))}
          <ThemeSwitch />
        </div>
        {opened && (
          <Suspense>
            <FooterText name={opened} onClose={() => setOpened("")} />
          </Suspense>
        )}
      </div>
    </footer>
  );
}

function ThemeSwitch() {
  const theme = useTheme();
  return (
    <div className="flex items-center gap-x-3">
      <span aria-hidden="true">{m.app_theme()}</span>
      <Segments legend={m.app_theme()} name="theme" value={theme} choices={THEME_CHOICES} onChange={chooseTheme} />
    </div>
  );
}

/** The year as the server wrote it into the page; its placeholder while the build draws. */
function yearOfPage(): string {
  if (typeof document === "undefined") return "%YEAR%";
  const written = document.documentElement.dataset["year"] ?? "";
  return /^\d{4}$/.test(written) ? written : String(new Date().getFullYear());
}

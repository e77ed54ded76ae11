import { Suspense, useState } from "react";
import { m } from "#messages";
import { setTheme, type Theme, useTheme } from "#web/data/stores/theme.ts";
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

/** The footer: copyright, disclaimer, the dialogs for language, credits, privacy and shortcuts, and the theme switch. */
export function Footer() {
  const [openText, setOpenText] = useState("");
  return (
    <footer className="border-t border-line bg-surface-1 pb-(--foot-h)">
      <div className="page grid items-center gap-x-6 gap-y-3 py-6 text-0 text-ink-2 lg:grid-cols-[minmax(0,1fr)_auto] lg:py-3">
        <div className="grid gap-3 lg:gap-1">
          <p>{m.app_copyright({ year: getYear() })}</p>
          <p className="text-00 text-ink-3">{m.app_unofficial()}</p>
        </div>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          {TEXTS.map(([name, title]) => (
            <button
              key={name}
              type="button"
              onClick={() => setOpenText(name)}
              aria-haspopup="dialog"
              data-key={name}
              className="link min-h-6 font-text pointer-coarse:min-h-11"
            >
              {title}
            </button>
          ))}
          <ThemeSwitch />
        </div>
        {openText && (
          <Suspense>
            <FooterText name={openText} onClose={() => setOpenText("")} />
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
      <Segments legend={m.app_theme()} name="theme" value={theme} choices={THEME_CHOICES} onChange={setTheme} />
    </div>
  );
}

/** Returns the year that the server wrote into the page; while prerendering, returns the placeholder. */
function getYear(): string {
  if (typeof document === "undefined") return "%YEAR%";
  const year = document.documentElement.dataset["year"] ?? "";
  return /^\d{4}$/.test(year) ? year : String(new Date().getFullYear());
}

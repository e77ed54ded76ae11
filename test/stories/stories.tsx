// The gallery shows every shared component of src/web/ui in its states. Browser tests use it, too. Vite serves it; it is never built.
import { useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { CHARTS } from "#test/stories/charts.tsx";
import { FEEDBACK } from "#test/stories/feedback.tsx";
import { FIELDS } from "#test/stories/fields.tsx";
import { FIGURES } from "#test/stories/figures.tsx";
import { OVERLAYS } from "#test/stories/overlays.tsx";
import { getAnchor, SectionStories } from "#test/stories/story.tsx";
import { UI } from "#test/stories/ui.tsx";
import { Segments } from "#web/ui/fields/segments.tsx";
import "#web/styles.css";

/** A single section to show, which renders faster: `?section=Overlays`. */
const REQUESTED_SECTION = new URLSearchParams(location.search).get("section");
const SECTIONS = [UI, FIELDS, FEEDBACK, OVERLAYS, FIGURES, CHARTS].filter(
  ({ title }) => !REQUESTED_SECTION || title === REQUESTED_SECTION,
);

const THEMES = [
  { value: "", label: "System" },
  { value: "dark", label: "Dark" },
  { value: "light", label: "Light" },
];
const ACCENTS = [
  { value: "", label: "Neutral" },
  { value: "bf2042", label: "BF2042" },
  { value: "bf4", label: "BF4" },
];

/** Returns a choice and its setter; the choice is an attribute of the document and a parameter of the address. */
function useDocumentChoice(name: "theme" | "game"): [string, (value: string) => void] {
  const [value, setValue] = useState(() => new URLSearchParams(location.search).get(name) ?? "");
  useEffect(() => {
    const url = new URL(location.href);
    if (value) {
      document.documentElement.dataset[name] = value;
      url.searchParams.set(name, value);
    } else {
      delete document.documentElement.dataset[name];
      url.searchParams.delete(name);
    }
    history.replaceState(null, "", url);
  }, [name, value]);
  return [value, setValue];
}

function ControlBar() {
  const [theme, setTheme] = useDocumentChoice("theme");
  const [game, setGame] = useDocumentChoice("game");
  return (
    <header className="sticky top-0 z-(--z-bar) border-b border-line bg-surface-1">
      <div className="page flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-2">
        <h1 className="text-4">Components</h1>
        <div className="flex flex-wrap gap-x-4 gap-y-2">
          <Segments legend="Theme" name="theme" value={theme} choices={THEMES} onChange={setTheme} />
          <Segments legend="Accent" name="game" value={game} choices={ACCENTS} onChange={setGame} />
        </div>
      </div>
    </header>
  );
}

const Contents = () => (
  <nav
    aria-label="Components"
    className="grid content-start gap-4 self-start lg:sticky lg:top-20 lg:max-h-[calc(100dvh-6rem)] lg:overflow-y-auto"
  >
    {SECTIONS.map(({ title, stories }) => (
      <div key={title}>
        <a href={`#${getAnchor(title)}`} className="link font-cond text-1 font-bold">
          {title}
        </a>
        <ul className="flex flex-wrap gap-x-4 lg:grid">
          {stories.map(({ name }) => (
            <li key={name}>
              <a href={`#${getAnchor(name)}`} className="inline-block min-h-6 text-0 text-ink-2 hover:text-ink">
                {name}
              </a>
            </li>
          ))}
        </ul>
      </div>
    ))}
  </nav>
);

const Gallery = () => (
  <>
    <ControlBar />
    <div className="page grid grid-cols-1 gap-8 py-8 lg:grid-cols-[11rem_minmax(0,1fr)]">
      <Contents />
      <main className="grid min-w-0 gap-16">
        {SECTIONS.map((section) => (
          <SectionStories key={section.title} {...section} />
        ))}
      </main>
    </div>
  </>
);

const root = document.getElementById("root");
if (root) createRoot(root).render(<Gallery />);

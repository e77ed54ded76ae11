// The building blocks of the gallery: sections with components, and the components' states.
import type { ComponentType, ReactNode } from "react";
import { classes } from "#web/ui/class-names.ts";

/** A component; its content is a list of `State`. */
type Story = { name: string; Content: ComponentType };

export type Section = { title: string; stories: readonly Story[] };

/** Returns the anchor of a section or component. */
export const getAnchor = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");

export function SectionStories({ title, stories }: Section) {
  return (
    <section aria-labelledby={getAnchor(title)} className="grid min-w-0 gap-8">
      <h2 id={getAnchor(title)} className="border-b-3 border-accent pb-1 text-5">
        {title}
      </h2>
      {stories.map(({ name, Content }) => (
        <article key={name} aria-labelledby={getAnchor(name)} className="grid min-w-0 gap-4">
          <h3 id={getAnchor(name)} className="text-4">
            {name}
          </h3>
          <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,17rem),1fr))] gap-6">
            <Content />
          </div>
        </article>
      ))}
    </section>
  );
}

type StateProps = {
  label: string;
  /** Whether the state takes the full width. */
  isWide?: boolean;
  children: ReactNode;
};

/** Shows a component in one of its states. */
export function State({ label, isWide = false, children }: StateProps) {
  return (
    <div className={classes("grid min-w-0 content-start gap-2", isWide && "col-span-full")}>
      <p className="font-cond text-00 text-ink-3">{label}</p>
      <div className="min-w-0">{children}</div>
    </div>
  );
}

/** Shows small components in one row. */
export const Row = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-3">{children}</div>
);

export const LONG_TEXT =
  "A text that is much longer than the place for it, as a translation or the name of an attachment may be, and still has to be readable";

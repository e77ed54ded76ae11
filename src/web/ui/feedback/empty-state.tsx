import type { ReactNode } from "react";
import { Glyph, type GlyphName } from "#web/ui/glyph.tsx";

type EmptyStateProps = {
  /** One sentence. */
  text: ReactNode;
  /** A glyph of what the list contains; by default an empty locker. */
  glyph?: GlyphName;
  /** A button or link for the next step. */
  children?: ReactNode;
};

/** The placeholder of an empty list: a drawing and a text. */
export function EmptyState({ text, glyph, children }: EmptyStateProps) {
  return (
    <div className="panel grid justify-items-center gap-4 px-5 py-10 text-center">
      {glyph ? (
        <Glyph name={glyph} className="size-14 text-line-strong" />
      ) : (
        <svg viewBox="0 0 48 56" aria-hidden="true" className="h-14 fill-none stroke-line-strong stroke-2">
          <path d="M6 3h36v50H6zM6 21h36M6 37h36M13 9h12M13 14h12M37 10v5" />
        </svg>
      )}
      <p className="max-w-[40ch] text-ink-2">{text}</p>
      {children}
    </div>
  );
}

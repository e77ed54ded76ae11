import type { ReactNode } from "react";

type EmptyStateProps = {
  /** One sentence. */
  text: ReactNode;
  /** One action, where there is one. */
  children?: ReactNode;
};

/** What stands where nothing is yet, under an empty locker. */
export function EmptyState({ text, children }: EmptyStateProps) {
  return (
    <div className="panel grid justify-items-center gap-4 px-5 py-10 text-center">
      <svg viewBox="0 0 48 56" aria-hidden="true" className="h-14 fill-none stroke-line-strong stroke-2">
        <path d="M6 3h36v50H6zM6 21h36M6 37h36M13 9h12M13 14h12M37 10v5" />
      </svg>
      <p className="max-w-[40ch] text-ink-2">{text}</p>
      {children}
    </div>
  );
}

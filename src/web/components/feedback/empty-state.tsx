import type { ReactNode } from "react";
import { LogoMark } from "#web/components/ui/logo-mark.tsx";

type EmptyStateProps = {
  /** One sentence. */
  text: ReactNode;
  /** One action, where there is one. */
  children?: ReactNode;
};

/** What stands where nothing is yet. */
export function EmptyState({ text, children }: EmptyStateProps) {
  return (
    <div className="panel grid justify-items-center gap-4 px-5 py-10 text-center">
      <LogoMark className="size-10 text-line-strong" />
      <p className="max-w-[40ch] text-ink-2">{text}</p>
      {children}
    </div>
  );
}

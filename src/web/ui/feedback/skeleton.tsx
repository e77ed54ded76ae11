import { useEffect, useState } from "react";
import { m } from "#messages";
import { LogoMark } from "#web/ui/logo-mark.tsx";

type SkeletonProps = {
  /** What is loading, for screen readers: "Loading weapons". */
  label: string;
  rows?: number;
  className?: string;
};

const LONG_WAIT_MS = 4_000;

/** A placeholder with empty rows; shows a text after four seconds. */
export function Skeleton({ label, rows = 5, className = "h-10" }: SkeletonProps) {
  const [long, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), LONG_WAIT_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status" className="grid gap-2">
      <span className="sr-only">{label}</span>
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <span key={row} aria-hidden="true" className={`block rounded-1 bg-surface-2 ${className}`} />
      ))}
      {long && (
        <p className="flex items-center gap-2 text-0 text-ink-3">
          <LogoMark loading className="size-4" />
          {m.app_still_loading()}
        </p>
      )}
    </div>
  );
}

import { classes } from "#web/ui/class-names.ts";

type ProgressBarProps = {
  done: number;
  needed: number;
  /** The progress as text, e.g. "47 of 50 kills". */
  text: string;
  /** The accessible name of the bar. */
  label: string;
  className?: string;
};

/** A progress bar with a scale below it. */
export function ProgressBar({ done, needed, text, label, className }: ProgressBarProps) {
  const share = Math.min(1, Math.max(0, done / needed));
  return (
    <span
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.floor(share * 100)}
      aria-valuetext={text}
      className={classes("block", className)}
    >
      <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true" className="block h-1.5 w-full">
        <rect width="100" height="1" className="fill-surface-3" />
        <rect width={share * 100} height="1" className="fill-accent" />
      </svg>
      <span aria-hidden="true" className="ticks block" />
    </span>
  );
}

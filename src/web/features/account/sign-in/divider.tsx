/** Stands between one way to sign in and the next. */
export function Divider() {
  return (
    <p className="flex items-center gap-3 text-0 text-ink-3 before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
      or
    </p>
  );
}

type LogoMarkProps = { className?: string; loading?: boolean };

const SLITS = [4, 10, 16];

/** The logo, three slits of a locker; also the loader. Decorative, because there is text beside it. */
export function LogoMark({ className = "size-6", loading = false }: LogoMarkProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      className={`${className} fill-current ${loading ? "vents-loading" : ""}`}
    >
      {SLITS.map((y) => (
        <rect key={y} x="3" y={y} width="18" height="3.5" rx="1" />
      ))}
    </svg>
  );
}

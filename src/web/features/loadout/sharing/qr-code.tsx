import { encode } from "uqr";

/** The width of the empty border in modules, which scanners need. */
const BORDER = 3;

/** The text as a QR code, dark on white in both themes. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: BORDER });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-44 rounded-1 bg-[#fff] fill-[#000] forced-color-adjust-none"
    >
      <path d={path} />
    </svg>
  );
}

import { encode } from "uqr";

/** Quiet squares around the code, as its readers want them. */
const BORDER = 3;

/** The text as a square a camera reads; dark on white in either theme. */
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

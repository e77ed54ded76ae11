export type Trust = "verified" | "community" | "estimate";

const MARKS: Record<Trust, string> = { verified: "●", community: "◐", estimate: "○" };

/** The sign and the word for how far a figure can be trusted, before whatever dates it. */
export function TrustMark({ trust, text }: { trust: Trust; text: string }) {
  return (
    <>
      <span aria-hidden="true" className="text-accent">
        {MARKS[trust]}
      </span>
      <span>
        <span className="sr-only">{trust}, </span>
        {text}
      </span>
    </>
  );
}

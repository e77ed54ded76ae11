import { m } from "#messages";

export type Trust = "verified" | "community" | "estimate";

const MARKS: Record<Trust, string> = { verified: "●", community: "◐", estimate: "○" };
const WORDS: Record<Trust, string> = {
  verified: m.app_trust_verified(),
  community: m.app_trust_community(),
  estimate: m.app_trust_estimate(),
};

/** The symbol and label of a figure's reliability, followed by `text`. */
export function TrustMark({ trust, text }: { trust: Trust; text: string }) {
  return (
    <>
      <span aria-hidden="true" className="text-accent">
        {MARKS[trust]}
      </span>
      <span>
        <span className="sr-only">{WORDS[trust]}, </span>
        {text}
      </span>
    </>
  );
}

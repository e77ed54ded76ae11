import { useLayoutEffect, useRef } from "react";
import type { RangeStore } from "#web/features/arsenal/compare/range-store.ts";

type LiveTextProps = { store: RangeStore; say: (rangeM: number) => string; className?: string };

/** A text that follows the range. It writes itself, so that a drag of the slider draws nothing again. */
export function LiveText({ store, say, className }: LiveTextProps) {
  const element = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    return store.follow((rangeM) => {
      const text = say(rangeM);
      if (current.textContent !== text) current.textContent = text;
    });
  }, [store, say]);
  return <span ref={element} className={className} />;
}

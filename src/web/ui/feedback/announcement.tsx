import { useEffect, useRef, useState } from "react";

/** Longer than the pauses between the steps of a slider. */
const REST_MS = 700;

/** A changing text for screen readers only. A change is announced when the text has rested; the first text is not announced. */
export function Announcement({ text }: { text: string }) {
  const [announced, setAnnounced] = useState("");
  const last = useRef(text);
  useEffect(() => {
    if (text === last.current) return;
    const timer = setTimeout(() => {
      last.current = text;
      setAnnounced(text);
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <p role="status" className="sr-only">
      {announced}
    </p>
  );
}

import { useEffect, useState } from "react";

/** The whole seconds left, from the given number down to none, and a way to begin again. */
export function useCountdown(seconds: number): { left: number; restart: () => void } {
  const [left, setLeft] = useState(seconds);
  const isOver = left === 0;
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => setLeft((count) => Math.max(0, count - 1)), 1000);
    return () => clearInterval(timer);
  }, [isOver]);
  return { left, restart: () => setLeft(seconds) };
}

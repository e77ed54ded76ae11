// Numbers by chance that anybody can draw again.

/**
 * Numbers from 0 to below 1, the same for the same seed: mulberry32 of Tommy Ettinger, a 32-bit state stepped by an odd
 * constant and mixed twice. Good for simulations of millions of draws, no good for secrets.
 */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

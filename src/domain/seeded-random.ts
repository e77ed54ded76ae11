// A pseudorandom number generator whose numbers are reproducible from the seed.

/**
 * Returns a generator of numbers from 0 to below 1: mulberry32 by Tommy Ettinger, which adds an odd constant to a 32-bit state
 * and mixes it twice. It is good enough for simulations of millions of draws, but must not be used for secrets.
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

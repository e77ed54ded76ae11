// Two builds' times to kill in one sentence. The times are arguments: whoever works them out decides on hits and health.

/** From this distance on, up to the next step: milliseconds to kill, null where no figure is public. */
export type KillStep = { fromM: number; ttkMs: number | null };

/** B against A between two distances; negative is quicker, null where one of the two has no public figure. */
type Stretch = { fromM: number; toM: number; leastMs: number | null; mostMs: number | null };

const MOST_CLAUSES = 3;

/**
 * How B kills against A, e.g. "B kills 41 ms faster under 25 m, slower beyond 40 m". Steps go outwards. Distances at
 * which both are alike are left out; of more than three stretches the greatest differences are told, nearest first.
 */
export function killSentence(a: readonly KillStep[], b: readonly KillStep[]): string {
  const stretches = stretchesOf(a, b);
  const known = stretches.filter(({ leastMs }) => leastMs !== null);
  if (known.length === 0) return "No public figure";
  const told = known
    .filter(({ mostMs }) => mostMs !== 0)
    .sort((one, other) => sizeOf(other) - sizeOf(one))
    .slice(0, MOST_CLAUSES)
    .sort((one, other) => one.fromM - other.fromM);
  if (told.length === 0) {
    return known.length === stretches.length
      ? "No difference at any range"
      : "No difference where both have a public figure";
  }
  return `B kills ${told.map((stretch, at) => clauseOf(stretch, at === 0)).join(", ")}`;
}

const sizeOf = ({ mostMs }: Stretch): number => Math.abs(mostMs ?? 0);

/** Neighbours of one direction are one stretch. */
function stretchesOf(a: readonly KillStep[], b: readonly KillStep[]): readonly Stretch[] {
  const edges = [...new Set([...a, ...b].map(({ fromM }) => fromM))].sort((one, other) => one - other);
  const stretches: Stretch[] = [];
  for (const [at, fromM] of edges.entries()) {
    const [ofA, ofB] = [timeAt(a, fromM), timeAt(b, fromM)];
    const ms = ofA === null || ofB === null ? null : Math.round(ofB - ofA);
    const toM = edges[at + 1] ?? Number.POSITIVE_INFINITY;
    const last = stretches.at(-1);
    if (last && directionOf(last.mostMs) === directionOf(ms)) {
      last.toM = toM;
      if (ms !== null && Math.abs(ms) > sizeOf(last)) last.mostMs = ms;
      if (ms !== null && Math.abs(ms) < Math.abs(last.leastMs ?? 0)) last.leastMs = ms;
    } else stretches.push({ fromM, toM, leastMs: ms, mostMs: ms });
  }
  return stretches;
}

const directionOf = (ms: number | null): number | null => (ms === null ? null : Math.sign(ms));

const timeAt = (steps: readonly KillStep[], rangeM: number): number | null =>
  steps.findLast(({ fromM }) => fromM <= rangeM)?.ttkMs ?? null;

/** The first clause says by how much, the others which way. */
function clauseOf(stretch: Stretch, isFirst: boolean): string {
  const { leastMs, mostMs } = stretch;
  const way = (mostMs ?? 0) < 0 ? "faster" : "slower";
  const amount = `${leastMs === mostMs ? "" : "up to "}${sizeOf(stretch)} ms `;
  return `${isFirst ? amount : ""}${way} ${placeOf(stretch)}`;
}

function placeOf({ fromM, toM }: Stretch): string {
  const isOpen = toM === Number.POSITIVE_INFINITY;
  if (fromM <= 0) return isOpen ? "at every range" : `under ${say(toM)} m`;
  return isOpen ? `beyond ${say(fromM)} m` : `from ${say(fromM)} to ${say(toM)} m`;
}

const say = (metres: number): string => String(Math.round(metres * 10) / 10);

// Compares the times to kill of two builds in one sentence. The caller computes the times, so it decides on hits and
// health.
import { m } from "#messages";
import { formatList } from "#messages/format.ts";
import { formatNumber } from "#messages/format-number.ts";

/** From this distance on, up to the next step: milliseconds to kill, null where no figure is public. */
export type KillStep = { fromM: number; ttkMs: number | null };

/** B against A between two distances; negative is quicker, null where one of the two has no public figure. */
type Stretch = { fromM: number; toM: number; leastMs: number | null; mostMs: number | null };

const MAX_CLAUSES = 3;

/**
 * How fast B kills compared with A, e.g. "B kills 41 ms faster under 25 m, slower beyond 40 m". Steps are ordered by
 * distance. Distances without a difference are left out; of more than three ranges the largest differences are listed,
 * nearest first.
 */
export function killSentence(a: readonly KillStep[], b: readonly KillStep[]): string {
  const stretches = getStretches(a, b);
  const lethalStretches = stretches.filter(({ leastMs }) => leastMs !== null);
  if (lethalStretches.length === 0) return m.build_no_public_figure();
  const reported = lethalStretches
    .filter(({ mostMs }) => mostMs !== 0)
    .sort((one, other) => getSize(other) - getSize(one))
    .slice(0, MAX_CLAUSES)
    .sort((one, other) => one.fromM - other.fromM);
  if (reported.length === 0) {
    return lethalStretches.length === stretches.length
      ? m.build_no_difference_at_any_range()
      : m.build_no_difference_where_both_have_a();
  }
  // Each direction stands once: "slower under 12 m and beyond 40 m". The nearer one comes first, with its amount.
  const [near = [], far = []] = Map.groupBy(reported, ({ mostMs }) => getDirection(mostMs)).values();
  const inputs = getInputs(near);
  return far.length > 0 ? m.build_b_kills_both({ ...inputs, otherRanges: formatRanges(far) }) : m.build_b_kills(inputs);
}

const getSize = ({ mostMs }: Stretch): number => Math.abs(mostMs ?? 0);

/** Neighbours of one direction are one stretch. */
function getStretches(a: readonly KillStep[], b: readonly KillStep[]): readonly Stretch[] {
  const edges = [...new Set([...a, ...b].map(({ fromM }) => fromM))].sort((one, other) => one - other);
  const stretches: Stretch[] = [];
  for (const [at, fromM] of edges.entries()) {
    const [ofA, ofB] = [timeAt(a, fromM), timeAt(b, fromM)];
    const ms = ofA === null || ofB === null ? null : Math.round(ofB - ofA);
    const toM = edges[at + 1] ?? Number.POSITIVE_INFINITY;
    const last = stretches.at(-1);
    if (last && getDirection(last.mostMs) === getDirection(ms)) {
      last.toM = toM;
      if (ms !== null && Math.abs(ms) > getSize(last)) last.mostMs = ms;
      if (ms !== null && Math.abs(ms) < Math.abs(last.leastMs ?? 0)) last.leastMs = ms;
    } else stretches.push({ fromM, toM, leastMs: ms, mostMs: ms });
  }
  return stretches;
}

const getDirection = (ms: number | null): number | null => (ms === null ? null : Math.sign(ms));

const timeAt = (steps: readonly KillStep[], rangeM: number): number | null =>
  steps.findLast(({ fromM }) => fromM <= rangeM)?.ttkMs ?? null;

function getInputs(stretches: readonly Stretch[]) {
  const ms = Math.max(...stretches.map(getSize));
  const isFaster = stretches.some(({ mostMs }) => (mostMs ?? 0) < 0);
  const isExact = stretches.every(({ leastMs }) => Math.abs(leastMs ?? 0) === ms);
  return {
    direction: isFaster ? ("faster" as const) : ("slower" as const),
    extent: isExact ? ("exactly" as const) : ("up-to" as const),
    ranges: formatRanges(stretches),
    ms,
  };
}

const formatRanges = (stretches: readonly Stretch[]): string =>
  formatList(
    stretches.map((stretch) =>
      m.build_range({ place: getPlace(stretch), fromM: say(stretch.fromM), toM: say(stretch.toM) }),
    ),
  );

function getPlace({ fromM, toM }: Stretch): "everywhere" | "under" | "beyond" | "between" {
  const isOpen = toM === Number.POSITIVE_INFINITY;
  if (fromM <= 0) return isOpen ? "everywhere" : "under";
  return isOpen ? "beyond" : "between";
}

const say = (metres: number): string => formatNumber(metres, 1);

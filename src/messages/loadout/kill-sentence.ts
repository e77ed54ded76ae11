// Describes the difference between two builds' times to kill in a sentence. The caller computes the times for its choice of hits
// and health.
import { m } from "#messages";
import { formatList } from "#messages/format.ts";
import { formatNumber } from "#messages/format-number.ts";

/** The milliseconds to kill from this distance to the next step; null if a figure is not public. */
export type KillStep = { fromM: number; ttkMs: number | null };

/** B's time minus A's between two distances, smallest and largest difference; null if one has no public figure. */
type DifferenceRange = { fromM: number; toM: number; smallestMs: number | null; largestMs: number | null };

const MAX_CLAUSES = 3;

/**
 * Returns how fast B kills compared with A, e.g. "B kills 41 ms faster under 25 m, slower beyond 40 m". Steps are ordered by
 * distance. Ranges without a difference are omitted. At most three ranges are listed, those with the largest differences, nearest
 * first.
 */
export function describeKillDifference(a: readonly KillStep[], b: readonly KillStep[]): string {
  const ranges = listDifferenceRanges(a, b);
  const knownRanges = ranges.filter(({ smallestMs }) => smallestMs !== null);
  if (knownRanges.length === 0) return m.build_no_public_figure();
  const listedRanges = knownRanges
    .filter(({ largestMs }) => largestMs !== 0)
    .sort((first, second) => getSize(second) - getSize(first))
    .slice(0, MAX_CLAUSES)
    .sort((first, second) => first.fromM - second.fromM);
  if (listedRanges.length === 0) {
    return knownRanges.length === ranges.length
      ? m.build_no_difference_at_any_range()
      : m.build_no_difference_where_both_have_a();
  }
  // Each direction is listed once: "slower under 12 m and beyond 40 m". The nearer direction is the first, with its amount.
  const [near = [], far = []] = Map.groupBy(listedRanges, ({ largestMs }) => getDirection(largestMs)).values();
  const inputs = getInputs(near);
  return far.length > 0 ? m.build_b_kills_both({ ...inputs, otherRanges: formatRanges(far) }) : m.build_b_kills(inputs);
}

const getSize = ({ largestMs }: DifferenceRange): number => Math.abs(largestMs ?? 0);

/** Returns the differences by range; adjacent ranges with the same direction are merged. */
function listDifferenceRanges(a: readonly KillStep[], b: readonly KillStep[]): readonly DifferenceRange[] {
  const edges = [...new Set([...a, ...b].map(({ fromM }) => fromM))].sort((first, second) => first - second);
  const ranges: DifferenceRange[] = [];
  for (const [index, fromM] of edges.entries()) {
    const [msA, msB] = [getTtkMs(a, fromM), getTtkMs(b, fromM)];
    const ms = msA === null || msB === null ? null : Math.round(msB - msA);
    const toM = edges[index + 1] ?? Number.POSITIVE_INFINITY;
    const last = ranges.at(-1);
    if (last && getDirection(last.largestMs) === getDirection(ms)) {
      last.toM = toM;
      if (ms !== null && Math.abs(ms) > getSize(last)) last.largestMs = ms;
      if (ms !== null && Math.abs(ms) < Math.abs(last.smallestMs ?? 0)) last.smallestMs = ms;
    } else ranges.push({ fromM, toM, smallestMs: ms, largestMs: ms });
  }
  return ranges;
}

const getDirection = (ms: number | null): number | null => (ms === null ? null : Math.sign(ms));

const getTtkMs = (steps: readonly KillStep[], rangeM: number): number | null =>
  steps.findLast(({ fromM }) => fromM <= rangeM)?.ttkMs ?? null;

function getInputs(ranges: readonly DifferenceRange[]) {
  const ms = Math.max(...ranges.map(getSize));
  const isFaster = ranges.some(({ largestMs }) => (largestMs ?? 0) < 0);
  const isExact = ranges.every(({ smallestMs }) => Math.abs(smallestMs ?? 0) === ms);
  return {
    direction: isFaster ? ("faster" as const) : ("slower" as const),
    extent: isExact ? ("exactly" as const) : ("up-to" as const),
    ranges: formatRanges(ranges),
    ms,
  };
}

const formatRanges = (ranges: readonly DifferenceRange[]): string =>
  formatList(
    ranges.map((range) =>
      m.build_range({ place: getPlace(range), fromM: formatMetres(range.fromM), toM: formatMetres(range.toM) }),
    ),
  );

function getPlace({ fromM, toM }: DifferenceRange): "everywhere" | "under" | "beyond" | "between" {
  const isOpen = toM === Number.POSITIVE_INFINITY;
  if (fromM <= 0) return isOpen ? "everywhere" : "under";
  return isOpen ? "beyond" : "between";
}

const formatMetres = (metres: number): string => formatNumber(metres, 1);

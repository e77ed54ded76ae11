import { type KeyboardEventHandler, type ReactNode, type Ref, useId } from "react";
import { MutationProblem } from "#web/app/shell/error-panel.tsx";
import type { MutationError } from "#web/data/optimistic-mutation.ts";
import { classes } from "#web/ui/class-names.ts";
import type { CriterionLine, TargetLine } from "./progress-search.ts";
import { RemainderFigure, TargetSummary } from "./target-summary.tsx";

const ROW_CLASSES = {
  full: "grid-cols-[5.5rem_minmax(0,1fr)] gap-x-4 gap-y-3 border-t border-line py-4 first:border-t-0 md:grid-cols-[7rem_minmax(0,1fr)_14rem] md:px-2",
  checklist:
    "grid-cols-[2rem_minmax(0,1fr)] gap-x-3 gap-y-2 border-b border-line py-3 [contain-intrinsic-block-size:auto_6rem] [content-visibility:auto] md:grid-cols-[2rem_minmax(0,1fr)_17rem] md:px-2",
  short: "grid-cols-[1.5rem_minmax(0,1fr)_auto] min-h-12 content-center gap-x-3 border-t border-line py-2",
};

const ACTIONS_CLASSES = {
  full: "max-md:col-start-2 md:justify-end",
  checklist: "max-md:col-start-2 md:justify-end",
  short: "",
};

type Row = {
  /** The first column; default: the remaining amount. */
  lead?: ReactNode;
  /** The last column. */
  actions?: ReactNode;
  problem?: MutationError | undefined;
  onKeyDown?: KeyboardEventHandler;
};

type RowContext = {
  index: number;
  /** The id of the line's name. */
  nameId: string;
  /** The id of the row's checkbox, whose label is the name in the look "short". */
  boxId: string;
};

type TargetListProps<ListedLine> = {
  lines: readonly ListedLine[];
  /** The accessible name; undefined for a list directly below its heading. */
  label?: string;
  /** "checklist": without the kind, which the list's heading names; "short": only the name. */
  look?: keyof typeof ROW_CLASSES;
  isOrdered?: boolean;
  /** Whether the lines are those of earlier filters. */
  isOutdated?: boolean;
  ref?: Ref<HTMLOListElement & HTMLUListElement>;
  /** Returns the columns of a line that differ between lists. */
  getRow: (line: ListedLine, context: RowContext) => Row;
};

/** A list of targets, each with its requirement, progress and estimated time. */
export function TargetList<ListedLine extends TargetLine | CriterionLine>(props: TargetListProps<ListedLine>) {
  const { lines, label, look = "full", isOrdered = false, isOutdated = false, ref, getRow } = props;
  const id = useId();
  const List = isOrdered ? "ol" : "ul";
  return (
    <List ref={ref} tabIndex={-1} aria-label={label} className={classes("outline-none", isOutdated && "opacity-60")}>
      {lines.map((line, index) => {
        const [nameId, boxId] = [`${id}-${line.id}`, `${id}-${line.id}-box`];
        const {
          lead = <RemainderFigure line={line} />,
          actions,
          problem,
          onKeyDown,
        } = getRow(line, { index, nameId, boxId });
        return (
          <li key={line.id} onKeyDown={onKeyDown} className={classes("grid items-start", ROW_CLASSES[look])}>
            {lead}
            {look === "short" ? (
              <label htmlFor={boxId} className="min-w-0 cursor-pointer font-cond text-1 font-semibold break-words">
                {line.name}
              </label>
            ) : (
              <TargetSummary line={line} showsKind={look === "full"} nameId={nameId} />
            )}
            <span className={classes("flex flex-wrap items-start gap-2", ACTIONS_CLASSES[look])}>{actions}</span>
            <MutationProblem problem={problem} className="col-span-full" />
          </li>
        );
      })}
    </List>
  );
}

import type { ReactNode } from "react";
import { m } from "#messages";

type StatProps = {
  label: ReactNode;
  /** `null` if no public source has the figure. */
  value: ReactNode | null;
  /** Content after the value, e.g. the letter of a source. */
  mark?: ReactNode;
  note?: ReactNode;
};

/** Matches a number and its unit, such as "≥ 320 ms"; most languages put a space between them. Other texts do not match. */
const WITH_UNIT = /^((?:≥ )?[\d.,+–−]+(?:\s\d{3})*)(\s?)(\D+)$/;

/** A figure with its label, for a `<dl>`. The unit is lighter than the number. */
export function Stat({ label, value, mark, note }: StatProps) {
  const [, number = value, space = "", unit] = (typeof value === "string" && WITH_UNIT.exec(value)) || [];
  return (
    // A subgrid, so that the labels and values of a row are aligned even if a label wraps.
    <div className="row-span-2 grid grid-rows-subgrid gap-y-0">
      <dt className="self-end font-cond text-00 font-semibold text-ink-3">{label}</dt>
      <dd className="num text-3 font-bold">
        {value === null ? <Unknown /> : <span>{number}</span>}
        {value !== null && unit && <span className="text-0 font-semibold text-ink-3">{space + unit}</span>}
        {mark}
        {note && <span className="block text-00 font-normal text-ink-3">{note}</span>}
      </dd>
    </div>
  );
}

/** The placeholder of a figure that is loading. */
export function LoadingFigure() {
  return (
    <>
      <span aria-hidden="true">…</span>
      <span className="sr-only">{m.app_loading_figure()}</span>
    </>
  );
}

/** The placeholder of a figure that no public source has. */
export function Unknown() {
  return (
    <>
      <span aria-hidden="true">—</span>
      <span className="sr-only">{m.app_unknown_figure()}</span>
    </>
  );
}

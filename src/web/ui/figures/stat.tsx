import type { ReactNode } from "react";
import { m } from "#messages";

type StatProps = {
  label: ReactNode;
  /** `null` is a figure no public source gives. */
  value: ReactNode | null;
  /** Stands after the value, e.g. the letter of a source. */
  mark?: ReactNode;
  note?: ReactNode;
};

/** A number and the unit after it: "≥ 320" and "ms", with a space between them in most languages. What is written in another way stays whole. */
const WITH_UNIT = /^((?:≥ )?[\d.,+–−]+(?:\s\d{3})*)(\s?)(\D+)$/;

/** One figure with its name; belongs in a `<dl>`. Every unit is lighter than its number. */
export function Stat({ label, value, mark, note }: StatProps) {
  const [, number = value, space = "", unit] = (typeof value === "string" && WITH_UNIT.exec(value)) || [];
  return (
    // In a grid, the labels and the values of a row each stand on one line, however long its labels are.
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

/** Stands where no public source gives a figure. */
export function Unknown() {
  return (
    <>
      <span aria-hidden="true">—</span>
      <span className="sr-only">{m.app_unknown_figure()}</span>
    </>
  );
}

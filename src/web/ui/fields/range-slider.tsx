import { type ReactNode, useId } from "react";
import { formatNumberWithUnit } from "#web/ui/charts/chart-scale.ts";

type RangeSliderProps = {
  label: ReactNode;
  value: number;
  min: number;
  max: number;
  step?: number;
  unit: string;
  onChange: (value: number) => void;
  /** Shows label, slider and value in one line, without the scale. */
  inLine?: boolean;
  className?: string;
};

/** The browser's range input with a scale below it and its value beside the label, which the input itself announces. */
export function RangeSlider(props: RangeSliderProps) {
  const { label, value, min, max, step, unit, inLine, className = "", onChange } = props;
  const id = useId();
  const text = formatNumberWithUnit(value, unit);
  return (
    <div className={`${inLine ? "flex items-center gap-2" : "grid gap-1"} ${className}`}>
      <span className={inLine ? "contents" : "flex items-baseline justify-between gap-4"}>
        <label htmlFor={id} className="text-0 font-semibold text-ink-2">
          {label}
        </label>
        <output htmlFor={id} aria-live="off" className="num order-1 min-w-12 text-right text-1 font-bold">
          {text}
        </output>
      </span>
      <input
        id={id}
        type="range"
        value={value}
        min={min}
        max={max}
        step={step}
        aria-valuetext={text}
        onChange={(event) => onChange(event.target.valueAsNumber)}
        className="h-6 w-full min-w-0 accent-accent pointer-coarse:h-11"
      />
      {!inLine && (
        <>
          <span aria-hidden="true" className="ticks mx-2 block" />
          <span aria-hidden="true" className="num mx-1 flex justify-between text-00 text-ink-3">
            <span>{min}</span>
            <span>{Math.floor((min + max) / 2)}</span>
            <span>{formatNumberWithUnit(max, unit)}</span>
          </span>
        </>
      )}
    </div>
  );
}

import { type ReactNode, useId } from "react";
import { figure } from "#web/ui/charts/chart-scale.ts";

type RangeSliderProps = {
  label: ReactNode;
  value: number;
  min: number;
  max: number;
  step?: number;
  unit: string;
  onChange: (value: number) => void;
  /** Runs when someone reaches for the slider; the moment to load what it moves. */
  onReach?: () => void;
  /** Label, slider and value in one line, without the ruler. */
  inLine?: boolean;
  className?: string;
};

/** The browser's own slider over a ruler, with its value written beside the label. */
export function RangeSlider(props: RangeSliderProps) {
  const { label, value, min, max, step, unit, inLine, className = "", ...does } = props;
  const id = useId();
  const text = figure(value, unit);
  return (
    <div className={`${inLine ? "flex items-center gap-2" : "grid gap-1"} ${className}`}>
      <span className={inLine ? "contents" : "flex items-baseline justify-between gap-4"}>
        <label htmlFor={id} className="text-0 font-semibold text-ink-2">
          {label}
        </label>
        <output htmlFor={id} className="num order-1 min-w-12 text-right text-1 font-bold">
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
        onChange={(event) => does.onChange(event.target.valueAsNumber)}
        onPointerEnter={does.onReach}
        onPointerDown={does.onReach}
        onFocus={does.onReach}
        className="h-6 w-full min-w-0 accent-accent pointer-coarse:h-11"
      />
      {!inLine && (
        <>
          <span aria-hidden="true" className="ticks mx-2 block" />
          <span aria-hidden="true" className="num mx-1 flex justify-between text-00 text-ink-3">
            <span>{min}</span>
            <span>{(min + max) / 2}</span>
            <span>{figure(max, unit)}</span>
          </span>
        </>
      )}
    </div>
  );
}

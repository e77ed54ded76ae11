import { LONG_TEXT, type Section, State } from "#test/stories/story.tsx";
import { LineChart } from "#web/ui/charts/chart.tsx";
import { ChartDrawing, MovingCrosshair, Swatch } from "#web/ui/charts/chart-drawing.tsx";
import type { Axis, Series } from "#web/ui/charts/chart-scale.ts";
import { TimeChart } from "#web/ui/charts/time-chart.tsx";

const DISTANCE: Axis = { label: "Distance", unit: "m", range: [0, 150] };
const DAMAGE: Axis = { label: "Damage", unit: "", range: [0, 50] };

const createSeries = (name: string, high: number, low: number): Series => ({
  name,
  shape: "straight",
  points: [
    [0, high],
    [20, high],
    [60, low],
    [150, low],
  ],
});
const STEPS: Series = {
  name: "AK-24",
  shape: "step",
  points: [
    [0, 28],
    [40, 22],
    [75, 18],
  ],
};
const WITH_GAP: Series = {
  name: "With a gap",
  shape: "straight",
  points: [
    [0, 20],
    [40, 35],
    [41, null],
    [90, 30],
    [150, 45],
  ],
};
const BANDED: Series = {
  ...createSeries("Mean", 30, 20),
  band: { low: createSeries("", 24, 15).points, high: createSeries("", 38, 28).points },
};
const FOUR = [
  createSeries("AK-12", 24.5, 18.4),
  createSeries("SCAR-H", 36, 24),
  STEPS,
  createSeries(LONG_TEXT, 48, 10),
];

const LineCharts = () => (
  <>
    <State label="one line, with levels and a range chosen elsewhere" isWide>
      <LineChart
        caption="Damage of one bullet to the chest by distance, on a straight slope."
        x={DISTANCE}
        y={DAMAGE}
        series={[createSeries("AK-12", 24.5, 18.4)]}
        levels={[
          { y: 25, label: "4 shots" },
          { y: 20, label: "5 shots" },
        ]}
        defaultX={30}
      />
    </State>
    <State label="four lines, one in steps, one with a long name" isWide>
      <LineChart caption={`${LONG_TEXT}.`} x={DISTANCE} y={DAMAGE} series={FOUR} />
    </State>
    <State label="a band; a gap" isWide>
      <LineChart caption="Where most values lie." x={DISTANCE} y={DAMAGE} series={[BANDED, WITH_GAP]} defaultX={75} />
    </State>
  </>
);

const START_MS = Date.UTC(2026, 10, 2, 20);
const DAY_MS = 24 * 60 * 60_000;
const createEvenings = (from: number, values: readonly number[]) =>
  values.map((value, index) => ({ atMs: START_MS + (from + index) * DAY_MS, value }));

const TimeCharts = () => (
  <>
    <State label="two stretches with a gap between them" isWide>
      <TimeChart
        caption="Kills per minute by evening."
        label="Kills per minute"
        periods={[createEvenings(0, [0.8, 0.9, 0.85, 1.1]), createEvenings(9, [1, 1.2, 1.15])]}
        formatValue={(value) => value.toFixed(2)}
      />
    </State>
    <State label="one point" isWide>
      <TimeChart
        caption="One evening."
        label="Kills"
        periods={[createEvenings(0, [1200])]}
        formatValue={(value) => value.toLocaleString("en")}
      />
    </State>
  </>
);

const moveToCenter = (move: (at: number) => void) => {
  move(60);
  return () => {};
};

const Drawings = () => (
  <>
    <State label="ChartDrawing alone, with a MovingCrosshair" isWide>
      <ChartDrawing x={DISTANCE} y={DAMAGE} series={FOUR.slice(0, 2)}>
        <MovingCrosshair x={DISTANCE} y={DAMAGE} series={FOUR.slice(0, 2)} follow={moveToCenter} />
      </ChartDrawing>
    </State>
    <State label="Swatch: the four lines of a chart">
      <div className="flex gap-4">
        {[0, 1, 2, 3].map((index) => (
          <Swatch key={index} index={index} />
        ))}
      </div>
    </State>
  </>
);

export const CHARTS: Section = {
  title: "Charts",
  stories: [
    { name: "LineChart", Content: LineCharts },
    { name: "TimeChart", Content: TimeCharts },
    { name: "ChartDrawing", Content: Drawings },
  ],
};

import { type ComponentType, useEffect, useState } from "react";
import { RangeSlider } from "#web/components/fields/range-slider.tsx";
import { useHydrated } from "#web/components/ui/hydrated.ts";
import { logError } from "#web/data/log.ts";
import { ExampleStill } from "./example-still.tsx";
import { type ExampleWeapon, FARTHEST_M } from "./home-data.ts";

type ExampleProps = { weapons: readonly ExampleWeapon[] };
type Live = ComponentType<ExampleProps & { at: number }>;

const FIRST_RANGE_M = 20;

/** Leaves the nodes the build drew as they are: their script comes with the first touch. */
const AS_DRAWN = { suppressHydrationWarning: true, dangerouslySetInnerHTML: { __html: "" } };

/** Two weapons over distance. Prerendered as a drawing; what makes it move loads when someone reaches for it. */
export function Example({ weapons }: ExampleProps) {
  const [rangeM, setRangeM] = useState(FIRST_RANGE_M);
  const [Live, setLive] = useState<Live | null>(null);
  const hydrated = useHydrated();
  const [isDrawn] = useState(!hydrated);

  const bringLive = () => {
    if (Live) return;
    import("./example-live.tsx").then(
      (module) => setLive(() => module.ExampleLive),
      (error: unknown) => logError("The live example", error),
    );
  };
  useEffect(() => {
    if (!isDrawn) bringLive();
  });

  return (
    <div className="grid gap-5">
      {import.meta.env.SSR ? (
        <div>
          <ExampleStill weapons={weapons} at={FIRST_RANGE_M} />
        </div>
      ) : Live ? (
        <Live weapons={weapons} at={rangeM} />
      ) : isDrawn ? (
        <div {...AS_DRAWN} />
      ) : (
        <div className="h-64 md:h-80" />
      )}
      <RangeSlider
        label="Range"
        unit="m"
        min={0}
        max={FARTHEST_M}
        value={rangeM}
        onChange={setRangeM}
        onReach={bringLive}
      />
    </div>
  );
}

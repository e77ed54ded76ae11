import { Link } from "@tanstack/react-router";
import { Check } from "lucide-react";
import {
  formatAmount,
  formatHours,
  formatNumber,
  formatPace,
  formatRemaining,
} from "#domain/progress/progress-words.ts";
import { TARGET_KINDS } from "#domain/progress/targets/target.ts";
import { ProgressBar } from "#web/components/figures/progress-bar.tsx";
import { Badge } from "#web/components/ui/badge.tsx";
import { classes } from "#web/components/ui/class-names.ts";
import type { Line } from "./answers.ts";
import { getPlace, type PlaceSearch } from "./place.ts";
import { useGadgets } from "./use-gadgets.ts";
import { useSourceText } from "./use-source-text.ts";

/** Numbers of more signs than this are smaller, so that they stay on one line. */
const LONG = 6;

/** The remaining amount, large; or why it is unknown. */
export function LeftFigure({ line: { remainder } }: { line: Line }) {
  if (remainder.state === "left") {
    const { left, unit } = remainder;
    const number = formatNumber(left, unit);
    return (
      <p className="num leading-none">
        <span className={classes("block leading-none font-bold", number.length > LONG ? "text-2" : "text-5")}>
          {number}
        </span>
        <span className="text-0 text-ink-2">{formatRemaining(left, unit)}</span>
      </p>
    );
  }
  if (remainder.state === "reached") {
    return (
      <p className="inline-flex items-center gap-1 font-cond text-1 font-bold text-ok">
        <Check aria-hidden="true" className="size-5" />
        Reached
      </p>
    );
  }
  return <p className="font-cond text-0 text-ink-3">{remainder.state === "unknown" ? "Unknown" : "Not counted"}</p>;
}

type TargetFaceProps = {
  line: Line;
  /** Left out where the list already shows the kind. */
  showsKind?: boolean;
};

/** What a target is, what it belongs to, and how far it is. */
export function TargetFace({ line, showsKind = true }: TargetFaceProps) {
  const { kind, name, group, weapon, says: sentence, gives } = line;
  const place = getPlace(line, useGadgets(kind === "gadget"));
  const belongs = [weapon && kind !== "weapon" ? weapon.name : null, group === TARGET_KINDS[kind] ? null : group];
  return (
    <div className="grid min-w-0 content-start gap-x-8 gap-y-1 lg:grid-cols-2">
      <div className="grid min-w-0 content-start gap-1">
        <h3 className="flex flex-wrap items-baseline gap-x-2 gap-y-1 font-cond text-2 leading-tight font-bold break-words">
          <Name name={name} place={place} />
          {showsKind && <Badge>{TARGET_KINDS[kind]}</Badge>}
        </h3>
        {showsKind && belongs.some(Boolean) && (
          <p className="text-0 text-ink-2">{belongs.filter(Boolean).join(" · ")}</p>
        )}
        <Bar line={line} />
      </div>
      <div className="grid min-w-0 content-start gap-1 lg:pt-0.5">
        {sentence && <p className="text-0 break-words text-ink-2">{sentence}</p>}
        {gives.length > 0 && <p className="text-0 break-words text-ink-2">Gives {gives.join(", ")}</p>}
        <SourceText line={line} />
      </div>
    </div>
  );
}

function Name({ name, place }: { name: string; place: PlaceSearch | null }) {
  if (!place) return name;
  return (
    <Link
      to="/bf4"
      search={place}
      className="inline-flex min-h-6 items-center hover:text-accent hover:underline pointer-coarse:min-h-11"
    >
      {name}
    </Link>
  );
}

function Bar({ line: { name, remainder } }: { line: Line }) {
  if (remainder.state !== "left") return null;
  const { done, needed, unit } = remainder;
  const text = `${formatNumber(done, unit)} of ${formatAmount(needed, unit)}`;
  return (
    <div className="grid grid-cols-[minmax(0,16rem)_minmax(6rem,1fr)] items-start gap-x-3">
      <ProgressBar label={name} done={done} needed={needed} text={text} className="mt-1.5" />
      <span aria-hidden="true" className="num text-00 text-ink-2">
        {text}
      </span>
    </div>
  );
}

/** The estimated time at the user's own pace, the source of the count and its age. */
function SourceText({ line: { remainder, hours } }: { line: Line }) {
  const formatSource = useSourceText();
  const reported = "told" in remainder && remainder.told ? formatSource(remainder.told) : null;
  if (!reported && !hours) return null;
  return (
    <p className="text-00 text-ink-3">
      {[hours && `${formatHours(hours)}, ${formatPace(hours)}`, reported].filter(Boolean).join(" · ")}
    </p>
  );
}

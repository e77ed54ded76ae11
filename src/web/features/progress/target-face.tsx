import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Bf4Gadget } from "#domain/game-data/schemas/gadget.ts";
import type { ReportSource } from "#domain/progress/known-progress.ts";
import { m } from "#messages";
import { gadgetCatalogue } from "#messages/catalogue/bf4-items.ts";
import {
  formatAmount,
  formatHours,
  formatPace,
  formatQuantity,
  formatTeller,
  getLeftInputs,
  LEFT,
} from "#messages/progress/progress-words.ts";
import { TARGET_TITLES } from "#messages/progress/target-words.ts";
import { useNow } from "#web/data/stores/use-now.ts";
import { useTRPC } from "#web/data/trpc.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { classes } from "#web/ui/class-names.ts";
import { ProgressBar } from "#web/ui/figures/progress-bar.tsx";
import { Check, Plus } from "#web/ui/icons.tsx";
import { MarkupText } from "#web/ui/markup-text.tsx";
import type { Line } from "./progress-search.ts";

/** Numbers of more signs than this are smaller, so that they stay on one line. */
const LONG = 6;

/** The remaining amount, large; or why it is unknown. */
export function LeftFigure({ line: { remainder } }: { line: Line }) {
  if (remainder.state === "left") {
    const inputs = getLeftInputs(remainder);
    const size = inputs.amount.length > LONG ? "text-2" : "text-5";
    return (
      <p className="num text-0 leading-none text-ink-2">
        <MarkupText
          message={LEFT[remainder.unit]}
          inputs={inputs}
          markup={{
            number: ({ children }) => (
              <span className={classes("block leading-none font-bold text-ink", size)}>{children}</span>
            ),
          }}
        />
      </p>
    );
  }
  if (remainder.state === "reached") {
    return (
      <p className="inline-flex items-center gap-1 font-cond text-1 font-bold text-ok">
        <Check aria-hidden="true" className="size-5" />
        {m.progress_reached()}
      </p>
    );
  }
  return (
    <p className="font-cond text-0 text-ink-3">
      {remainder.state === "unknown" ? m.progress_unknown() : m.progress_not_counted()}
    </p>
  );
}

type TargetFaceProps = {
  line: Line;
  /** Left out where the list already shows the kind. */
  showsKind?: boolean;
  /** The id of the heading, for controls that take their label from it. */
  nameId?: string;
};

/** What a target is, what it belongs to, and how far it is. */
export function TargetFace({ line, showsKind = true, nameId }: TargetFaceProps) {
  const { kind, name, group, weapon, sentence, gives } = line;
  const place = getPlace(line, useGadgets(kind === "gadget"));
  const belongs = [weapon && kind !== "weapon" ? weapon.name : null, group === TARGET_TITLES[kind] ? null : group];
  return (
    <div className="grid min-w-0 content-start gap-x-8 gap-y-1 lg:grid-cols-2">
      <div className="grid min-w-0 content-start gap-1">
        <h3
          id={nameId}
          className="flex flex-wrap items-baseline gap-x-2 gap-y-1 font-cond text-2 leading-tight font-bold break-words"
        >
          <Name name={name} place={place} />
          {showsKind && <Badge>{TARGET_TITLES[kind]}</Badge>}
        </h3>
        {showsKind && belongs.some(Boolean) && (
          <p className="text-0 text-ink-2">{belongs.filter(Boolean).join(m.common_dot())}</p>
        )}
        <Bar line={line} />
      </div>
      <div className="grid min-w-0 content-start gap-1 lg:pt-0.5">
        {sentence && <p className="text-0 break-words text-ink-2">{sentence}</p>}
        {gives.length > 0 && (
          <p className="text-0 break-words text-ink-2">{m.progress_gives_rewards({ rewards: gives.join(", ") })}</p>
        )}
        <SourceText line={line} />
      </div>
    </div>
  );
}

function Name({ name, place }: { name: string; place: PlaceSearch | null }) {
  if (!place) return <span>{name}</span>;
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
  const text = m.progress_done_of_needed({ done: formatQuantity(done, unit), needed: formatAmount(needed, unit) });
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
  const reported = "source" in remainder && remainder.source ? formatSource(remainder.source) : null;
  if (!reported && !hours) return null;
  return (
    <p className="text-00 text-pretty text-ink-3">
      {[hours && m.progress_estimate({ hours: formatHours(hours), pace: formatPace(hours) }), reported]
        .filter(Boolean)
        .join(m.common_dot())}
    </p>
  );
}

/** The part of the game page's address that opens what a target is about, or finds it. */
export type PlaceSearch = { cat?: string; item?: string; q?: string };

type About = Pick<Line, "id" | "kind" | "name" | "weapon">;

/** Gadgets by id from the arsenal; empty while loading. */
export type Gadgets = ReadonlyMap<string, Pick<Bf4Gadget, "kind">>;

export function getPlace({ id, kind, name, weapon }: About, gadgets: Gadgets): PlaceSearch | null {
  if (weapon) return { item: weapon.id };
  const [subject = ""] = id.slice(id.indexOf(":") + 1).split("/");
  if (kind === "rank") return { cat: "ranks", item: subject };
  if (kind === "option") return { cat: "vehicle-loadouts", item: subject };
  if (kind !== "gadget") return { cat: "awards", q: name };
  const gadget = gadgets.get(subject);
  return gadget ? { cat: gadgetCatalogue(gadget), item: subject } : null;
}

const NONE: Gadgets = new Map();

/** The gadgets of Battlefield 4 by id; empty while disabled or loading. */
function useGadgets(isEnabled: boolean): Gadgets {
  const { data } = useQuery({
    ...useTRPC().arsenal.equipment.queryOptions({ game: "bf4" }),
    enabled: isEnabled,
    select: (equipment): Gadgets =>
      equipment.game === "bf4" ? new Map(equipment.gadgets.map((gadget) => [gadget.id, gadget])) : NONE,
  });
  return data ?? NONE;
}

const MINUTE_MS = 60_000;

/** Formats a source and its age; updated with the clock. */
export function useSourceText(): (source: ReportSource) => string {
  const now = useNow(MINUTE_MS);
  return (source) => formatTeller(source, now);
}

/** A row of a list: what is left, what it is, what can be done. */
export const ROW_LOOK =
  "grid grid-cols-[5.5rem_minmax(0,1fr)] items-start gap-x-4 gap-y-3 border-t border-line py-4 first:border-t-0 md:grid-cols-[7rem_minmax(0,1fr)_14rem] md:px-2";

type PlanButtonProps = { line: Pick<Line, "name" | "planned">; onToggle: () => void };

/** Puts a target into the plan, or takes it out again. */
export function PlanButton({ line: { name, planned }, onToggle }: PlanButtonProps) {
  const [Icon, text, label] = planned
    ? ([Check, m.progress_in_your_plan(), m.progress_in_your_plan_name({ name })] as const)
    : ([Plus, m.progress_add_to_plan(), m.progress_add_to_plan_name({ name })] as const);
  return (
    <Button
      size="small"
      aria-pressed={planned}
      aria-label={label}
      onClick={onToggle}
      className="min-w-32 aria-pressed:border-accent aria-pressed:bg-tint"
    >
      <Icon aria-hidden="true" className="size-4" />
      {text}
    </Button>
  );
}

import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { GameId } from "#domain/game.ts";
import type { Bf4Gadget } from "#domain/game-data/schemas/gadget.ts";
import type { ReportSource } from "#domain/progress/known-progress.ts";
import { m } from "#messages";
import { getGadgetCatalogue } from "#messages/catalogue/bf4-items.ts";
import { CRITERION_TITLES } from "#messages/progress/criterion-titles.ts";
import {
  formatAmount,
  formatEstimate,
  formatQuantity,
  formatReportSource,
  getRemainderInputs,
  REMAINDER_MESSAGES,
} from "#messages/progress/progress-words.ts";
import { TARGET_TITLES } from "#messages/progress/target-words.ts";
import { gamePath } from "#web/app/shell/page/game-search.ts";
import { useNow } from "#web/data/stores/use-now.ts";
import { useTRPC } from "#web/data/trpc.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { classes } from "#web/ui/class-names.ts";
import { ProgressBar } from "#web/ui/figures/progress-bar.tsx";
import { Check, Plus } from "#web/ui/icons.tsx";
import { MarkupText } from "#web/ui/markup-text.tsx";
import type { CriterionLine, TargetLine } from "./progress-search.ts";

const isCriterion = (line: TargetLine | CriterionLine): line is CriterionLine => !("planned" in line);

/** Returns the title of a line's kind. */
const getKindTitle = (line: TargetLine | CriterionLine): string =>
  isCriterion(line) ? CRITERION_TITLES[line.kind] : TARGET_TITLES[line.kind];

/** Longer amounts have a smaller font, so that they fit on one line. */
const MAX_LARGE_LENGTH = 6;

/** The remaining amount in a large font, the count if it is not public how much is needed, or the reason why it is unknown. */
export function RemainderFigure({ line: { remainder } }: { line: TargetLine | CriterionLine }) {
  if (remainder.state === "counted") {
    const { amount, isPartial } = remainder;
    const message = isPartial ? m.progress_counted_at_least : m.progress_counted_so_far;
    return (
      <p className="num text-0 leading-none text-ink-2">
        <MarkupText message={message} inputs={{ amount }} markup={getAmountMarkup(amount)} />
      </p>
    );
  }
  if (remainder.state === "left") {
    const inputs = getRemainderInputs(remainder);
    return (
      <p className="num text-0 leading-none text-ink-2">
        <MarkupText
          message={REMAINDER_MESSAGES[remainder.unit]}
          inputs={inputs}
          markup={getAmountMarkup(inputs.amount)}
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

const getAmountMarkup = (amount: string) => ({
  number: ({ children }: { children?: ReactNode }) => (
    <span
      className={classes(
        "block leading-none font-bold text-ink",
        amount.length > MAX_LARGE_LENGTH ? "text-2" : "text-5",
      )}
    >
      {children}
    </span>
  ),
});

type TargetSummaryProps = {
  line: TargetLine | CriterionLine;
  /** False if the list already shows the kind. */
  showsKind?: boolean;
  /** The id of the heading, for the labels of controls. */
  nameId?: string;
};

/** The name, kind, group, requirement and progress of a target. */
export function TargetSummary({ line, showsKind = true, nameId }: TargetSummaryProps) {
  const { kind, name, group, weapon, sentence, gives } = line;
  const gadgets = useGadgets(kind === "gadget" && !isCriterion(line));
  const place = isCriterion(line) ? { cat: "unlocks", item: line.id } : getPlace(line, gadgets);
  const kindTitle = getKindTitle(line);
  const parents = [weapon && kind !== "weapon" ? weapon.name : null, group === kindTitle ? null : group];
  return (
    <div className="grid min-w-0 content-start gap-x-8 gap-y-1 lg:grid-cols-2">
      <div className="grid min-w-0 content-start gap-1">
        <div className="flex flex-wrap items-baseline gap-x-2 gap-y-1 leading-tight break-words">
          <h3 id={nameId} className="min-w-0 font-cond text-2 leading-tight font-bold">
            <Name name={name} game={isCriterion(line) ? "bf2042" : "bf4"} place={place} />
          </h3>
          {showsKind && <Badge>{kindTitle}</Badge>}
        </div>
        {showsKind && parents.some(Boolean) && (
          <p className="text-0 text-ink-2">{parents.filter(Boolean).join(m.common_dot())}</p>
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

function Name({ name, game, place }: { name: string; game: GameId; place: PlaceSearch | null }) {
  if (!place) return <span>{name}</span>;
  return (
    <Link
      to={gamePath[game]}
      search={place}
      className="inline-flex min-h-6 items-center hover:text-accent hover:underline pointer-coarse:min-h-11"
    >
      {name}
    </Link>
  );
}

function Bar({ line }: { line: TargetLine | CriterionLine }) {
  if (isCriterion(line)) return <p className="text-0 text-ink-2">{getCountNote(line)}</p>;
  const { name, remainder } = line;
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

/** Returns what a criterion's count lacks. */
function getCountNote({ remainder }: CriterionLine): string {
  if (remainder.state === "unknown") return m.progress_not_in_your_stats();
  const texts = [m.progress_no_public_target(), ...(remainder.isPartial ? [m.progress_not_all_is_counted()] : [])];
  return texts.join(m.common_dot());
}

/** The estimated time or the reason why there is none, and the source of the count with its age. */
function SourceText({ line: { remainder, estimate } }: { line: TargetLine | CriterionLine }) {
  const formatSource = useSourceText();
  const reported = "source" in remainder && remainder.source ? formatSource(remainder.source) : null;
  const time = estimate ? formatEstimate(estimate) : remainder.state === "left" ? getMissingPace(remainder) : null;
  if (!reported && !time) return null;
  return <p className="text-00 text-pretty text-ink-3">{[time, reported].filter(Boolean).join(m.common_dot())}</p>;
}

/** Returns why there is no estimate; a general text if both kills and other needs lack a pace. */
function getMissingPace({ needs }: Extract<TargetLine["remainder"], { state: "left" }>): string {
  const areKills = needs
    .filter(({ left }) => left !== 0)
    .map(({ need }) => need.counter?.startsWith("kills:") ?? false);
  if (areKills.every(Boolean)) return m.progress_no_estimate_of_kills();
  return areKills.some(Boolean) ? m.progress_no_estimate() : m.progress_no_estimate_of_play();
}

/** The search parameters of the page that shows a target's item. */
export type PlaceSearch = { cat?: string; item?: string; q?: string };

type PlaceTarget = Pick<TargetLine, "id" | "kind" | "name" | "weapon">;

/** Gadgets by id from the arsenal; empty while loading. */
export type Gadgets = ReadonlyMap<string, Pick<Bf4Gadget, "kind">>;

export function getPlace({ id, kind, name, weapon }: PlaceTarget, gadgets: Gadgets): PlaceSearch | null {
  if (weapon) return { item: weapon.id };
  const [subject = ""] = id.slice(id.indexOf(":") + 1).split("/");
  if (kind === "rank") return { cat: "ranks", item: subject };
  if (kind === "option") return { cat: "vehicle-loadouts", item: subject };
  if (kind !== "gadget") return { cat: "awards", q: name };
  const gadget = gadgets.get(subject);
  return gadget ? { cat: getGadgetCatalogue(gadget), item: subject } : null;
}

const NO_GADGETS: Gadgets = new Map();

/** The gadgets of Battlefield 4 by id; empty while disabled or loading. */
function useGadgets(isEnabled: boolean): Gadgets {
  const { data } = useQuery({
    ...useTRPC().arsenal.equipment.queryOptions({ game: "bf4" }),
    enabled: isEnabled,
    select: (equipment): Gadgets =>
      equipment.game === "bf4" ? new Map(equipment.gadgets.map((gadget) => [gadget.id, gadget])) : NO_GADGETS,
  });
  return data ?? NO_GADGETS;
}

const MINUTE_MS = 60_000;

/** Formats a source and its age; updated with the clock. */
export function useSourceText(): (source: ReportSource) => string {
  const now = useNow(MINUTE_MS);
  return (source) => formatReportSource(source, now);
}

type PlanButtonProps = { line: Pick<TargetLine, "name" | "planned">; onToggle: () => void };

/** The button that adds a target to the plan or removes it. */
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

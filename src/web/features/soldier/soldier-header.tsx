import { useEffect } from "react";
import { PLATFORM_TITLES } from "#domain/soldier/platform.ts";
import { isSampleSoldier } from "#domain/soldier/sample.ts";
import type { Relation } from "#domain/soldier/soldier.ts";
import { m } from "#messages";
import { ERRORS } from "#messages/errors.ts";
import { formatDay } from "#messages/format.ts";
import { formatAge } from "#messages/soldier/figure-words.ts";
import { toCsv } from "#messages/soldier/statistics-csv.ts";
import { focusPageHeading } from "#web/app/shell/page/view-heading.tsx";
import { useTrackedJobs } from "#web/data/jobs.ts";
import { download } from "#web/data/stores/download.ts";
import { useNow } from "#web/data/stores/use-now.ts";
import { JobSteps, TakeSnapshot } from "#web/features/soldier/snapshots/job-steps.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Ellipsis } from "#web/ui/icons.tsx";
import { Menu } from "#web/ui/overlays/menu.tsx";
import { useReadOnly } from "#web/ui/read-only.tsx";
import { scrollToCentre } from "#web/ui/tabs.tsx";
import {
  type ListedSoldier,
  type SoldierResponse,
  type SoldierScreenProps,
  useWriteSoldier,
} from "./soldier-search.ts";
import { useSoldierChanges } from "./use-soldier-changes.ts";

type SoldierHeaderProps = Pick<SoldierScreenProps, "others" | "onOpen"> & { response: SoldierResponse };

const MINUTE_MS = 60_000;

/** The name of a soldier, the age of the figures, and the actions. */
export function SoldierHeader({ response, others, onOpen }: SoldierHeaderProps) {
  const { soldier, last } = response;
  const now = useNow(MINUTE_MS / 2);
  return (
    <section aria-label={soldier.name} className="panel grid grid-cols-[minmax(0,1fr)] gap-4 p-5">
      <div className="flex flex-wrap items-start gap-x-5 gap-y-4">
        <div className="min-w-0 grow basis-40">
          <h2 className="text-5 break-words">{soldier.name}</h2>
          <p className="mt-2 flex flex-wrap items-center gap-2">
            <Badge>{PLATFORM_TITLES[soldier.platform]}</Badge>
            <Badge>
              {soldier.relation === "sample" ? m.soldier_sample_invented_figures() : RELATION_TITLES[soldier.relation]}
            </Badge>
            <span className="text-0 text-ink-2">
              {last ? m.soldier_as_of({ age: formatAge(last.seenAt, now) }) : m.soldier_no_snapshot_yet()}
            </span>
          </p>
        </div>
        <div className="flex items-start gap-2">
          {soldier.relation !== "sample" && <TakeSnapshot response={response} now={now} />}
          <Actions {...{ response, others, onOpen }} />
        </div>
      </div>
      <PendingQuestions soldier={soldier} />
      <SoldierProblem response={response} now={now} />
      <RestartButton soldier={soldier} />
      <JobSteps soldierId={soldier.id} lastSeenAt={last?.seenAt ?? null} />
    </section>
  );
}

type Soldier = SoldierResponse["soldier"];

/** Questions after a reading: whether the player is still the same, and whether the statistics were reset. Each is asked once. */
function PendingQuestions({ soldier }: { soldier: Soldier }) {
  const { decide } = useSoldierChanges();
  const { id, name, relation, pendingReading } = soldier;
  const { identity = null, restart = null } = pendingReading ?? {};
  const isRename = soldier.playerId !== null;
  return (
    <>
      {identity && !identity.isRefused && (
        <Question
          text={
            isRename
              ? m.soldier_rename_question({ soldier: name, name: identity.name })
              : m.soldier_identity_question({ soldier: name, name: identity.name })
          }
          yes={getIdentityYes(isRename, relation, identity.name)}
          no={isRename ? m.soldier_rename_no({ soldier: name }) : m.soldier_identity_no()}
          isBusy={decide.isPending}
          onAnswer={(isConfirmed) => decide.mutate({ id, question: "identity", isConfirmed })}
        />
      )}
      {restart?.isAsked && !restart.isRefused && (
        <Question
          text={RESTART_TEXTS[restart.isRise ? "rise" : "fall"]({ soldier: name, day: formatDay(restart.firstAt) })}
          yes={restart.isRise ? m.soldier_rise_yes() : m.soldier_restart_yes()}
          no={m.soldier_restart_no()}
          isBusy={decide.isPending}
          onAnswer={(isConfirmed) => decide.mutate({ id, question: "restart", isConfirmed })}
        />
      )}
    </>
  );
}

const RESTART_TEXTS = { rise: m.soldier_rise_question, fall: m.soldier_restart_question };

function getIdentityYes(isRename: boolean, relation: Relation, name: string): string {
  if (isRename) return m.soldier_rename_yes({ name });
  return relation === "mine" ? m.soldier_identity_yes() : m.soldier_identity_yes_followed();
}

/** The button that revokes the answer "no" to the question whether the statistics were reset. */
function RestartButton({ soldier: { id, pendingReading } }: { soldier: Soldier }) {
  const { decide } = useSoldierChanges();
  const restart = pendingReading?.restart;
  if (!restart?.isRefused) return null;
  return (
    <Button
      size="small"
      busy={decide.isPending}
      onClick={() => decide.mutate({ id, question: "restart", isConfirmed: true })}
      className="justify-self-start"
    >
      {restart.isRise ? m.soldier_rise_after_all() : m.soldier_restart_after_all()}
    </Button>
  );
}

type QuestionProps = {
  text: string;
  yes: string;
  no: string;
  isBusy: boolean;
  onAnswer: (isConfirmed: boolean) => void;
};

const Question = ({ text, yes, no, isBusy, onAnswer }: QuestionProps) => (
  <div role="alert" className="grid gap-3 border-l-4 border-warn pl-3">
    <p className="max-w-(--measure) break-words">{text}</p>
    <div className="flex flex-wrap gap-3">
      <Button kind="primary" size="small" busy={isBusy} onClick={() => onAnswer(true)}>
        {yes}
      </Button>
      <Button size="small" busy={isBusy} onClick={() => onAnswer(false)}>
        {no}
      </Button>
    </div>
  </div>
);

/** The soldier's last error and the remaining options; renders nothing while a failed job shows the error. */
function SoldierProblem({ response: { soldier, last }, now }: { response: SoldierResponse; now: number }) {
  const hasFailed = useTrackedJobs().some(({ about, outcome }) => about === soldier.id && outcome?.kind === "failed");
  if (hasFailed) return null;
  const lastUpdate = last && m.soldier_last_updated({ age: formatAge(last.seenAt, now) });
  if (soldier.vanishedAt) {
    return (
      <div className="border-l-4 border-warn pl-3 text-0">
        <p>{m.soldier_vanished()}</p>
        <p>{lastUpdate ?? m.soldier_check_name_and_platform()}</p>
      </div>
    );
  }
  if (!soldier.lastError) return null;
  return (
    <div className="border-l-4 border-warn pl-3 text-0">
      <p>{m.soldier_last_update_failed()}</p>
      <p>{ERRORS[soldier.lastError].message()}</p>
      {lastUpdate && <p>{lastUpdate}</p>}
      <p>{m.soldier_add_figures_under_more()}</p>
    </div>
  );
}

function Actions({ response: { soldier, current }, others, onOpen }: SoldierHeaderProps) {
  const { change, removeSoldier } = useSoldierChanges();
  const { id, relation, game, name } = soldier;
  const write = useWriteSoldier(game, id);
  // The button of the menu disappears with a removed soldier.
  useEffect(() => () => void requestAnimationFrame(focusPageHeading), []);
  const file = `${name.replace(/[^\p{L}\p{N}_-]+/gu, "-")}-${game}-${new Date().toISOString().slice(0, 10)}`;
  const exportJson = () =>
    download(JSON.stringify({ soldier, statistics: current }, null, 2), `${file}.json`, "application/json");
  const items = [
    ...(game === "bf4" && relation !== "sample"
      ? [{ label: m.soldier_import_from_battlelog_button(), onSelect: () => onOpen({ kind: "import", soldierId: id }) }]
      : []),
    ...(relation === "sample"
      ? []
      : [
          { label: m.soldier_type_figures_by_hand_button(), onSelect: () => onOpen({ kind: "typed", soldierId: id }) },
          relation === "mine"
            ? { label: m.soldier_only_follow(), onSelect: () => change({ id, relation: "followed" }) }
            : { label: m.soldier_this_is_me(), onSelect: () => change({ id, relation: "mine" }) },
        ]),
    {
      label: m.soldier_side_by_side_with_others(),
      disabled: others.length === 0,
      onSelect: () => write({ with: others[0]?.id ?? "" }, "push"),
    },
    {
      label: m.common_export_as_csv(),
      disabled: !current,
      onSelect: () => current && download(toCsv(current), `${file}.csv`, "text/csv"),
    },
    { label: m.soldier_export_as_json(), disabled: !current, onSelect: exportJson },
    ...(isSampleSoldier(id)
      ? []
      : [{ label: m.common_remove(), danger: true, onSelect: () => void removeSoldier(soldier) }]),
  ];
  return (
    <Menu
      items={items}
      trigger={
        <IconButton label={m.soldier_more_about_name({ name })} className="border border-line-strong">
          <Ellipsis aria-hidden="true" className="size-5" />
        </IconButton>
      }
    />
  );
}

type SoldierSwitcherProps = {
  soldiers: readonly ListedSoldier[];
  /** The id of the selected soldier. */
  shown: string;
  onShow: (soldierId: string) => void;
  onAdd: () => void;
};

const RELATION_TITLES: Record<Relation, string> = {
  mine: m.soldier_relation_mine(),
  followed: m.soldier_relation_followed(),
  sample: m.soldier_relation_sample(),
};

const ITEM_CLASSES =
  "grid min-h-11 min-w-28 content-center rounded-1 border border-line bg-surface-1 px-3 py-1 text-left hover:border-line-strong aria-[current]:border-accent aria-[current]:bg-tint";

/** Selects one of the user's own and followed soldiers. */
export function SoldierSwitcher({ soldiers, shown, onShow, onAdd }: SoldierSwitcherProps) {
  return (
    <nav aria-label={m.soldier_soldiers()} className="flex min-w-0 items-start gap-3">
      <ul className="flex min-w-0 -m-1 grow gap-2 overflow-x-auto p-1 lg:flex-wrap">
        {soldiers.map(({ id, name, platform, relation }) => (
          <li key={id} ref={id === shown ? scrollToCentre : null} className="shrink-0">
            <button
              type="button"
              aria-current={id === shown ? "true" : undefined}
              onClick={() => onShow(id)}
              className={ITEM_CLASSES}
            >
              <span className="max-w-48 truncate font-cond text-1 font-bold">{name}</span>
              <span className="font-cond text-00 text-ink-2">
                {RELATION_TITLES[relation]}
                {m.common_dot()}
                {PLATFORM_TITLES[platform]}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <Button disabled={useReadOnly()} onClick={onAdd} className="mt-1 shrink-0">
        <span className="max-sm:sr-only">{m.common_add_a_soldier()}</span>
        <span aria-hidden="true" className="sm:hidden">
          {m.common_add()}
        </span>
      </Button>
    </nav>
  );
}

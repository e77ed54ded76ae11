import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { GAME_TITLES } from "#domain/game.ts";
import { m } from "#messages";
import { formatInstant } from "#messages/format.ts";
import { ErrorLine } from "#web/app/shell/error-panel.tsx";
import { mutate } from "#web/data/mutation.ts";
import { listInterruptedForms } from "#web/data/offline/typed/interrupted-input.ts";
import { getErrorCode } from "#web/data/problem.ts";
import { newId } from "#web/data/stores/new-id.ts";
import { removeWithUndo } from "#web/data/stores/removals.ts";
import { useTRPC } from "#web/data/trpc.ts";
import { LoadoutWords, useLoadoutDetails } from "#web/features/loadout/sharing/loadout-words.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button, type ButtonKind } from "#web/ui/button.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { showToast } from "#web/ui/overlays/toasts.ts";
import { Panel } from "#web/ui/panel.tsx";
import { Changing } from "#web/ui/read-only.tsx";
import {
  CompareDialog,
  DecisionDialog,
  getLoadoutFormKey,
  getSeenVersion,
  type Mutation,
  type PartProps,
  type PlatoonLoadoutProps,
  ReplaceDialog,
  type SharedLoadout,
} from "./loadout-dialogs.tsx";
import { LoadoutFace, PurposeLine } from "./loadout-face.tsx";
import { OpenedItem } from "./opened-item.tsx";
import { describeEvent, isOutdated, STATE_TITLES } from "./platoon-words.ts";

/** A loadout of a platoon with its content, actions and history. */
export function PlatoonLoadout(props: PlatoonLoadoutProps) {
  const { organizationId, id, onOpen } = props;
  const query = useQuery(useTRPC().platoon.locker.get.queryOptions({ organizationId, id }));
  return (
    <OpenedItem
      back={m.platoon_locker_all()}
      onBack={() => onOpen(undefined)}
      query={query}
      loading={m.platoon_locker_loading_one()}
      gone={{ codes: ["platoon_loadout_missing"], text: m.error_platoon_loadout_missing() }}
    >
      {(platoonLoadout) => <Opened {...props} platoonLoadout={platoonLoadout} />}
    </OpenedItem>
  );
}

function Opened(props: PartProps) {
  const { platoonLoadout } = props;
  const { content, state } = platoonLoadout;
  return (
    <article className="grid gap-5">
      <header className="grid gap-2">
        <h2 className="text-5 wrap-anywhere">{content.name}</h2>
        <p className="flex flex-wrap items-center gap-3 text-ink-2">
          <Badge>{STATE_TITLES[state]}</Badge>
          {GAME_TITLES[content.loadout.game]}
          <span className="wrap-anywhere">
            {m.platoon_locker_by({ name: platoonLoadout.author ?? m.platoon_former_member() })}
          </span>
          <span className="num">{m.platoon_locker_version({ version: platoonLoadout.version })}</span>
        </p>
        <PurposeLine game={content.loadout.game} purpose={platoonLoadout} squads={props.squads} />
        {content.note && <p className="max-w-(--measure) whitespace-pre-line">{content.note}</p>}
      </header>
      <div className="grid gap-2">
        <LoadoutFace loadout={content.loadout} headlines={platoonLoadout.headlines} />
      </div>
      <Changing>
        <Actions {...props} />
      </Changing>
      <div className="grid items-start gap-5 lg:grid-cols-[3fr_2fr]">
        <Panel title={m.platoon_locker_carries()}>
          <Suspense fallback={<Skeleton label={m.platoon_locker_loading_one()} rows={6} />}>
            <Words platoonLoadout={platoonLoadout} />
          </Suspense>
        </Panel>
        <History {...props} />
      </div>
    </article>
  );
}

function Words({ platoonLoadout: { content } }: { platoonLoadout: SharedLoadout }) {
  const { armoury } = useLoadoutDetails(content.loadout);
  return <LoadoutWords loadout={content.loadout} armoury={armoury} />;
}

/** Returns the mutations of a platoon's loadout. Each reloads the locker, even if it is refused. */
function useChanges() {
  const { locker } = useTRPC().platoon;
  const queryClient = useQueryClient();
  const onSettled = () => queryClient.invalidateQueries(locker.pathFilter());
  return {
    decide: useMutation(locker.decide.mutationOptions({ onSettled })),
    edit: useMutation(locker.edit.mutationOptions({ onSettled })),
    restore: useMutation(locker.restore.mutationOptions({ onSettled })),
    copy: useMutation(locker.copy.mutationOptions({ onSettled })),
  };
}

function Actions(props: PartProps) {
  const { platoonLoadout, userId, isManager, organizationId, id, onOpen } = props;
  // A form with unsent input is reopened.
  const [openForm, setOpenForm] = useState(() => listInterruptedForms(getLoadoutFormKey(id, ""))[0] ?? null);
  const { copy, decide, edit } = useChanges();
  const { locker } = useTRPC().platoon;
  const queryClient = useQueryClient();
  const remove = () => {
    const onSettled = () => queryClient.invalidateQueries(locker.pathFilter());
    removeWithUndo(id, platoonLoadout.content.name, () =>
      mutate(queryClient, locker.remove.mutationOptions({ onSettled }), {
        organizationId,
        id,
        seenVersion: platoonLoadout.version,
      }),
    );
    onOpen(undefined);
  };
  const isOwn = platoonLoadout.authorId === userId && platoonLoadout.state !== "published";
  const decisions = isManager
    ? DECISIONS.filter(({ from }) => from.some((state) => state === platoonLoadout.state))
    : [];
  const close = () => setOpenForm(null);
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        {decisions.map(({ decision, label }) => (
          <Button
            key={decision}
            kind={decision === "publish" ? "primary" : "secondary"}
            onClick={() => setOpenForm(decision)}
          >
            {label()}
          </Button>
        ))}
        <CopyButton {...props} copy={copy} kind={decisions[0]?.decision === "publish" ? "secondary" : "primary"} />
        {(isOwn || isManager) && (
          <>
            <Button onClick={() => setOpenForm("replace")}>{m.platoon_locker_replace()}</Button>
            <Button kind="quiet" onClick={remove}>
              {m.common_remove()}
            </Button>
          </>
        )}
      </div>
      {openForm === "replace" && <ReplaceDialog {...props} edit={edit} onClose={close} />}
      {DECISIONS.map(
        ({ decision, label, description }) =>
          openForm === decision && (
            <DecisionDialog
              key={decision}
              {...props}
              {...{ decision, title: label(), description: description(), decide, onClose: close }}
            />
          ),
      )}
    </>
  );
}

const DECISIONS = [
  {
    decision: "publish",
    from: ["proposed", "changes", "declined"],
    label: m.platoon_locker_publish,
    description: m.platoon_locker_publish_explained,
  },
  {
    decision: "changes",
    from: ["proposed"],
    label: m.platoon_locker_ask_changes,
    description: m.platoon_locker_ask_changes_explained,
  },
  {
    decision: "decline",
    from: ["proposed", "changes"],
    label: m.platoon_locker_decline,
    description: m.platoon_locker_decline_explained,
  },
  {
    decision: "unpublish",
    from: ["published"],
    label: m.platoon_locker_unpublish,
    description: m.platoon_locker_unpublish_explained,
  },
] as const;

type CopyInput = { organizationId: string; id: string; copyId: string; isForced?: boolean };

type CopyButtonProps = PartProps & { copy: Mutation<CopyInput>; kind: ButtonKind };

/** The button that copies the loadout to the user's locker, or updates the copy. */
function CopyButton({ organizationId, id, platoonLoadout, copy, kind }: CopyButtonProps) {
  const [copyId] = useState(newId);
  const run = (isForced: boolean) =>
    copy.mutate(
      { organizationId, id, copyId, isForced },
      { onSuccess: () => showToast(m.platoon_locker_was_copied({ name: platoonLoadout.content.name })) },
    );
  const wasChanged = copy.isError && getErrorCode(copy.error) === "loadout_changed";
  return (
    <>
      {platoonLoadout.copy && !isOutdated(platoonLoadout) ? (
        <span className="text-0 text-ok">{m.platoon_locker_copy_current()}</span>
      ) : (
        <Button kind={kind} busy={copy.isPending} onClick={() => run(false)}>
          {platoonLoadout.copy ? m.platoon_locker_update_copy() : m.platoon_locker_copy()}
        </Button>
      )}
      {isOutdated(platoonLoadout) && <Badge className="text-accent">{m.platoon_locker_changed_since_copy()}</Badge>}
      {copy.isError && !wasChanged && <ErrorLine error={copy.error} />}
      {wasChanged && (
        <ConfirmDialog
          title={m.platoon_locker_overwrite_question()}
          description={m.platoon_locker_overwrite_explained()}
          action={m.platoon_locker_overwrite()}
          onConfirm={() => run(true)}
          onClose={copy.reset}
        />
      )}
    </>
  );
}

function History(props: PartProps) {
  const { platoonLoadout, isManager, userId } = props;
  const [compared, setCompared] = useState<number | null>(null);
  const { restore } = useChanges();
  const canEdit = isManager || (platoonLoadout.authorId === userId && platoonLoadout.state !== "published");
  return (
    <Panel title={m.platoon_locker_history()}>
      {restore.isError && <ErrorLine error={restore.error} />}
      <ol className="grid divide-y divide-line border-y border-line">
        {platoonLoadout.history.map((event) => {
          const { sentence, text } = describeEvent(event);
          const isEarlier = event.hasVersion && event.version !== platoonLoadout.version;
          return (
            <li key={event.id} className="grid gap-1 py-3">
              <p className="wrap-anywhere">{sentence}</p>
              {text && <p className="text-ink-2 whitespace-pre-line wrap-anywhere">{text}</p>}
              <p className="text-0 text-ink-3">
                <time dateTime={event.createdAt}>{formatInstant(event.createdAt)}</time>
              </p>
              {isEarlier && (
                <Changing>
                  <div className="flex flex-wrap gap-2">
                    <Button
                      size="small"
                      onClick={() => setCompared(event.version)}
                      aria-label={m.platoon_locker_compare_version({ version: event.version })}
                    >
                      {m.platoon_locker_compare()}
                    </Button>
                    {canEdit && (
                      <Button
                        size="small"
                        busy={restore.isPending}
                        onClick={() => restore.mutate({ ...getSeenVersion(props), earlier: event.version })}
                        aria-label={m.platoon_locker_restore_version({ version: event.version })}
                      >
                        {m.platoon_locker_restore()}
                      </Button>
                    )}
                  </div>
                </Changing>
              )}
            </li>
          );
        })}
      </ol>
      {compared !== null && <CompareDialog {...props} version={compared} onClose={() => setCompared(null)} />}
    </Panel>
  );
}

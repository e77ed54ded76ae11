// The dialogs of a platoon's loadout, and the types that its components share.

import { type UseMutationResult, useQuery } from "@tanstack/react-query";
import type { inferRouterOutputs } from "@trpc/server";
import { Suspense, useState } from "react";
import { z } from "zod";
import type { AppRouter } from "#api";
import { toContent } from "#domain/loadout/loadout.ts";
import { m } from "#messages";
import { ErrorLine, ErrorPanel } from "#web/app/shell/error-panel.tsx";
import { FormDialog } from "#web/app/shell/form-dialog.tsx";
import { createReader, readText, useInterruptedInput } from "#web/data/offline/typed/interrupted-input.ts";
import { useTRPC } from "#web/data/trpc.ts";
import { DiffView } from "#web/features/loadout/diff/diff-view.tsx";
import { OwnLoadouts } from "#web/features/loadout/sharing/own-loadouts.tsx";
import type { PlatoonFilterProps } from "#web/features/platoon/platoon-queries.ts";
import { Button } from "#web/ui/button.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { NativeSelect } from "#web/ui/fields/native-select.tsx";
import { Dialog } from "#web/ui/overlays/dialog.tsx";
import { PurposeLine } from "./loadout-face.tsx";
import { type Purpose, PurposeFields, purposeInput, Remark } from "./propose-dialog.tsx";

export type SharedLoadout = inferRouterOutputs<AppRouter>["platoon"]["locker"]["get"];
export type Decision = "publish" | "changes" | "decline" | "unpublish";

export type PlatoonLockerProps = PlatoonFilterProps & {
  organizationId: string;
  userId: string;
  isManager: boolean;
  squads: readonly { id: string; name: string }[];
  /** The id of the open loadout. */
  openId: string | undefined;
  onOpen: (id: string | undefined) => void;
};

export type PlatoonLoadoutProps = PlatoonLockerProps & { id: string };
export type PartProps = PlatoonLoadoutProps & { platoonLoadout: SharedLoadout };

/** Returns the seen version and state of a loadout, which the server compares with the current ones. */
export const getSeenVersion = ({ organizationId, id, platoonLoadout }: PartProps) => ({
  organizationId,
  id,
  seenVersion: platoonLoadout.version,
  seenState: platoonLoadout.state,
});

export type Mutation<Input> = Pick<
  UseMutationResult<unknown, Parameters<typeof ErrorLine>[0]["error"], Input>,
  "isPending" | "isError" | "error" | "reset"
> & {
  mutate: (input: Input, options?: { onSuccess?: () => void }) => void;
  mutateAsync: (input: Input, options?: { onSuccess?: () => void }) => Promise<unknown>;
};

/** Returns the key under which the unsent input of a loadout's form is stored. */
export const getLoadoutFormKey = (id: string, form: Decision | "replace" | ""): string =>
  `platoon-loadout:${id}:${form}`;

type DecisionDialogProps = PartProps & {
  decision: Decision;
  title: string;
  description: string;
  decide: Mutation<ReturnType<typeof getSeenVersion> & { decision: Decision; reason: string }>;
  onClose: () => void;
};

export function DecisionDialog({ decision, title, description, decide, onClose, ...props }: DecisionDialogProps) {
  const key = getLoadoutFormKey(props.id, decision);
  const input = useInterruptedInput(key, "", readText);
  const reason = input.value;
  return (
    <FormDialog
      title={title}
      description={description}
      action={title}
      busy={decide.isPending}
      error={decide.error}
      input={input}
      onSubmit={() => decide.mutateAsync({ ...getSeenVersion(props), decision, reason }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Remark label={m.platoon_locker_reason()} value={reason} onChange={input.set} />
    </FormDialog>
  );
}

type EditInput = ReturnType<typeof getSeenVersion> & {
  content: SharedLoadout["content"];
  note: string;
  purpose: Pick<SharedLoadout, "teamId" | "mapId" | "modeId">;
};
const editDraft = z.object({ note: z.string(), purpose: purposeInput });

type ReplaceDialogProps = PartProps & { edit: Mutation<EditInput>; onClose: () => void };

/** The dialog that creates a new version: with another purpose, or with the content of one of the user's loadouts. */
export function ReplaceDialog({ edit, onClose, ...props }: ReplaceDialogProps) {
  const { platoonLoadout, squads } = props;
  const { game } = platoonLoadout.content.loadout;
  // A deleted squad is not preselected.
  const teamId = squads.find(({ id }) => id === platoonLoadout.teamId)?.id ?? null;
  const input = useInterruptedInput(
    getLoadoutFormKey(props.id, "replace"),
    { note: "", purpose: { teamId, mapId: platoonLoadout.mapId, modeId: platoonLoadout.modeId } },
    createReader(editDraft),
  );
  const { note, purpose } = input.value;
  const save = (content: SharedLoadout["content"]) =>
    input.send(edit.mutateAsync({ ...getSeenVersion(props), content, note, purpose }, { onSuccess: onClose }));
  return (
    <Dialog
      onClose={onClose}
      title={m.platoon_locker_replace()}
      description={m.platoon_locker_replace_explained()}
      input={input}
    >
      <div className="grid gap-4">
        {edit.isError && <ErrorLine error={edit.error} />}
        <Remark
          label={m.platoon_locker_what_changed()}
          value={note}
          onChange={(next) => input.change({ note: next })}
        />
        <PurposeFields
          game={game}
          squads={squads}
          value={purpose}
          onChange={(next) => input.change({ purpose: next })}
        />
        <Button busy={edit.isPending} onClick={() => save(platoonLoadout.content)} className="justify-self-start">
          {m.platoon_locker_save_same()}
        </Button>
        <OwnLoadouts game={game} onChoose={(chosen) => save(toContent(chosen))} />
      </div>
    </Dialog>
  );
}

/** The comparison of two versions, initially the given version and the current one. */
export function CompareDialog({ version, onClose, ...props }: PartProps & { version: number; onClose: () => void }) {
  const { platoonLoadout } = props;
  const [[left, right], setVersions] = useState<readonly [number, number]>([version, platoonLoadout.version]);
  const versions = new Set(platoonLoadout.history.flatMap((event) => (event.hasVersion ? event.version : [])));
  const choices = [...versions, version, platoonLoadout.version]
    .toSorted((a, b) => a - b)
    .filter((each, index, all) => each !== all[index - 1])
    .map((each) => ({ value: String(each), label: m.platoon_locker_version({ version: each }) }));
  const [a, b] = [useVersion(props, left), useVersion(props, right)];
  const failedQuery = [a, b].find(({ query }) => query.isError)?.query;
  return (
    <Dialog onClose={onClose} title={m.platoon_locker_compare_versions()} description={platoonLoadout.content.name}>
      <div className="grid gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <NativeSelect
            label={m.platoon_locker_compare_first()}
            value={String(left)}
            choices={choices}
            onChange={(next) => setVersions([Number(next), right])}
          />
          <NativeSelect
            label={m.platoon_locker_compare_second()}
            value={String(right)}
            choices={choices}
            onChange={(next) => setVersions([left, Number(next)])}
          />
        </div>
        {failedQuery && <ErrorPanel error={failedQuery.error} onRetry={failedQuery.refetch} />}
        {!failedQuery && !(a.content && b.content) && <Skeleton label={m.platoon_locker_loading_one()} rows={6} />}
        {a.content && b.content && (
          <TextsDiff {...props} a={{ ...a.content, version: left }} b={{ ...b.content, version: right }} />
        )}
        {a.content && b.content && (
          <Suspense fallback={<Skeleton label={m.platoon_locker_loading_one()} rows={6} />}>
            <DiffView
              a={{ name: m.platoon_locker_version({ version: left }), loadout: a.content.loadout }}
              b={{ name: m.platoon_locker_version({ version: right }), loadout: b.content.loadout }}
            />
          </Suspense>
        )}
      </div>
    </Dialog>
  );
}

type VersionTexts = Omit<SharedLoadout["content"], "loadout"> & { version: number; purpose: Purpose };

/** The differences of two versions in name, note, tags and purpose. */
function TextsDiff({ a, b, platoonLoadout, squads }: PartProps & Record<"a" | "b", VersionTexts>) {
  const { game } = platoonLoadout.content.loadout;
  const none = m.platoon_locker_compare_none();
  const omitDeletedSquad = ({ teamId, mapId, modeId }: Purpose): Purpose => ({
    ...{ teamId: squads.find(({ id }) => id === teamId)?.id ?? null, mapId, modeId },
  });
  const rows = [
    { label: m.common_name(), get: ({ name }: VersionTexts) => name },
    { label: m.loadout_note(), get: ({ note }: VersionTexts) => note || none },
    { label: m.loadout_tags(), get: ({ tags }: VersionTexts) => tags.map((tag) => `#${tag}`).join(" ") || none },
    { label: m.platoon_locker_purpose(), get: ({ purpose }: VersionTexts) => omitDeletedSquad(purpose) },
  ].filter(({ get }) => JSON.stringify(get(a)) !== JSON.stringify(get(b)));
  if (rows.length === 0) return <p className="text-0 text-ink-2">{m.platoon_locker_compare_same()}</p>;
  const show = (value: string | Purpose) => {
    if (typeof value === "string") return <p className="whitespace-pre-line wrap-anywhere">{value}</p>;
    if (Object.values(value).every((id) => id === null)) return <p>{m.platoon_locker_purpose_none()}</p>;
    return <PurposeLine game={game} purpose={value} squads={squads} />;
  };
  return (
    <table aria-label={m.platoon_locker_compare_texts()} className="w-full table-fixed text-left text-0">
      <thead>
        <tr className="border-b border-line">
          <td className="w-20" />
          {[a, b].map(({ version }, index) => (
            <th key={[index, version].join()} scope="col" className="py-2 pr-3">
              {m.platoon_locker_version({ version })}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, get }) => (
          <tr key={label} className="border-b border-line align-top">
            <th scope="row" className="py-2 pr-3 font-normal text-ink-2">
              {label}
            </th>
            {[a, b].map((side, index) => (
              <td key={[index, side.version].join()} className="py-2 pr-3">
                {show(get(side))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Loads the content of a version, unless it is the current version. */
function useVersion({ organizationId, id, platoonLoadout }: PartProps, version: number) {
  const isCurrent = version === platoonLoadout.version;
  const query = useQuery({
    ...useTRPC().platoon.locker.version.queryOptions({ organizationId, id, version }),
    enabled: !isCurrent,
  });
  const { teamId, mapId, modeId } = platoonLoadout;
  return { content: isCurrent ? { ...platoonLoadout.content, purpose: { teamId, mapId, modeId } } : query.data, query };
}

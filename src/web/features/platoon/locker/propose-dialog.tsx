import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { z } from "zod";
import { GAMES, type GameId } from "#domain/game.ts";
import { toContent } from "#domain/loadout/loadout.ts";
import { byOrder } from "#domain/loadout/locker-query.ts";
import { REMARK_LIMIT } from "#domain/platoon/platoon.ts";
import { m } from "#messages";
import { GAME_CHOICES } from "#messages/game/titles.ts";
import { ErrorLine } from "#web/app/shell/error-panel.tsx";
import { DialogForm } from "#web/app/shell/form-dialog.tsx";
import { useLocker } from "#web/data/gathered-locker.ts";
import { createReader, type InterruptedInput, useInterruptedInput } from "#web/data/offline/typed/interrupted-input.ts";
import { getErrorCode } from "#web/data/problem.ts";
import { newId } from "#web/data/stores/new-id.ts";
import { shouldRetryUnlessRefused, useTRPC } from "#web/data/trpc.ts";
import type { SavedLoadout } from "#web/features/loadout/loadout-search.ts";
import { OwnLoadouts } from "#web/features/loadout/sharing/own-loadouts.tsx";
import { Button } from "#web/ui/button.tsx";
import { AlertLine } from "#web/ui/feedback/alert-line.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { TextArea } from "#web/ui/fields/field.tsx";
import { NativeSelect } from "#web/ui/fields/native-select.tsx";
import { Select } from "#web/ui/fields/select.tsx";
import { Switch } from "#web/ui/fields/switch.tsx";
import { Dialog } from "#web/ui/overlays/dialog.tsx";
import { showToast } from "#web/ui/overlays/toasts.ts";

const optionId = z.string().nullable();

/** The squad, map and mode that a loadout is meant for; null for any. */
export const purposeInput = z.object({ teamId: optionId, mapId: optionId, modeId: optionId });
export type Purpose = z.infer<typeof purposeInput>;
export const EVERYWHERE: Purpose = { teamId: null, mapId: null, modeId: null };

const proposalInput = z.object({
  /** Null until a game is chosen. */
  game: z.enum(GAMES).nullable(),
  /** The id of the chosen loadout of the user; null until one is chosen or its form is filled in. */
  chosenId: z.string().nullable().default(null),
  note: z.string(),
  /** Whether the loadout stays in the platoon's locker after the user has left the platoon. */
  stays: z.boolean().default(false),
  purpose: purposeInput,
});
type Proposal = z.infer<typeof proposalInput>;

type ProposeDialogProps = {
  /** The game of the list in which the dialog opens; undefined for both. */
  listedGame: GameId | undefined;
  organizationId: string;
  isManager: boolean;
  squads: readonly { id: string; name: string }[];
  onClose: () => void;
};

/** The dialog that proposes one of the user's loadouts to the platoon. It begins with the one that was changed last. */
export function ProposeDialog({ onClose, listedGame, ...props }: ProposeDialogProps) {
  const input = useInterruptedInput(getProposalKey(props.organizationId), NO_PROPOSAL, createReader(proposalInput));
  const { value: draft, set } = input;
  const [isChoosing, setChoosing] = useState(false);
  const locker = useLocker();
  const [lastChanged] = locker.items
    .filter(({ loadout }) => !listedGame || loadout.game === listedGame)
    .toSorted(byOrder("changed"));
  const game = draft.game ?? listedGame ?? lastChanged?.loadout.game ?? "bf2042";
  // Later changes of the locker do not replace the loadout that the dialog began with.
  const [firstId, setFirstId] = useState<string | null>(null);
  if (firstId === null && locker.isWhole && lastChanged) setFirstId(lastChanged.id);
  const id = draft.chosenId ?? (isChoosing ? null : firstId);
  const listed = locker.items.find((item) => item.id === id);
  // After a reload or a sign-in, the loadout is loaded by its id; it may have been deleted.
  const restored = useQuery({
    ...useTRPC().loadout.get.queryOptions({ id: id ?? "" }),
    enabled: id !== null && !listed && !locker.isWhole,
    retry: shouldRetryUnlessRefused,
  });
  const chosen = listed ?? (locker.isWhole || id === null ? null : restored.data) ?? null;
  const isLoading = id === null ? !isChoosing && !locker.isWhole && !locker.error : !chosen && restored.isLoading;
  const isGone = id !== null && (locker.isWhole ? !listed : getErrorCode(restored.error) === "loadout_missing");
  const choose = (next: SavedLoadout | null) => {
    setChoosing(next === null);
    set({ ...draft, chosenId: next?.id ?? null });
  };
  return (
    <Dialog
      onClose={onClose}
      title={chosen ? m.platoon_locker_propose_name({ name: chosen.name }) : m.platoon_locker_propose()}
      description={chosen ? m.platoon_locker_propose_explained() : m.platoon_locker_choose_explained()}
      input={input}
    >
      {chosen ? (
        <ProposalForm key={chosen.id} {...props} {...{ chosen, input, onClose }} onBack={() => choose(null)} />
      ) : isLoading ? (
        <Skeleton label={m.loadout_loading_your_loadouts()} rows={4} />
      ) : (
        <div className="grid gap-4">
          {isGone ? <AlertLine text={m.loadout_gone()} /> : <ErrorLine error={restored.error} />}
          <Select
            label={m.platoon_locker_game()}
            value={game}
            choices={GAME_CHOICES}
            onChange={(next) => set({ ...draft, game: next, purpose: EVERYWHERE })}
          />
          <OwnLoadouts game={game} onChoose={choose} />
        </div>
      )}
    </Dialog>
  );
}

/** Returns the key under which a proposal's unsent input is stored. */
export const getProposalKey = (organizationId: string): string => `proposal:${organizationId}`;

const NO_PROPOSAL: Proposal = { game: null, chosenId: null, note: "", stays: true, purpose: EVERYWHERE };

type ProposalFormProps = Omit<ProposeDialogProps, "listedGame"> & {
  chosen: SavedLoadout;
  input: InterruptedInput<Proposal>;
  onBack: () => void;
};

function ProposalForm({ organizationId, isManager, squads, chosen, input, ...handlers }: ProposalFormProps) {
  const { onClose, onBack } = handlers;
  const { note, stays, purpose } = input.value;
  const change = (part: Partial<Proposal>) => input.change({ chosenId: chosen.id, ...part });
  const { locker } = useTRPC().platoon;
  const queryClient = useQueryClient();
  const [id] = useState(newId);
  const [isPublished, setPublished] = useState(isManager);
  const propose = useMutation(
    locker.propose.mutationOptions({
      onSuccess: async () => {
        onClose();
        showToast(isPublished ? m.platoon_locker_was_published() : m.platoon_locker_was_proposed());
        await queryClient.invalidateQueries(locker.pathFilter());
      },
    }),
  );
  const proposals = [{ id, content: toContent(chosen), note, stays, isPublished, ...purpose }];
  return (
    <DialogForm
      action={isPublished ? m.platoon_locker_publish() : m.platoon_locker_propose()}
      busy={propose.isPending}
      error={propose.error}
      input={input}
      onSubmit={() => propose.mutateAsync({ organizationId, proposals })}
      beside={
        <Button kind="quiet" onClick={onBack}>
          {m.platoon_locker_choose_another()}
        </Button>
      }
    >
      <Remark label={m.platoon_locker_note()} value={note} onChange={(next) => change({ note: next })} />
      <PurposeFields
        game={chosen.loadout.game}
        squads={squads}
        value={purpose}
        onChange={(next) => change({ purpose: next })}
      />
      <div className="grid justify-items-start gap-1">
        <Switch label={m.platoon_locker_stays()} checked={stays} onChange={(next) => change({ stays: next })} />
        {isManager && <Switch label={m.platoon_locker_publish_now()} checked={isPublished} onChange={setPublished} />}
      </div>
    </DialogForm>
  );
}

type RemarkProps = { label: string; value: string; onChange: (text: string) => void };

/** The field for a note about a loadout. */
export const Remark = (props: RemarkProps) => <TextArea {...props} rows={3} maxLength={REMARK_LIMIT} />;

const ANY = "any";

type PurposeFieldsProps = {
  /** Null if no game is chosen; then there are no maps and modes. */
  game: GameId | null;
  squads: ProposeDialogProps["squads"];
  value: Purpose;
  onChange: (purpose: Purpose) => void;
  className?: string;
};

/** The fields for map, mode and squad. */
export function PurposeFields(props: PurposeFieldsProps) {
  const { game, squads, value, onChange, className = "grid gap-4 sm:grid-cols-2" } = props;
  const places = useTRPC().platoon.locker.places.queryOptions({ game: game ?? "bf4" });
  const { data, error } = useQuery({ ...places, enabled: game !== null });
  const fields = [
    { name: "mapId", label: m.platoon_locker_map(), any: m.platoon_locker_any_map(), options: data?.maps ?? [] },
    { name: "modeId", label: m.platoon_locker_mode(), any: m.platoon_locker_any_mode(), options: data?.modes ?? [] },
    { name: "teamId", label: m.platoon_locker_squad(), any: m.platoon_locker_any_squad(), options: squads },
  ] as const;
  return (
    <div className={className}>
      <ErrorLine error={error} />
      {fields
        .filter(({ options }) => options.length > 0)
        .map(({ name, label, any, options }) => (
          <NativeSelect
            key={name}
            label={label}
            value={value[name] ?? ANY}
            choices={[{ value: ANY, label: any }, ...options.map((each) => ({ value: each.id, label: each.name }))]}
            onChange={(id) => onChange({ ...value, [name]: id === ANY ? null : id })}
          />
        ))}
    </div>
  );
}

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { z } from "zod";
import { GAMES, type GameId } from "#domain/game.ts";
import { toContent } from "#domain/loadout/loadout.ts";
import { REMARK_LIMIT } from "#domain/platoon/platoon.ts";
import { m } from "#messages";
import { GAME_CHOICES } from "#messages/game/titles.ts";
import { ErrorLine } from "#web/app/shell/error-panel.tsx";
import { DialogForm } from "#web/app/shell/form-dialog.tsx";
import { type InterruptedInput, readBy, useInterruptedInput } from "#web/data/offline/typed/interrupted-input.ts";
import { newId } from "#web/data/stores/new-id.ts";
import { shouldRetryUnlessRefused, useTRPC } from "#web/data/trpc.ts";
import type { Saved } from "#web/features/loadout/loadout-search.ts";
import { OwnLoadouts } from "#web/features/loadout/sharing/own-loadouts.tsx";
import { Button } from "#web/ui/button.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { TextArea } from "#web/ui/fields/field.tsx";
import { NativeSelect } from "#web/ui/fields/native-select.tsx";
import { Select } from "#web/ui/fields/select.tsx";
import { Switch } from "#web/ui/fields/switch.tsx";
import { Dialog } from "#web/ui/overlays/dialog.tsx";
import { showToast } from "#web/ui/overlays/toasts.ts";

const placeId = z.string().nullable();

/** Where and by whom a loadout is meant to be played; null: everywhere, by all. */
export const purposeInput = z.object({ teamId: placeId, mapId: placeId, modeId: placeId });
export type Purpose = z.infer<typeof purposeInput>;
export const EVERYWHERE: Purpose = { teamId: null, mapId: null, modeId: null };

const proposalInput = z.object({
  game: z.enum(GAMES),
  /** The loadout of one's own; null until one is chosen. */
  chosenId: z.string().nullable().default(null),
  note: z.string(),
  stays: z.boolean().default(false),
  purpose: purposeInput,
});
type Proposal = z.infer<typeof proposalInput>;

type ProposeDialogProps = {
  organizationId: string;
  isManager: boolean;
  squads: readonly { id: string; name: string }[];
  onClose: () => void;
};

/** Chooses a loadout of one's own and brings it to the platoon: first which, then what for. */
export function ProposeDialog({ onClose, ...props }: ProposeDialogProps) {
  const input = useInterruptedInput(getProposalKey(props.organizationId), NO_PROPOSAL, readBy(proposalInput));
  const { value: draft, set } = input;
  const { game, chosenId } = draft;
  const [picked, setPicked] = useState<Saved | null>(null);
  // After a reload or a sign-in, the loadout is read again by its id; it may be gone.
  const restored = useQuery({
    ...useTRPC().loadout.get.queryOptions({ id: chosenId ?? "" }),
    enabled: chosenId !== null && picked === null,
    retry: shouldRetryUnlessRefused,
  });
  const chosen = chosenId === null ? null : (picked ?? restored.data ?? null);
  const choose = (next: Saved | null) => {
    setPicked(next);
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
      ) : restored.isLoading ? (
        <Skeleton label={m.loadout_loading_your_loadouts()} rows={4} />
      ) : (
        <div className="grid gap-4">
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

/** The key of a proposal. */
export const getProposalKey = (organizationId: string): string => `proposal:${organizationId}`;

const NO_PROPOSAL: Proposal = { game: "bf2042", chosenId: null, note: "", stays: true, purpose: EVERYWHERE };

type ProposalFormProps = ProposeDialogProps & {
  chosen: Saved;
  input: InterruptedInput<Proposal>;
  onBack: () => void;
};

function ProposalForm({ organizationId, isManager, squads, chosen, input, ...does }: ProposalFormProps) {
  const { onClose, onBack } = does;
  const { note, stays, purpose } = input.value;
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
      <Remark label={m.platoon_locker_note()} value={note} onChange={(next) => input.change({ note: next })} />
      <PurposeFields
        game={chosen.loadout.game}
        squads={squads}
        value={purpose}
        onChange={(next) => input.change({ purpose: next })}
      />
      <div className="grid justify-items-start gap-1">
        <Switch label={m.platoon_locker_stays()} checked={stays} onChange={(next) => input.change({ stays: next })} />
        {isManager && <Switch label={m.platoon_locker_publish_now()} checked={isPublished} onChange={setPublished} />}
      </div>
    </DialogForm>
  );
}

type RemarkProps = { label: string; value: string; onChange: (text: string) => void };

/** A few sentences about a loadout. */
export const Remark = (props: RemarkProps) => <TextArea {...props} rows={3} maxLength={REMARK_LIMIT} />;

const ANY = "any";

type PurposeFieldsProps = {
  /** Null where no game is chosen, which has no maps. */
  game: GameId | null;
  squads: ProposeDialogProps["squads"];
  value: Purpose;
  onChange: (purpose: Purpose) => void;
  className?: string;
  fieldClassName?: string;
};

/** The map, the mode and the squad that something is meant for. */
export function PurposeFields(props: PurposeFieldsProps) {
  const { game, squads, value, onChange, className = "grid gap-4 sm:grid-cols-2", fieldClassName = "" } = props;
  const places = useTRPC().platoon.locker.places.queryOptions({ game: game ?? "bf4" });
  const { data, error } = useQuery({ ...places, enabled: game !== null });
  const fields = [
    { name: "mapId", label: m.platoon_locker_map(), any: m.platoon_locker_any_map(), places: data?.maps ?? [] },
    { name: "modeId", label: m.platoon_locker_mode(), any: m.platoon_locker_any_mode(), places: data?.modes ?? [] },
    { name: "teamId", label: m.platoon_locker_squad(), any: m.platoon_locker_any_squad(), places: squads },
  ] as const;
  return (
    <div className={className}>
      <ErrorLine error={error} />
      {fields
        .filter(({ places }) => places.length > 0)
        .map(({ name, label, any, places }) => (
          <NativeSelect
            key={name}
            label={label}
            className={fieldClassName}
            value={value[name] ?? ANY}
            choices={[{ value: ANY, label: any }, ...places.map((each) => ({ value: each.id, label: each.name }))]}
            onChange={(id) => onChange({ ...value, [name]: id === ANY ? null : id })}
          />
        ))}
    </div>
  );
}

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { GAME_TITLES, type GameId } from "#domain/game.ts";
import { PLATFORM_TITLES, PLATFORMS, type Platform, SOLDIER_NAME_LIMIT } from "#domain/soldier/platform.ts";
import type { FoundSoldier } from "#domain/soldier/soldier.ts";
import { m } from "#messages";
import { ErrorLine } from "#web/app/shell/error-panel.tsx";
import { DialogForm } from "#web/app/shell/form-dialog.tsx";
import { readTexts, useInterruptedInput } from "#web/data/offline/typed/interrupted-input.ts";
import { getErrorText } from "#web/data/problem.ts";
import { newId } from "#web/data/stores/new-id.ts";
import { useTRPC } from "#web/data/trpc.ts";
import { useTrackSoldierJob } from "#web/features/soldier/use-soldier-changes.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { NativeSelect } from "#web/ui/fields/native-select.tsx";
import { Segments } from "#web/ui/fields/segments.tsx";
import { LogoMark } from "#web/ui/logo-mark.tsx";
import { Dialog } from "#web/ui/overlays/dialog.tsx";

type AddDialogProps = { game: GameId; onClose: () => void; onAdded: (soldierId: string) => void };

type SoldierQuery = { platform: Platform; name: string };

const RELATIONS = [
  { value: "mine", label: m.soldier_relation_mine() },
  { value: "followed", label: m.soldier_following() },
] as const;

type Relation = (typeof RELATIONS)[number]["value"];

type Input = SoldierQuery & { relation: Relation };

const createInputReader =
  (game: GameId) =>
  (value: unknown): Input | null => {
    const texts = readTexts(["platform", "name", "relation"])(value);
    const platform = PLATFORMS[game].find((value) => value === texts?.platform);
    const relation = RELATIONS.find((item) => item.value === texts?.relation)?.value;
    return texts && platform && relation ? { platform, name: texts.name, relation } : null;
  };

/** Finds a soldier by name and adds it. A soldier that the service cannot find can be added, too. */
export function AddDialog({ game, onClose, onAdded }: AddDialogProps) {
  const input = useInterruptedInput<Input>(
    `add-soldier:${game}`,
    { platform: "pc", name: "", relation: "mine" },
    createInputReader(game),
  );
  const { platform, name, relation } = input.value;
  const [query, setQuery] = useState<SoldierQuery | null>(null);
  const add = useAdd(onAdded);
  const search = () => {
    if (name.trim()) setQuery({ platform, name: name.trim() });
  };
  const addFound = ({ playerId, ...soldier }: FoundSoldier) =>
    input.send(add.mutateAsync({ ...soldier, id: newId(), playerId, relation }));
  return (
    <Dialog
      onClose={onClose}
      title={m.common_add_a_soldier()}
      description={m.soldier_add_to_game({ game: GAME_TITLES[game] })}
      input={input}
    >
      <DialogForm action={m.common_search()} onSubmit={search}>
        <div className="grid gap-4 sm:grid-cols-[12rem_1fr]">
          <NativeSelect
            label={m.soldier_platform()}
            value={platform}
            choices={PLATFORMS[game].map((value) => ({ value, label: PLATFORM_TITLES[value] }))}
            onChange={(next) => input.change({ platform: next })}
          />
          <Field
            label={m.soldier_name_in_the_game()}
            value={name}
            onChange={(event) => input.change({ name: event.target.value })}
            required
            maxLength={SOLDIER_NAME_LIMIT}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        </div>
        <Segments
          legend={m.soldier_add_as()}
          name="relation"
          value={relation}
          choices={RELATIONS}
          onChange={(next) => input.change({ relation: next })}
        />
      </DialogForm>
      {query && <Results key={query.name} {...{ game, query }} onAdd={addFound} isAdding={add.isPending} />}
      <ErrorLine error={add.error} className="mt-4" />
    </Dialog>
  );
}

function useAdd(onAdded: (soldierId: string) => void) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const followJob = useTrackSoldierJob();
  return useMutation(
    trpc.soldier.add.mutationOptions({
      onSuccess: async ({ id, job }) => {
        followJob(job, id);
        await queryClient.invalidateQueries(trpc.soldier.list.pathFilter());
        onAdded(id);
      },
    }),
  );
}

type ResultsProps = { game: GameId; query: SoldierQuery; onAdd: (soldier: FoundSoldier) => void; isAdding: boolean };

/** The soldiers with this name, and a button to add the name without a match. */
function Results({ game, query, onAdd, isAdding }: ResultsProps) {
  const { data, error, isPending } = useQuery({
    ...useTRPC().soldier.search.queryOptions({ game, name: query.name }),
    retry: false,
  });
  const isExact = ({ platform, name }: FoundSoldier) =>
    platform === query.platform && name.toLowerCase() === query.name.toLowerCase();
  const matches = (data ?? []).toSorted((a, b) => Number(isExact(b)) - Number(isExact(a)));
  return (
    <section aria-label={m.soldier_found()} className="mt-5 grid gap-3 border-t border-line pt-4">
      <div role="status" className="text-0">
        {isPending && (
          <p className="flex items-center gap-2 text-ink-2">
            <LogoMark loading className="size-4" /> {m.common_searching()}
          </p>
        )}
        {error && (
          <>
            <p>{getErrorText(error)}</p>
            <p>{m.soldier_add_without_figures()}</p>
          </>
        )}
        {data?.length === 0 && <p>{m.soldier_not_found({ name: query.name })}</p>}
        {matches.length > 0 && <p className="sr-only">{m.soldier_count_found({ count: matches.length })}</p>}
      </div>
      {matches.length > 0 && (
        <ul className="grid">
          {matches.map((soldier) => (
            <li
              key={`${soldier.platform} ${soldier.playerId ?? soldier.name}`}
              className="flex items-center gap-3 border-t border-line py-2 first:border-t-0"
            >
              <span className="min-w-0 grow">
                <span className="block font-cond text-1 font-bold break-words">{soldier.name}</span>
                <span className="text-00 text-ink-2">{PLATFORM_TITLES[soldier.platform]}</span>
              </span>
              <Button
                kind={isExact(soldier) ? "primary" : "secondary"}
                busy={isAdding}
                aria-label={m.soldier_add_name({ name: soldier.name })}
                onClick={() => onAdd(soldier)}
              >
                {m.common_add()}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {!isPending && !matches.some(isExact) && (
        <div>
          <Button busy={isAdding} onClick={() => onAdd({ game, ...query, playerId: null })}>
            {m.soldier_add_name_on_platform_anyway({ name: query.name, platform: PLATFORM_TITLES[query.platform] })}
          </Button>
        </div>
      )}
    </section>
  );
}

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { GAME_TITLES, type GameId } from "#domain/game.ts";
import { SOLDIER_NAME_LIMIT } from "#domain/soldier/limits.ts";
import { PLATFORM_TITLES, PLATFORMS, type Platform } from "#domain/soldier/platform.ts";
import type { FoundSoldier } from "#domain/soldier/soldier.ts";
import { readTexts, useKeptInput } from "#web/client/kept-input.ts";
import { newId } from "#web/client/new-id.ts";
import { problemOf } from "#web/client/problem.ts";
import { useTRPC } from "#web/client/trpc.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { NativeSelect } from "#web/ui/native-select.tsx";
import { Segments } from "#web/ui/segments.tsx";
import { Vents } from "#web/ui/vents.tsx";
import { useFollow } from "./use-soldier-changes.ts";

type AddDialogProps = { game: GameId; onClose: () => void; onAdded: (soldierId: string) => void };

type Wanted = { platform: Platform; name: string };

const RELATIONS = [
  { value: "mine", label: "It is me" },
  { value: "followed", label: "I follow it" },
] as const;

type Relation = (typeof RELATIONS)[number]["value"];

type Input = Wanted & { relation: Relation };

const readInputOf =
  (game: GameId) =>
  (value: unknown): Input | null => {
    const texts = readTexts(["platform", "name", "relation"])(value);
    const platform = PLATFORMS[game].find((one) => one === texts?.platform);
    const relation = RELATIONS.find((one) => one.value === texts?.relation)?.value;
    return texts && platform && relation ? { platform, name: texts.name, relation } : null;
  };

/** Finds a soldier by name and adds it; what the service does not know or tell can be added all the same. */
export function AddDialog({ game, onClose, onAdded }: AddDialogProps) {
  const input = useKeptInput<Input>(
    `add-soldier:${game}`,
    { platform: "pc", name: "", relation: "mine" },
    readInputOf(game),
  );
  const { platform, name, relation } = input.value;
  const change = (next: Partial<Input>) => input.set({ ...input.value, ...next });
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const add = useAdd(onAdded);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim()) setWanted({ platform, name: name.trim() });
  };
  const addFound = ({ playerId, ...found }: FoundSoldier) => add.mutate({ ...found, id: newId(), playerId, relation });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Add a soldier"
      description={`Of ${GAME_TITLES[game]}. Nobody but you sees whom you follow.`}
    >
      <form onSubmit={submit} className="grid gap-4">
        <div className="grid gap-4 sm:grid-cols-[12rem_1fr]">
          <NativeSelect
            label="Platform"
            value={platform}
            choices={PLATFORMS[game].map((value) => ({ value, label: PLATFORM_TITLES[value] }))}
            onChange={(next) => change({ platform: next })}
          />
          <Field
            label="Name in the game"
            value={name}
            onChange={(event) => change({ name: event.target.value })}
            required
            maxLength={SOLDIER_NAME_LIMIT}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        </div>
        <Segments
          legend="What the soldier is to you"
          name="relation"
          value={relation}
          choices={RELATIONS}
          onChange={(next) => change({ relation: next })}
        />
        <div>
          <Button type="submit" kind="primary">
            Search
          </Button>
        </div>
      </form>
      {wanted && <Results key={wanted.name} {...{ game, wanted }} onAdd={addFound} isAdding={add.isPending} />}
      {add.isError && (
        <p role="alert" className="mt-4 text-0 text-danger">
          {problemOf(add.error).text}
        </p>
      )}
    </Dialog>
  );
}

function useAdd(onAdded: (soldierId: string) => void) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const followJob = useFollow();
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

type ResultsProps = { game: GameId; wanted: Wanted; onAdd: (found: FoundSoldier) => void; isAdding: boolean };

/** Who bears the name, and the way to add it where nobody can tell. */
function Results({ game, wanted, onAdd, isAdding }: ResultsProps) {
  const { data, error, isPending } = useQuery({
    ...useTRPC().soldier.search.queryOptions({ game, name: wanted.name }),
    retry: false,
  });
  const isExact = ({ platform, name }: FoundSoldier) =>
    platform === wanted.platform && name.toLowerCase() === wanted.name.toLowerCase();
  const found = (data ?? []).toSorted((one, other) => Number(isExact(other)) - Number(isExact(one)));
  return (
    <section aria-label="Found" className="mt-5 grid gap-3 border-t border-line pt-4">
      <div role="status" className="text-0">
        {isPending && (
          <p className="flex items-center gap-2 text-ink-2">
            <Vents loading className="size-4" /> Searching…
          </p>
        )}
        {error && <p>{problemOf(error).text} You can add the soldier now; it is read as soon as that works.</p>}
        {data?.length === 0 && <p>The service knows nobody called “{wanted.name}”.</p>}
        {found.length > 0 && <p className="sr-only">{found.length} found</p>}
      </div>
      {found.length > 0 && (
        <ul className="grid">
          {found.map((one) => (
            <li
              key={`${one.platform} ${one.playerId ?? one.name}`}
              className="flex items-center gap-3 border-t border-line py-2 first:border-t-0"
            >
              <span className="min-w-0 grow">
                <span className="block font-cond text-1 font-bold break-words">{one.name}</span>
                <span className="text-00 text-ink-2">{PLATFORM_TITLES[one.platform]}</span>
              </span>
              <Button kind={isExact(one) ? "primary" : "secondary"} busy={isAdding} onClick={() => onAdd(one)}>
                <span>
                  Add<span className="sr-only"> {one.name}</span>
                </span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {!isPending && !found.some(isExact) && (
        <div>
          <Button busy={isAdding} onClick={() => onAdd({ game, ...wanted, playerId: null })}>
            Add “{wanted.name}” on {PLATFORM_TITLES[wanted.platform]} all the same
          </Button>
        </div>
      )}
    </section>
  );
}

import { useMutation, useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import type { GameId } from "#domain/game.ts";
import { ErrorPanel } from "#web/app/shell/error-panel.tsx";
import { Skeleton } from "#web/components/feedback/skeleton.tsx";
import { showToast } from "#web/components/overlays/toasts.ts";
import { Button } from "#web/components/ui/button.tsx";
import { Changing } from "#web/components/ui/read-only.tsx";
import { interruptedForms, wasInterrupted } from "#web/data/interrupted-input.ts";
import { getProblem } from "#web/data/problem.ts";
import { newId } from "#web/data/stores/new-id.ts";
import { useUndoKey } from "#web/data/stores/use-undo-key.ts";
import { useTRPC } from "#web/data/trpc.ts";
import type { Listed } from "./answers.ts";
import { Beside } from "./beside.tsx";
import { Explained } from "./explained.tsx";
import type { SoldierPanelProps } from "./soldier-panel.tsx";
import { SoldierScreen } from "./soldier-screen.tsx";
import { Switcher } from "./switcher.tsx";
import { useRefetch } from "./use-refetch.ts";

const AddDialog = lazy(() =>
  import("#web/features/soldier/add/add-dialog.tsx").then((module) => ({ default: module.AddDialog })),
);
const ImportDialog = lazy(() =>
  import("#web/features/soldier/add/import-dialog.tsx").then((module) => ({ default: module.ImportDialog })),
);
const TypedDialog = lazy(() =>
  import("#web/features/soldier/add/typed-dialog.tsx").then((module) => ({ default: module.TypedDialog })),
);

/** What is open over the section; adding may lead on to another way to bring figures. */
export type Opened = { kind: "add"; leadsTo?: "import" | "typed" } | { kind: "import" | "typed"; soldierId: string };

/** The soldiers of a game: one of them, or several side by side. */
export function Soldiers({ game, search, onSearch }: SoldierPanelProps) {
  useUndoKey();
  const [opened, setOpened] = useState<Opened | null>(() => interrupted(game));
  const list = useQuery(useTRPC().soldier.list.queryOptions());
  if (list.isPending) return <Skeleton label="Loading your soldiers" rows={4} className="h-24" />;
  if (!list.data) return <ErrorPanel error={list.error} onRetry={list.refetch} className="panel p-5" />;
  const soldiers = list.data.filter((soldier) => soldier.game === game);
  const shown = soldiers.find(({ id }) => id === search.soldier) ?? getFavourite(soldiers);
  const show = (soldier: string) => onSearch({ soldier }, "push");
  const close = () => setOpened(null);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {shown ? (
        <>
          <Switcher soldiers={soldiers} shown={shown.id} onShow={show} onAdd={() => setOpened({ kind: "add" })} />
          {search.with ? (
            <Changing>
              <Beside game={game} soldiers={soldiers} shown={shown} search={search} onSearch={onSearch} />
            </Changing>
          ) : (
            <SoldierScreen
              key={shown.id}
              game={game}
              soldierId={shown.id}
              others={soldiers.filter(({ id }) => id !== shown.id)}
              search={search}
              onSearch={(next, step) => onSearch({ soldier: shown.id, ...next }, step)}
              onOpen={setOpened}
            />
          )}
        </>
      ) : (
        <Changing>
          <NoSoldiers game={game} onShow={show} onOpen={setOpened} />
        </Changing>
      )}
      <Suspense>
        {opened?.kind === "add" && (
          <AddDialog
            game={game}
            onClose={close}
            onAdded={(soldierId) => {
              setOpened(opened.leadsTo ? { kind: opened.leadsTo, soldierId } : null);
              show(soldierId);
            }}
          />
        )}
        {opened?.kind === "import" && <ImportDialog soldierId={opened.soldierId} onClose={close} />}
        {opened?.kind === "typed" && <TypedDialog game={game} soldierId={opened.soldierId} onClose={close} />}
      </Suspense>
    </div>
  );
}

/** What a sign-in has interrupted, to be open again. */
function interrupted(game: GameId): Opened | null {
  const [soldierId] = interruptedForms(`typed:${game}:`);
  if (soldierId) return { kind: "typed", soldierId };
  const [imported] = interruptedForms("battlelog:");
  if (imported && game === "bf4") return { kind: "import", soldierId: imported };
  return wasInterrupted(`add-soldier:${game}`) ? { kind: "add" } : null;
}

/** One's own before those one follows. */
const getFavourite = (soldiers: readonly Listed[]): Listed | undefined =>
  soldiers.find(({ relation }) => relation === "mine") ?? soldiers[0];

type NoSoldiersProps = { game: GameId; onShow: (soldierId: string) => void; onOpen: (opened: Opened) => void };

function NoSoldiers({ game, onShow, onOpen }: NoSoldiersProps) {
  const sample = useAddSample(onShow);
  return (
    <Explained game={game} title="Add a soldier">
      <Button kind="primary" onClick={() => onOpen({ kind: "add" })}>
        Add a soldier
      </Button>
      <Button busy={sample.isPending} onClick={() => sample.mutate({ id: newId(), game })}>
        Show a sample
      </Button>
      {game === "bf4" && (
        <Button kind="quiet" onClick={() => onOpen({ kind: "add", leadsTo: "import" })}>
          Import from Battlelog…
        </Button>
      )}
      <Button kind="quiet" onClick={() => onOpen({ kind: "add", leadsTo: "typed" })}>
        Type figures by hand…
      </Button>
    </Explained>
  );
}

function useAddSample(onAdded: (soldierId: string) => void) {
  const trpc = useTRPC();
  const askAnew = useRefetch();
  return useMutation(
    trpc.soldier.addSample.mutationOptions({
      onSuccess: async ({ id }) => {
        await askAnew();
        onAdded(id);
      },
      onError: (error) => showToast(getProblem(error).text, { tone: "error" }),
    }),
  );
}

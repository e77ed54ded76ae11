import { useQueries } from "@tanstack/react-query";
import type { GameId } from "#domain/game.ts";
import { formatFigure } from "#domain/soldier/figures/figure-words.ts";
import { listFigures } from "#domain/soldier/figures/figures.ts";
import { ErrorPanel } from "#web/app/shell/error-panel.tsx";
import { Skeleton } from "#web/components/feedback/skeleton.tsx";
import { Unknown } from "#web/components/figures/stat.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Panel } from "#web/components/ui/panel.tsx";
import { useTRPC } from "#web/data/trpc.ts";
import type { Listed, SoldierAnswer } from "./answers.ts";
import type { SoldierPanelProps } from "./soldier-panel.tsx";

type BesideProps = SoldierPanelProps & { game: GameId; soldiers: readonly Listed[]; shown: Listed };

const MAX_OTHERS = 3;

/** Two to four soldiers side by side. */
export function Beside({ game, soldiers, shown, search, onSearch }: BesideProps) {
  const trpc = useTRPC();
  const requested = (search.with ?? "").split(",");
  const others = soldiers.filter(({ id }) => id !== shown.id);
  const chosen = others.filter(({ id }) => requested.includes(id));
  const queries = useQueries({
    queries: [shown, ...chosen].map(({ id }) => trpc.soldier.get.queryOptions({ id })),
  });
  const answers = queries.flatMap(({ data }) => data ?? []);
  const failed = queries.find(({ isError }) => isError);
  const toggle = (id: string) => {
    const ids = chosen.map((soldier) => soldier.id);
    const next = ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id].slice(-MAX_OTHERS);
    onSearch({ soldier: shown.id, ...(next.length > 0 && { with: next.join(",") }) }, "replace");
  };
  return (
    <Panel aria-label="Side by side">
      <header className="mb-4 flex flex-wrap items-start gap-4">
        <h2 className="grow text-5">Side by side</h2>
        <Button onClick={() => onSearch({ soldier: shown.id }, "push")}>Only this soldier</Button>
      </header>
      <fieldset className="mb-4 flex min-w-0 flex-wrap gap-x-5 gap-y-1">
        <legend className="mb-1 max-w-full text-0 font-semibold break-words text-ink-2">
          {shown.name} beside, at most three:
        </legend>
        {others.map(({ id, name }) => (
          <label key={id} className="flex min-h-10 min-w-0 items-center gap-2 text-1">
            <input
              type="checkbox"
              checked={chosen.some((soldier) => soldier.id === id)}
              onChange={() => toggle(id)}
              className="size-5 accent-(--accent)"
            />
            <span className="min-w-0 break-words">{name}</span>
          </label>
        ))}
      </fieldset>
      {failed && <ErrorPanel isPart error={failed.error} onRetry={() => void failed.refetch()} />}
      {queries.some(({ isPending }) => isPending) && <Skeleton label="Loading the soldiers" rows={6} />}
      {answers.length === queries.length && <Figures game={game} answers={answers} />}
    </Panel>
  );
}

function Figures({ game, answers }: { game: GameId; answers: readonly SoldierAnswer[] }) {
  const known = listFigures(game).filter(({ id }) => answers.some(({ current }) => current?.figures[id] !== undefined));
  if (known.length === 0) return <p className="text-ink-2">No snapshot has a figure yet.</p>;
  return (
    <table aria-label="Soldiers side by side" className="w-full table-fixed text-0">
      <thead>
        <tr className="border-b border-line-strong">
          <th scope="col" className="py-2 pr-2 text-left">
            Figure
          </th>
          {answers.map(({ soldier }) => (
            <th key={soldier.id} scope="col" className="px-1 py-2 text-right break-words">
              {soldier.name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {known.map(({ id, label, unit }) => (
          <tr key={id} className="border-b border-line">
            <th scope="row" className="py-1.5 pr-2 text-left font-normal text-ink-2">
              {label}
            </th>
            {answers.map(({ soldier, current }) => {
              const value = current?.figures[id];
              return (
                <td key={soldier.id} className="num px-1 py-1.5 text-right font-semibold">
                  {value === undefined ? <Unknown /> : formatFigure(value, unit)}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

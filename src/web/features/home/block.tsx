import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { GameId } from "#domain/game.ts";
import { m } from "#messages";
import { gamePath } from "#web/app/shell/page/game-search.ts";
import { getErrorText } from "#web/data/problem.ts";
import { Button, buttonLook } from "#web/ui/button.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Panel } from "#web/ui/panel.tsx";

type BlockProps = {
  title: string;
  isPending: boolean;
  error: unknown;
  onRetry: () => unknown;
  /** How many rows are to come. */
  rows?: number;
  children: ReactNode;
};

/** One thing of the home page's second half, which fails by itself. */
export function Block({ title, isPending, error, onRetry, rows = 2, children }: BlockProps) {
  return (
    <Panel title={title}>
      {error ? (
        <div role="alert" className="grid justify-items-start gap-3">
          <p>{getErrorText(error)}</p>
          <Button size="small" onClick={() => onRetry()}>
            {m.common_try_again()}
          </Button>
        </div>
      ) : isPending ? (
        <Skeleton label={m.home_loading_title({ title })} rows={rows} />
      ) : (
        children
      )}
    </Panel>
  );
}

type NothingProps = {
  text: string;
  game: GameId;
  search: { tab: "loadouts" | "soldier" | "progress"; edit?: string; games?: "both" };
  action: string;
};

/** What stands in a block that holds nothing yet. */
export const Nothing = ({ text, game, search, action }: NothingProps) => (
  <div className="grid justify-items-start gap-3">
    <p className="text-ink-2">{text}</p>
    <Link to={gamePath[game]} search={search} className={buttonLook("secondary", "small")}>
      {action}
    </Link>
  </div>
);

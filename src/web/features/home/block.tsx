import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { GameId } from "#domain/game.ts";
import { m } from "#messages";
import { gamePath } from "#web/app/shell/page/game-search.ts";
import { getErrorText } from "#web/data/problem.ts";
import { Button, getButtonClasses } from "#web/ui/button.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Panel } from "#web/ui/panel.tsx";

type BlockProps = {
  title: string;
  isPending: boolean;
  error: unknown;
  onRetry: () => unknown;
  /** The number of placeholder rows. */
  rows?: number;
  children: ReactNode;
};

/** A block of the dashboard with its own loading and error states. */
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

type EmptyBlockProps = {
  text: string;
  game: GameId;
  search: { tab: "loadouts" | "soldier" | "progress"; edit?: string; games?: "both" };
  action: string;
};

/** The content of an empty block: a text and a link. */
export const EmptyBlock = ({ text, game, search, action }: EmptyBlockProps) => (
  <div className="grid justify-items-start gap-3">
    <p className="text-ink-2">{text}</p>
    <Link to={gamePath[game]} search={search} className={getButtonClasses("secondary", "small")}>
      {action}
    </Link>
  </div>
);

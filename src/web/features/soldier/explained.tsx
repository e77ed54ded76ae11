import type { ReactNode } from "react";
import { GAME_TITLES, type GameId } from "#domain/game.ts";
import { Panel } from "#web/components/ui/panel.tsx";

type ExplainedProps = {
  game: GameId;
  title: string;
  /** What one can do from here. */
  children: ReactNode;
};

const SOURCES: Record<GameId, string> = {
  bf2042: "The figures come from a public statistics service, or from what you type.",
  bf4: "The figures come from a public statistics service, from a saved Battlelog page, or from what you type.",
};

/** What the section does and keeps, where there is no soldier yet. */
export function Explained({ game, title, children }: ExplainedProps) {
  return (
    <Panel title={title} className="max-w-3xl">
      <div className="grid max-w-(--measure) gap-3 text-ink-2">
        <p>
          Add a soldier of {GAME_TITLES[game]} by name. Each snapshot keeps what was known that day, so you see what
          changed from one to the next.
        </p>
        <ul className="grid list-disc gap-1 pl-5 text-0">
          <li>{SOURCES[game]}</li>
          <li>Stored: the name, the platform, the figures of each snapshot and when it was taken.</li>
          <li>Private: only you see which soldiers you follow. Remove one, and its history goes with it.</li>
        </ul>
      </div>
      <div className="mt-5 flex flex-wrap items-start gap-3">{children}</div>
    </Panel>
  );
}

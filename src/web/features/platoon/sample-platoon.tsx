import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { RouterOutputs } from "#api";
import { GAME_TITLES } from "#domain/game.ts";
import { m } from "#messages";
import { describeEntry } from "#messages/platoon-feed.ts";
import { QueryFallback } from "#web/app/shell/query-list.tsx";
import { SampleSection } from "#web/app/shell/session/sample-section.tsx";
import { EmblemPicture } from "#web/data/emblem.tsx";
import { useTRPC } from "#web/data/trpc.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Panel } from "#web/ui/panel.tsx";
import { BoardTable } from "./board-tab.tsx";
import { FeedItem } from "./feed-tab.tsx";
import { LoadoutFace } from "./locker/loadout-face.tsx";
import { STATE_TITLES } from "./locker/platoon-words.ts";

type Loadout = NonNullable<RouterOutputs["platoon"]["sample"]>["loadouts"][number];

/** A white wing on an olive shield. */
const EMBLEM = "ah-fa505070000";

type SamplePlatoonProps = {
  text: string;
  /** The link that leads to the user's own platoons. */
  action: ReactNode;
};

/** An invented platoon, for users without an account: its board, loadouts and feed. */
export function SamplePlatoon({ text, action }: SamplePlatoonProps) {
  const query = useQuery(useTRPC().platoon.sample.queryOptions());
  const platoon = query.data;
  return (
    <SampleSection text={text} action={action}>
      {!platoon && <QueryFallback query={query} loading={m.platoon_loading()} rows={4} />}
      {platoon && (
        <>
          <h2 className="flex items-center gap-3 text-5">
            <EmblemPicture emblem={EMBLEM} />
            {m.platoon_sample_name()}
          </h2>
          <Panel title={m.platoon_board()}>
            <BoardTable rows={platoon.rows} />
          </Panel>
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
            <Panel title={m.platoon_locker()}>
              <ul className="grid gap-4 sm:grid-cols-3">
                {platoon.loadouts.map((loadout) => (
                  <SampleLoadout key={loadout.name} {...loadout} />
                ))}
              </ul>
            </Panel>
            <Panel title={m.platoon_feed()}>
              <ul className="grid divide-y divide-line">
                {platoon.entries.map((entry) => (
                  <FeedItem key={`${entry.actor} ${entry.kind} ${entry.createdAt}`} createdAt={entry.createdAt}>
                    {describeEntry(entry)}
                  </FeedItem>
                ))}
              </ul>
            </Panel>
          </div>
        </>
      )}
    </SampleSection>
  );
}

const SampleLoadout = ({ name, author, state, loadout, headlines }: Loadout) => (
  <li className="grid content-start gap-2">
    <p className="flex flex-wrap items-center gap-2 text-0 text-ink-2">
      <Badge>{STATE_TITLES[state]}</Badge>
      {GAME_TITLES[loadout.game]}
    </p>
    <h3 className="text-2 wrap-anywhere">{name}</h3>
    <LoadoutFace loadout={loadout} headlines={headlines} />
    <p className="text-0 text-ink-2">{m.platoon_locker_by({ name: author })}</p>
  </li>
);

import type { GameId } from "#domain/game.ts";
import { Explanation, OwnSection, WaysToBegin } from "#web/app/shell/session/own-section.tsx";
import { ProgressScreen } from "./progress-screen.tsx";
import type { ProgressPanelProps } from "./progress-search.ts";

/** What is left to unlock, earn and reach; without a session, what the section does. */
export const ProgressPanel = (props: ProgressPanelProps) => (
  <OwnSection
    loading={{ label: "Loading your progress", rows: 6 }}
    explanation={
      <Explanation {...EXPLAINED[props.game]}>
        <WaysToBegin game={props.game} tab="progress" />
      </Explanation>
    }
  >
    <ProgressScreen {...props} />
  </OwnSection>
);

const EXPLAINED: Record<GameId, { title: string; text: string; points: readonly string[] }> = {
  bf4: {
    title: "See what is closest",
    text: "Everything in Battlefield 4 that is to be unlocked or earned, the fewest kills or points away first: no percentages that hide how much is left.",
    points: [
      "Counts come from a soldier's snapshots, from a saved Battlelog file, or from what you tick by hand.",
      "Checklists of assignments, medals, ribbons, service stars, dog tags, ranks and vehicle options.",
      "A plan in your own order, with what it asks for in all.",
    ],
  },
  bf2042: {
    title: "Set yourself goals",
    text: "Battlefield 2042 has no public list of unlock requirements, so the goals are your own: so many kills with a weapon, revives with a class, wins in a mode.",
    points: [
      "How far you are comes from a soldier's snapshots.",
      "Count in all, or from the day you set the goal.",
      "What is reached stays listed, with the day it was seen.",
    ],
  },
};

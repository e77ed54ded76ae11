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
    text: "Everything you can unlock or earn in Battlefield 4, closest first, with the kills or points that are left.",
    points: [
      "Counts come from a soldier's snapshots, from a saved Battlelog file, or from what you tick by hand.",
      "Checklists of assignments, medals, ribbons, service stars, dog tags, ranks and vehicle options.",
      "A plan in your own order, with the total it takes.",
    ],
  },
  bf2042: {
    title: "Set yourself goals",
    text: "Battlefield 2042 has no public list of unlock requirements, so you set your own: kills with a weapon, revives with a class, wins in a mode.",
    points: [
      "Your progress comes from a soldier's snapshots.",
      "Count in all, or from the day you set the goal.",
      "Reached goals stay listed, with their day.",
    ],
  },
};

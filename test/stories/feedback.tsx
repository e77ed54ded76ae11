import { LONG_TEXT, type Section, State } from "#test/stories/story.tsx";
import { Button } from "#web/ui/button.tsx";
import { AlertLine } from "#web/ui/feedback/alert-line.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";

const AlertLines = () => (
  <>
    <State label="something went wrong">
      <AlertLine text="This device holds no more drafts." />
    </State>
    <State label="long text">
      <AlertLine text={`${LONG_TEXT}.`} />
    </State>
  </>
);

const EmptyStates = () => (
  <>
    <State label="with an action">
      <EmptyState text="No loadouts yet.">
        <Button kind="primary">New loadout</Button>
      </EmptyState>
    </State>
    <State label="without an action">
      <EmptyState text="Nothing is in the bin." />
    </State>
    <State label="long text">
      <EmptyState text={`${LONG_TEXT}.`} />
    </State>
  </>
);

const Skeletons = () => (
  <>
    <State label="five rows; after four seconds with a text">
      <Skeleton label="Loading weapons" />
    </State>
    <State label="one high row">
      <Skeleton label="Loading the picture" rows={1} className="h-32" />
    </State>
  </>
);

export const FEEDBACK: Section = {
  title: "Feedback",
  stories: [
    { name: "AlertLine", Content: AlertLines },
    { name: "EmptyState", Content: EmptyStates },
    { name: "Skeleton", Content: Skeletons },
  ],
};

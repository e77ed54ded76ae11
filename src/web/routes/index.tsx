import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { GAMES } from "#domain/game.ts";
import { getTitle, Page } from "#web/app/shell/page/page.tsx";
import { Panel } from "#web/components/ui/panel.tsx";
import { Example } from "#web/features/home/example.tsx";
import { GameCard } from "#web/features/home/game-card.tsx";
import { homeQuery } from "#web/features/home/home-data.ts";
import { LockerCard } from "#web/features/home/locker-card.tsx";

export const Route = createFileRoute("/")({
  loader: ({ context }) => context.queryClient.ensureQueryData(homeQuery(context)),
  head: () => getTitle(),
  component: HomePage,
});

function HomePage() {
  const context = Route.useRouteContext();
  const { data } = useSuspenseQuery(homeQuery(context));
  return (
    <Page
      title="Know your guns. Keep your loadouts."
      lead="The locker for Battlefield 2042 and Battlefield 4: every weapon with its figures and their sources, and room for what you build."
    >
      <div className="grid gap-5 md:grid-cols-2">
        {GAMES.map((game) => (
          <GameCard key={game} game={game} {...data.overview[game]} />
        ))}
      </div>
      <div className="mt-5 grid items-start gap-5 md:grid-cols-[3fr_2fr] md:grid-rows-[auto_1fr]">
        <LockerCard />
        {data.example.length > 0 && (
          <Panel title="Which one hits harder, and where?" className="md:col-start-1 md:row-[1/3]">
            <Example weapons={data.example} />
          </Panel>
        )}
      </div>
    </Page>
  );
}

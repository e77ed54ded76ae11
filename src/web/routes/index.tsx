import { createFileRoute } from "@tanstack/react-router";
import { Suspense, useEffect } from "react";
import { GAMES } from "#domain/game.ts";
import { m } from "#messages";
import { getTitle, Page } from "#web/app/shell/page/page.tsx";
import { useSession } from "#web/data/session/session.ts";
import { Example } from "#web/features/home/example.tsx";
import { GameCard } from "#web/features/home/game-card.tsx";
import { loadHome } from "#web/features/home/home-data.ts";
import { LockerCard } from "#web/features/home/locker-card.tsx";
import { showIntroduction } from "#web/page-state.ts";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { lazyNamed } from "#web/ui/lazy-named.ts";
import { Panel } from "#web/ui/panel.tsx";

export const Route = createFileRoute("/")({
  loader: ({ context }) => loadHome(context),
  head: () => getTitle(),
  component: HomePage,
});

const Dashboard = lazyNamed(() => import("#web/features/home/dashboard.tsx"), "Dashboard");

/** The dashboard for players with a locker, the introduction for visitors. */
function HomePage() {
  const session = useSession();
  useEffect(() => {
    if (session === null) showIntroduction();
  }, [session]);
  if (!session) return <Introduction />;
  return (
    <Suspense fallback={<Skeleton label={m.app_loading_your_locker()} rows={4} className="h-24" />}>
      <Dashboard user={session.user} />
    </Suspense>
  );
}

function Introduction() {
  const { overview, example } = Route.useLoaderData();
  return (
    <div className="introduction">
      <Page title={m.app_slogan()} lead={m.app_introduction()}>
        <div className="grid gap-5 md:grid-cols-2">
          {GAMES.map((game) => (
            <GameCard key={game} game={game} {...overview[game]} />
          ))}
        </div>
        <div className="mt-5 grid items-start gap-5 md:grid-cols-[3fr_2fr]">
          {example.length > 0 && (
            <Panel title={m.app_which_one_hits_harder_and_where()}>
              <Example weapons={example} />
            </Panel>
          )}
          <LockerCard />
        </div>
      </Page>
    </div>
  );
}

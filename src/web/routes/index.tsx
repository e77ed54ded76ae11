import { createFileRoute } from "@tanstack/react-router";
import { Suspense, use, useEffect } from "react";
import { GAMES } from "#domain/game.ts";
import { m } from "#messages";
import { getTitle, Page } from "#web/app/shell/page/page.tsx";
import { sessionState, useSession } from "#web/data/session/session.ts";
import { GameCard } from "#web/features/home/game-card.tsx";
import { isHomeEmbedded, loadHome } from "#web/features/home/home-data.ts";
import { LockerCard } from "#web/features/home/locker-card.tsx";
import type { HomeData } from "#web/features/home/read-home.ts";
import { type ImportVerdict, preloadShowcase, Showcase } from "#web/features/home/showcase.tsx";
import { showIntroduction } from "#web/page-state.ts";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { lazyNamed } from "#web/ui/lazy-named.ts";

const importVerdict: ImportVerdict = async () =>
  (await import("#web/features/arsenal/versus/versus-verdict.tsx")).BuildsVerdict;

/** A promise while the dashboard is shown, which does not wait for the introduction's data. */
type Introduced = { home: HomeData | Promise<HomeData> };

export const Route = createFileRoute("/")({
  loader: async ({ context }): Promise<Introduced> => {
    const loading = loadHome(context);
    if (sessionState.get().session) {
      loading.catch(() => null);
      return { home: loading };
    }
    // The showcase loads itself if this fails; the page does not depend on it.
    const preloading = isHomeEmbedded(context) ? null : preloadShowcase(context, importVerdict).catch(() => null);
    const [home] = await Promise.all([loading, preloading]);
    return { home };
  },
  head: () => getTitle(),
  component: HomePage,
});

const Dashboard = lazyNamed(() => import("#web/features/home/dashboard.tsx"), "Dashboard");

/** The dashboard for users with a session, the introduction for visitors. */
function HomePage() {
  const session = useSession();
  const { home } = Route.useLoaderData();
  useEffect(() => {
    if (session === null) showIntroduction();
  }, [session]);
  if (session) {
    return (
      <Suspense fallback={LOADING}>
        <Dashboard user={session.user} />
      </Suspense>
    );
  }
  if (!(home instanceof Promise)) return <Introduction {...home} />;
  return (
    <Suspense fallback={LOADING}>
      <LateIntroduction home={home} />
    </Suspense>
  );
}

const LOADING = <Skeleton label={m.app_loading_your_locker()} rows={4} className="h-24" />;

const LateIntroduction = ({ home }: { home: Promise<HomeData> }) => <Introduction {...use(home)} />;

function Introduction({ overview, choices }: HomeData) {
  return (
    <div className="introduction">
      <Page title={m.app_slogan()} lead={m.app_introduction()}>
        <Showcase choices={choices} importVerdict={importVerdict} />
        <div className="mt-5 grid gap-5 md:grid-cols-2 lg:grid-cols-3">
          {GAMES.map((game) => (
            <GameCard key={game} game={game} {...overview[game]} />
          ))}
          <LockerCard />
        </div>
      </Page>
    </div>
  );
}

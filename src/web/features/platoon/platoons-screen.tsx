import { Link, useLocation } from "@tanstack/react-router";
import { Suspense, useEffect, useRef } from "react";
import { m } from "#messages";
import { Page } from "#web/app/shell/page/page.tsx";
import { ProblemScreen } from "#web/app/shell/problem-screen.tsx";
import { SessionEndedError } from "#web/data/session/person.ts";
import { useSession, useSessionProblem, useViewer } from "#web/data/session/session.ts";
import { buttonLook } from "#web/ui/button.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { lazyNamed } from "#web/ui/lazy-named.ts";
import { Panel } from "#web/ui/panel.tsx";
import { PlatoonList } from "./platoon-list.tsx";
import { type PlatoonAddress, PlatoonView, readPlatoonAddress } from "./platoon-view.tsx";

// Loaded on use: the first load lists every script that a route begins with.
const OpenSheet = lazyNamed(() => import("./locker/squad-sheets.tsx"), "OpenSheet");

/** The platoons of a person, or the one that is open; a squad sheet by its link, for people without an account too. */
export function PlatoonsScreen({ search }: { search: PlatoonAddress }) {
  const { platoon, ...inPlatoon } = readPlatoonAddress(search);
  const { sheet } = inPlatoon;
  const session = useSession();
  const hasEnded = useViewer()?.hasEnded === true;
  const problem = useSessionProblem();
  useHeadingFocus(platoon);
  if (sheet && !platoon) {
    return (
      <Suspense fallback={<Skeleton label={m.platoon_sheet_loading()} rows={4} />}>
        <OpenSheet id={sheet} />
      </Suspense>
    );
  }
  if (hasEnded) throw new SessionEndedError();
  if (problem) return <ProblemScreen error={problem.error} reset={problem.retry} />;
  if (session && !session.user.isAnonymous) {
    const { user } = session;
    // Each platoon has forms and answers of its own.
    if (platoon) {
      return <PlatoonView key={platoon} user={user} slug={platoon} search={inPlatoon} />;
    }
    return <PlatoonList user={user} />;
  }
  return (
    <Page title={m.common_platoons()} lead={m.platoon_lead()}>
      {session === undefined && <Skeleton label={m.platoon_loading_yours()} rows={3} />}
      {session === null && <ForStrangers />}
      {session && <ForGuests />}
    </Page>
  );
}

/** Moves focus to the heading when a platoon opens or closes: the router does that for another path alone. */
function useHeadingFocus(platoon: string | undefined): void {
  const before = useRef(platoon);
  useEffect(() => {
    if (before.current === platoon) return;
    before.current = platoon;
    document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
  }, [platoon]);
}

function ForStrangers() {
  const redirect = useLocation({ select: ({ href }) => href });
  return (
    <>
      <p className="mb-4">{m.common_you_need_to_sign_in()}</p>
      <Link to="/login" search={{ redirect }} className={buttonLook("primary")}>
        {m.common_sign_in()}
      </Link>
    </>
  );
}

const ForGuests = () => (
  <Panel className="max-w-xl">
    <p className="mb-4 text-ink-2">{m.platoon_guest()}</p>
    <Link to="/login" search={{ mode: "sign-up", redirect: "/platoons" }} className={buttonLook("primary")}>
      {m.common_create_account()}
    </Link>
  </Panel>
);

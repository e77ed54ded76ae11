import { Link, useLocation } from "@tanstack/react-router";
import { Suspense, useEffect, useRef } from "react";
import { m } from "#messages";
import { Page } from "#web/app/shell/page/page.tsx";
import { focusPageHeading } from "#web/app/shell/page/page-focus.ts";
import { isFocusFree } from "#web/app/shell/page/view-heading.tsx";
import { ProblemScreen } from "#web/app/shell/problem-screen.tsx";
import { SessionEndedError } from "#web/data/session/person.ts";
import { useSession, useSessionProblem, useViewer } from "#web/data/session/session.ts";
import { getButtonClasses } from "#web/ui/button.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { lazyNamed } from "#web/ui/lazy-named.ts";
import { PlatoonList } from "./platoon-list.tsx";
import { type PlatoonAddress, PlatoonView, readPlatoonAddress } from "./platoon-view.tsx";

// Lazily loaded, because every page's first load includes the static imports of all routes.
const SamplePlatoon = lazyNamed(() => import("./sample-platoon.tsx"), "SamplePlatoon");
const OpenSheet = lazyNamed(() => import("./locker/squad-sheets.tsx"), "OpenSheet");

/** The user's platoons, the open platoon, or a publicly linked squad sheet, which needs no account. */
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
    // The key resets forms and queries when another platoon opens.
    if (platoon) {
      return <PlatoonView key={platoon} user={user} slug={platoon} search={inPlatoon} />;
    }
    return <PlatoonList user={user} />;
  }
  return (
    <Page title={m.common_platoons()} lead={m.platoon_lead()}>
      {session === undefined && <Skeleton label={m.platoon_loading_yours()} rows={3} />}
      {session !== undefined && (
        <Suspense fallback={<Skeleton label={m.platoon_loading()} rows={4} />}>
          {session ? <ForGuests /> : <ForVisitors />}
        </Suspense>
      )}
    </Page>
  );
}

/** Focuses the heading when a platoon opens or closes, as the router does that only if the path changes. */
function useHeadingFocus(platoon: string | undefined): void {
  const before = useRef(platoon);
  useEffect(() => {
    if (before.current === platoon) return;
    before.current = platoon;
    if (isFocusFree()) focusPageHeading();
  }, [platoon]);
}

function ForVisitors() {
  const redirect = useLocation({ select: ({ href }) => href });
  return (
    <SamplePlatoon
      text={m.platoon_sample()}
      action={
        <Link to="/login" search={{ redirect }} className={getButtonClasses("primary")}>
          {m.app_use_my_own()}
        </Link>
      }
    />
  );
}

const ForGuests = () => (
  <SamplePlatoon
    text={m.platoon_guest()}
    action={
      <Link to="/login" search={{ mode: "sign-up", redirect: "/platoons" }} className={getButtonClasses("primary")}>
        {m.common_create_account()}
      </Link>
    }
  />
);

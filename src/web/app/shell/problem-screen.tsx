import { type ErrorComponentProps, useRouteContext, useRouter } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useState } from "react";
import { m } from "#messages";
import { logError } from "#web/data/log.ts";
import { getProblem } from "#web/data/problem.ts";
import type { Clients } from "#web/data/query-client.ts";
import { getLoginAddress } from "#web/data/session/session.ts";
import { Button } from "#web/ui/button.tsx";
import { importOptional } from "#web/ui/fields/optional-imports.ts";
import { useFocusOnMount } from "#web/ui/keyboard.ts";

/** Replaces a screen that failed, inside the root layout. */
export function ProblemScreen({ error, reset }: Pick<ErrorComponentProps, "error" | "reset">) {
  const problem = getProblem(error);
  const heading = useFocusOnMount<HTMLHeadingElement>();
  const clients = useRouteContext({ from: "__root__" });
  const router = useRouter();
  const needsSignIn = problem.kind === "authentication";

  const hasDraft = useHasDraft();
  useEffect(() => logError("Shown on a screen", error), [error]);
  // The context changes with each navigation, but the session is dropped only once.
  const drop = useEffectEvent(() => dropSession(clients));
  useEffect(() => {
    if (needsSignIn) void drop();
  }, [needsSignIn]);

  const tryAgain = async () => {
    if (needsSignIn) await (await loadQueries())?.getQueryClient(clients).resetQueries();
    reset();
    await router.invalidate();
  };
  const signIn = async () => {
    await dropSession(clients);
    router.history.push(getLoginAddress(router.state.location.href));
  };

  return (
    <div role="alert" className="panel mx-auto grid max-w-2xl gap-4 p-6">
      <h1 ref={heading} tabIndex={-1} className="text-5">
        {needsSignIn ? m.app_authentication_required() : m.app_something_went_wrong()}
      </h1>
      <p>{problem.text}</p>
      {hasDraft && <p className="text-0 text-ink-2">{m.app_draft_is_saved()}</p>}
      <div className="flex flex-wrap gap-3">
        <Button kind={needsSignIn ? "secondary" : "primary"} onClick={tryAgain}>
          {m.app_try_again_title_case()}
        </Button>
        {needsSignIn && (
          <Button kind="primary" onClick={signIn}>
            {m.app_sign_in_title_case()}
          </Button>
        )}
      </div>
    </div>
  );
}

/** If the query library cannot be loaded, no query has run. */
const loadQueries = () => importOptional(() => import("#web/data/query-client.ts"));

async function dropSession(clients: Clients): Promise<void> {
  const queries = await loadQueries();
  queries?.dropAuth(queries.getQueryClient(clients));
}

/** Whether this device stores unsaved work. The check is loaded lazily, so that it is not part of the first load. */
function useHasDraft(): boolean {
  const [hasDraft, setHasDraft] = useState(false);
  useEffect(() => {
    import("#web/data/offline/typed/drafts.ts").then(
      ({ listDrafts }) => setHasDraft(listDrafts("", true).length > 0),
      () => {},
    );
  }, []);
  return hasDraft;
}

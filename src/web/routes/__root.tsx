import { createRootRouteWithContext } from "@tanstack/react-router";
import { Layout } from "#web/app/shell/layout.tsx";
import { NotFound } from "#web/app/shell/not-found.tsx";
import { DocumentTitle } from "#web/app/shell/page/page.tsx";
import { ProblemScreen } from "#web/app/shell/problem-screen.tsx";
import type { Clients } from "#web/data/query-client.ts";

export const Route = createRootRouteWithContext<Clients>()({
  component: Root,
  errorComponent: (failure) => (
    <Layout>
      <ProblemScreen {...failure} />
    </Layout>
  ),
  notFoundComponent: NotFound,
});

function Root() {
  return (
    <>
      <DocumentTitle />
      <Layout />
    </>
  );
}

import { createRootRouteWithContext, lazyRouteComponent } from "@tanstack/react-router";
import type { Clients } from "#web/clients.ts";
import { DocumentTitle } from "#web/shell/document-title.tsx";
import { Layout } from "#web/shell/layout.tsx";
import { ProblemScreen } from "#web/shell/problem-screen.tsx";

export const Route = createRootRouteWithContext<Clients>()({
  component: Root,
  errorComponent: (failure) => (
    <Layout>
      <ProblemScreen {...failure} />
    </Layout>
  ),
  notFoundComponent: lazyRouteComponent(() => import("#web/shell/not-found.tsx"), "NotFound"),
});

function Root() {
  return (
    <>
      <DocumentTitle />
      <Layout />
    </>
  );
}

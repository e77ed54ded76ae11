import plain from "@fontsource-variable/sofia-sans/files/sofia-sans-latin-wght-normal.woff2";
import condensed from "@fontsource-variable/sofia-sans-condensed/files/sofia-sans-condensed-latin-wght-normal.woff2";
import { createRootRouteWithContext, HeadContent } from "@tanstack/react-router";
import type { Clients } from "#web/clients.ts";
import { Layout } from "#web/shell/layout.tsx";
import { NotFound } from "#web/shell/not-found.tsx";
import { ProblemScreen } from "#web/shell/problem-screen.tsx";

export const Route = createRootRouteWithContext<Clients>()({
  head: () => ({
    links: [plain, condensed].map((href) => ({
      rel: "preload",
      href,
      as: "font",
      type: "font/woff2",
      crossOrigin: "anonymous",
    })),
  }),
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
      <HeadContent />
      <Layout />
    </>
  );
}

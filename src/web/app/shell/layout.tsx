import { Outlet, useMatches } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { Footer } from "#web/app/shell/footer/footer.tsx";
import { Banner } from "#web/app/shell/session/banner.tsx";
import { Announcer } from "./announcer.tsx";
import { markFrameReady } from "./frame-ready.ts";
import { ToastOutlet } from "./toast-outlet.tsx";
import { TopBar } from "./top-bar.tsx";

type LayoutProps = {
  /** Stands in place of the route's screen. */
  children?: ReactNode;
};

/** The frame around every screen. */
export function Layout({ children }: LayoutProps) {
  const game = useMatches({ select: (matches) => matches.at(-1)?.staticData.game });

  // Dialogs and menus hang outside the frame; the accent reaches them from the document.
  useEffect(() => {
    if (game) document.documentElement.dataset["game"] = game;
    else delete document.documentElement.dataset["game"];
  }, [game]);

  useEffect(markFrameReady, []);

  return (
    <div data-game={game} className="relative flex min-h-dvh flex-col">
      <a
        href="#main"
        className="absolute top-2 left-2 z-(--z-toast) -translate-y-16 rounded-1 bg-accent px-4 py-2 font-cond font-semibold text-on-accent focus:translate-y-0"
      >
        Skip to content
      </a>
      <TopBar />
      <div className="relative flex grow flex-col">
        <Banner />
        {/* At least as tall as the window: what comes later moves no footer that is in sight. */}
        <main
          id="main"
          tabIndex={-1}
          className="page min-h-[calc(100dvh-var(--bar-h))] grow pt-14 pb-(--sp-8) outline-none"
        >
          {children ?? <Outlet />}
        </main>
      </div>
      <Footer />
      <Announcer />
      <ToastOutlet />
    </div>
  );
}

import { Link, Outlet, useLocation, useMatches, useRouter } from "@tanstack/react-router";
import { type ReactNode, Suspense, useEffect, useState } from "react";
import { safePath } from "#domain/account/redirect.ts";
import { m } from "#messages";
import { BannerText } from "#web/app/shell/banner-text.tsx";
import { Footer } from "#web/app/shell/footer/footer.tsx";
import { PAGES } from "#web/app/shell/page/page.tsx";
import { useOnline, useReach } from "#web/data/offline/connectivity.ts";
import { useSession, useSessionProblem } from "#web/data/session/session.ts";
import { markFrameReady } from "#web/page-state.ts";
import { Button, buttonLook } from "#web/ui/button.tsx";
import { useDisclosure } from "#web/ui/disclosure.ts";
import { useHydrated } from "#web/ui/environment.ts";
import { lazyNamed } from "#web/ui/lazy-named.ts";
import { LogoMark } from "#web/ui/logo-mark.tsx";
import { useToasts } from "#web/ui/overlays/toasts.ts";

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
        {m.app_skip_to_content()}
      </a>
      <TopBar />
      <div className="relative flex grow flex-col">
        <Banner />
        {/* At least as tall as the window: what comes later moves no footer that is in sight. */}
        <main
          id="main"
          tabIndex={-1}
          className="page min-h-[calc(100dvh-var(--bar-h))] grow pt-9 pb-[calc(var(--sp-8)+var(--foot-h))] outline-none"
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

/** After navigation: moves focus to the new screen's heading and announces its title. */
function Announcer() {
  const router = useRouter();
  const [title, setTitle] = useState("");
  useEffect(
    () =>
      router.subscribe("onRendered", ({ fromLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged) return;
        setTitle(document.title);
        focusHeading();
      }),
    [router],
  );
  return (
    <p role="status" aria-live="polite" className="sr-only">
      {title}
    </p>
  );
}

function focusHeading() {
  const heading = document.querySelector<HTMLElement>("main h1");
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

const Toaster = lazyNamed(() => import("#web/ui/overlays/toaster.tsx"), "Toaster");

/** Brings the drawing of notices when the first one is there. */
function ToastOutlet() {
  const toasts = useToasts();
  if (toasts.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  );
}

const PageLinks = ({ className }: { className: string }) =>
  PAGES.map(({ to, label }) => (
    <Link
      key={to}
      to={to}
      activeOptions={{ exact: to === "/", includeSearch: false }}
      className={`flex items-center font-cond font-semibold -outline-offset-2 ${className}`}
      activeProps={{ className: "border-accent text-ink", "aria-current": "page" }}
      inactiveProps={{ className: "border-transparent text-ink-2" }}
    >
      {label}
    </Link>
  ));

/** The three pages on small screens; they are on the page only while the menu is open. */
function NavigationMenu() {
  const { open, frame, button, listId } = useDisclosure();
  return (
    <div ref={frame} className="md:hidden">
      <button type="button" {...button} className={buttonLook("quiet", "small")}>
        <svg viewBox="0 0 20 20" aria-hidden="true" className="size-5 fill-none stroke-current stroke-[1.75]">
          <path d="M3 5h14M3 10h14M3 15h14" />
        </svg>
        <span className="max-[22.5rem]:sr-only">{m.app_menu()}</span>
      </button>
      {open && (
        <nav
          id={listId}
          aria-label={m.app_pages()}
          className="absolute inset-x-0 top-full grid border-b border-line-strong bg-surface-1 py-2 shadow-pop"
        >
          <PageLinks className="min-h-12 border-l-3 px-(--gutter) text-2" />
        </nav>
      )}
    </div>
  );
}

/** Product name, the three pages from medium screens on, and the user. */
function TopBar() {
  return (
    <header className="sticky top-0 z-(--z-bar) border-b border-line bg-surface-1">
      <div className="page flex h-(--bar-h) items-center md:gap-6">
        <Link
          to="/"
          aria-label={m.app_fieldlocker_home()}
          activeProps={{ "aria-current": undefined }}
          className="flex min-h-11 items-center gap-2 font-head text-3 font-extrabold sm:text-4 tracking-wide uppercase"
        >
          <LogoMark className="size-6 text-accent" />
          Fieldlocker
        </Link>
        <nav aria-label={m.app_pages()} className="hidden h-full whitespace-nowrap md:flex">
          <PageLinks className="h-full border-b-3 px-3 text-1 hover:text-ink lg:px-4" />
        </nav>
        <div className="grow" />
        <SearchButton />
        <AccountMenu />
        <NavigationMenu />
      </div>
    </header>
  );
}

/**
 * The one thing to know right now. It lies on the space every screen keeps free above its heading, so that nothing moves
 * when it comes.
 */
function Banner() {
  const isOnline = useOnline();
  const reach = useReach();
  const session = useSession();
  const isNeeded = !isOnline || reach.update || (session && (session.user.isAnonymous || !session.user.emailVerified));
  if (!isNeeded) return null;
  return (
    <div role="status" className="page absolute inset-x-0 top-0">
      <p className="flex min-h-9 items-center gap-3 border-b border-line font-cond text-00 text-ink-2 md:text-0">
        <BannerText isOnline={isOnline} reach={reach} session={session} />
      </p>
    </div>
  );
}

// Loaded for signed-in users only.
const SignedInMenu = lazyNamed(() => import("#web/app/shell/session/signed-in-menu.tsx"), "SignedInMenu");

/** `Sign in`, or the user's initials. Its space is reserved while the session is unknown. */
function AccountMenu() {
  const session = useSession();
  const problem = useSessionProblem();
  return (
    <div className="flex min-w-18 justify-end whitespace-nowrap">
      {session === null && <SignInLink />}
      {problem && <Unreachable onRetry={problem.retry} />}
      {session && (
        <Suspense>
          <SignedInMenu user={session.user} />
        </Suspense>
      )}
    </div>
  );
}

function Unreachable({ onRetry }: { onRetry: () => void }) {
  return (
    <p
      role="status"
      className="flex items-center gap-2 text-right font-cond text-00 leading-tight text-ink-2 md:text-0"
    >
      <span className="max-w-20 whitespace-normal md:max-w-none">{m.app_cant_reach_your_account()}</span>
      <Button size="small" onClick={onRetry}>
        {m.app_retry()}
      </Button>
    </p>
  );
}

function SignInLink() {
  const here = useLocation({
    select: ({ pathname, href }) => (pathname === "/" || pathname === "/login" ? null : href),
  });
  const redirect = safePath(here);
  return (
    <Link to="/login" search={redirect ? { redirect } : {}} className={buttonLook("secondary", "small")}>
      {m.common_sign_in()}
    </Link>
  );
}

const Palette = lazyNamed(() => import("#web/app/shell/palette/palette.tsx"), "Palette");

/** Opens search over everything; Ctrl K presses it, too. */
function SearchButton() {
  const [open, setOpen] = useState(false);
  const isApple = useHydrated() && /^(Mac|iP)/.test(navigator.platform);
  return (
    <>
      <button
        type="button"
        data-key="palette"
        aria-label={m.common_search()}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
        className="flex min-h-10 min-w-10 shrink-0 items-center justify-center gap-2 rounded-1 px-2 text-00 text-ink-2 hover:text-ink pointer-coarse:size-11"
      >
        <svg viewBox="0 0 20 20" aria-hidden="true" className="size-5 fill-none stroke-current stroke-[1.75]">
          <path d="M13 13l5 5M3 8.5a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0-11 0" />
        </svg>
        {/* Drawn by the style sheet: the button's name is one word for those who speak it. */}
        <kbd
          data-keys={isApple ? "⌘K" : m.app_keys_of_palette_windows()}
          className="hidden font-cond whitespace-nowrap before:content-[attr(data-keys)] lg:not-pointer-coarse:inline"
        />
      </button>
      {open && (
        <Suspense>
          <Palette onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

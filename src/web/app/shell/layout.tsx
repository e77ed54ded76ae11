import { Link, Outlet, useLocation, useMatches, useRouter } from "@tanstack/react-router";
import { type ReactNode, Suspense, useEffect, useState } from "react";
import { parseSafePath } from "#domain/account/redirect.ts";
import { m } from "#messages";
import { BannerText } from "#web/app/shell/banner-text.tsx";
import { Footer } from "#web/app/shell/footer/footer.tsx";
import { navigations, PAGES } from "#web/app/shell/page/page.tsx";
import { focusPageHeading } from "#web/app/shell/page/page-focus.ts";
import { useConnectivity, useOnline } from "#web/data/offline/connectivity.ts";
import { useSession, useSessionProblem } from "#web/data/session/session.ts";
import { markFrameReady } from "#web/page-state.ts";
import { Button, getButtonClasses } from "#web/ui/button.tsx";
import { useDisclosure } from "#web/ui/disclosure.ts";
import { useHydrated } from "#web/ui/environment.ts";
import { lazyNamed } from "#web/ui/lazy-named.ts";
import { LogoMark } from "#web/ui/logo-mark.tsx";
import { useToasts } from "#web/ui/overlays/toasts.ts";

type LayoutProps = {
  /** Replaces the route's screen. */
  children?: ReactNode;
};

/** The layout around every screen: top bar, banner, main content and footer. */
export function Layout({ children }: LayoutProps) {
  const game = useMatches({ select: (matches) => matches.at(-1)?.staticData.game });

  // Dialogs and menus are portalled out of the layout, so they read the game's accent colour from the document.
  useEffect(() => {
    if (game) document.documentElement.dataset["game"] = game;
    else delete document.documentElement.dataset["game"];
  }, [game]);

  useEffect(markFrameReady, []);

  return (
    <div data-game={game} className="relative flex min-h-dvh flex-col">
      <a
        href="#main"
        ref={skipToRows}
        className="absolute top-2 left-2 z-(--z-toast) -translate-y-16 rounded-1 bg-accent px-4 py-2 font-cond font-semibold text-on-accent focus:translate-y-0"
      >
        {m.app_skip_to_content()}
      </a>
      <TopBar />
      <div className="relative flex grow flex-col">
        <Banner />
        {/* At least as tall as the window, so that late content does not move a visible footer. */}
        <main
          id="main"
          tabIndex={-1}
          className="page min-h-[calc(100dvh-var(--bar-h))] grow pt-9 pb-(--sp-8) outline-none"
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

/** Where the screen is a list, the skip link leads to its first row, past the controls before it. */
function skipToRows(link: HTMLElement | null) {
  const skip = (event: MouseEvent) => {
    const row = document.querySelector<HTMLElement>("main [data-first-row]");
    if (!row) return;
    event.preventDefault();
    row.focus();
  };
  link?.addEventListener("click", skip);
  return () => link?.removeEventListener("click", skip);
}

/**
 * After navigation, announces the title of the new screen and moves the focus from where the navigation began to the heading. A
 * control that the user has reached since then keeps it, and a change of the search parameters moves only a focus that was lost with
 * the former view.
 */
function Announcer() {
  const router = useRouter();
  const [title, setTitle] = useState("");
  useEffect(() => {
    let origin: Element | null = null;
    const unsubscribe = [
      router.subscribe("onBeforeNavigate", ({ fromLocation, hrefChanged }) => {
        if (fromLocation && hrefChanged) navigations.count += 1;
        origin = document.activeElement;
      }),
      router.subscribe("onRendered", ({ fromLocation, pathChanged }) => {
        if (!fromLocation) return;
        setTitle(document.title);
        const isLost = () => document.activeElement === document.body;
        if (pathChanged) return (isLost() || document.activeElement === origin) && focusPageHeading();
        // A closing dialog restores the focus first.
        setTimeout(() => origin !== document.body && isLost() && focusPageHeading());
      }),
    ];
    return () => {
      for (const end of unsubscribe) end();
    };
  }, [router]);
  return (
    <p role="status" aria-live="polite" className="sr-only">
      {title}
    </p>
  );
}

const Toaster = lazyNamed(() => import("#web/ui/overlays/toaster.tsx"), "Toaster");

/** Loads the toaster when the first toast is shown. */
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

/** The menu with the three pages on small screens. */
function NavigationMenu() {
  const { open, frame, button, listId } = useDisclosure();
  return (
    <div ref={frame} className="md:hidden">
      <button type="button" {...button} className={getButtonClasses("quiet", "small")}>
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

/** The top bar: product name, the three pages on medium and larger screens, search and the account menu. */
function TopBar() {
  return (
    <header className="relative top-0 tall:sticky z-(--z-bar) border-b border-line bg-surface-1">
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
 * Shows the most important notice. It lies over the empty space above the heading of each screen, so that the content does
 * not move when it appears.
 */
function Banner() {
  const isOnline = useOnline();
  const reach = useConnectivity();
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

/** `Sign in`, or the user's initials. Its space is reserved while the session is loading. */
function AccountMenu() {
  const session = useSession();
  const problem = useSessionProblem();
  return (
    <div className="flex min-w-18 justify-end whitespace-nowrap">
      {session === null && <SignInLink />}
      {problem && <AccountUnreachable onRetry={problem.retry} />}
      {session && (
        <Suspense>
          <SignedInMenu user={session.user} />
        </Suspense>
      )}
    </div>
  );
}

function AccountUnreachable({ onRetry }: { onRetry: () => void }) {
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
  const returnPath = useLocation({
    select: ({ pathname, href }) => (pathname === "/" || pathname === "/login" ? null : href),
  });
  const redirect = parseSafePath(returnPath);
  return (
    <Link to="/login" search={redirect ? { redirect } : {}} className={getButtonClasses("secondary", "small")}>
      {m.common_sign_in()}
    </Link>
  );
}

const Palette = lazyNamed(() => import("#web/app/shell/palette/palette.tsx"), "Palette");

/** The button that opens the search of the whole site; Ctrl K opens it, too. */
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
        {/* Drawn by the style sheet, so that the accessible name stays one word for voice control. */}
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

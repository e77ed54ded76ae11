import { lazy, Suspense } from "react";
import { importOptional } from "#web/components/fields/optional-imports.ts";
import { useOnline, useReach } from "#web/data/connectivity.ts";
import { useSession } from "#web/data/session/session.ts";

/** Without a network, and without this part stored, the page works without its banner. */
const BannerText = lazy(async () => {
  const module = await importOptional(() => import("#web/app/shell/banner-text.tsx"));
  return { default: module?.BannerText ?? (() => null) };
});

/**
 * The one thing to know right now. It lies on the space every screen keeps free above its heading, so that nothing moves
 * when it comes.
 */
export function Banner() {
  const isOnline = useOnline();
  const reach = useReach();
  const session = useSession();
  const isNeeded = !isOnline || reach.update || (session && (session.user.isAnonymous || !session.user.emailVerified));
  if (!isNeeded) return null;
  return (
    <div role="status" className="page absolute inset-x-0 top-0">
      <p className="flex min-h-9 items-center gap-3 border-b border-line font-cond text-00 text-ink-2 md:text-0">
        <Suspense>
          <BannerText isOnline={isOnline} reach={reach} session={session} />
        </Suspense>
      </p>
    </div>
  );
}

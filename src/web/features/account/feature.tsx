import { useQuery } from "@tanstack/react-query";
import type { inferRouterOutputs } from "@trpc/server";
import type { ReactNode } from "react";
import type { AppRouter } from "#api";
import { useTRPC } from "#web/data/trpc.ts";

type AccountFeature = inferRouterOutputs<AppRouter>["account"]["featuresOff"][number];

/** Returns whether a feature of the account system is switched off on this site; none is while the list is asked for. */
export function useIsOff(): (...features: readonly AccountFeature[]) => boolean {
  const { data: off = [] } = useQuery(useTRPC().account.featuresOff.queryOptions());
  return (...features) => features.some((feature) => off.includes(feature));
}

type FeatureProps = {
  /** What the content is of no use without. */
  needs: readonly AccountFeature[];
  /** The sentence in its place. */
  off: string;
  children: ReactNode;
};

/** Shows its content unless the site has switched off what it needs. */
export function Feature({ needs, off, children }: FeatureProps) {
  return useIsOff()(...needs) ? (
    <p role="status" className="text-ink-2">
      {off}
    </p>
  ) : (
    children
  );
}

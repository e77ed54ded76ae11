import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { RouterOutputs } from "#api";
import { useTRPC } from "#web/data/trpc.ts";

type AccountFeature = RouterOutputs["account"]["featuresOff"][number];

/** Returns a function that checks whether a feature is switched off on this site. While loading, all count as switched on. */
export function useIsOff(): (...features: readonly AccountFeature[]) => boolean {
  const { data: disabledFeatures = [] } = useQuery(useTRPC().account.featuresOff.queryOptions());
  return (...features) => features.some((feature) => disabledFeatures.includes(feature));
}

type FeatureProps = {
  /** The features that the content requires. */
  needs: readonly AccountFeature[];
  /** The text that replaces the content. */
  off: string;
  children: ReactNode;
};

/** Renders its content unless the site has switched off a feature that it needs. */
export function Feature({ needs, off, children }: FeatureProps) {
  return useIsOff()(...needs) ? (
    <p role="status" className="text-ink-2">
      {off}
    </p>
  ) : (
    children
  );
}

/** A sign-in provider with the name on its button. */
export type Provider = { id: string; name: string };

/** Returns the name of a provider; for one that is switched off, its capitalized id. */
export const getProviderName = (id: string, providers: readonly Provider[]): string =>
  providers.find((provider) => provider.id === id)?.name ?? id.charAt(0).toUpperCase() + id.slice(1);

/** Returns the providers of this site; empty while loading. */
export const useProviders = (): readonly Provider[] => useQuery(useTRPC().provider.list.queryOptions()).data ?? [];

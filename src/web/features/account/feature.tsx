import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { RouterOutputs } from "#api";
import { useTRPC } from "#web/data/trpc.ts";

type AccountFeature = RouterOutputs["account"]["featuresOff"][number];

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

/** A way in over another site, by the name on its button. */
export type Provider = { id: string; name: string };

/** The name of a provider; of one that is switched off, its id as a name. */
export const providerName = (id: string, providers: readonly Provider[]): string =>
  providers.find((provider) => provider.id === id)?.name ?? id.charAt(0).toUpperCase() + id.slice(1);

/** The providers this site has; none while they are asked for. */
export const useProviders = (): readonly Provider[] => useQuery(useTRPC().provider.list.queryOptions()).data ?? [];

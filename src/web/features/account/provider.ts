/** A way in over another site, by the name on its button. */
export type Provider = { id: string; name: string };

/** The name of a provider; of one that is switched off, its id as a name. */
export const providerName = (id: string, providers: readonly Provider[]): string =>
  providers.find((provider) => provider.id === id)?.name ?? id.charAt(0).toUpperCase() + id.slice(1);

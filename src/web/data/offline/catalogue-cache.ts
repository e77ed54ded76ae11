// The browser cache of the games' data. Each build overwrites the entries of the previous one. Increase the number if a build
// cannot read the previous entries.
export const CATALOGUE_CACHE = "catalogues-1";

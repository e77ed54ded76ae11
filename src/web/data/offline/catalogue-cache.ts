// The browser's cache of the games' data. A build stores its own over that of the one before; the number rises where a build could
// not read that.
export const CATALOGUE_CACHE = "catalogues-1";

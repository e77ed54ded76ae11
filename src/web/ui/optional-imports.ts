/** How many imports are under way that the page can do without: one that fails must not reload it. */
export const optionalImports = { pending: 0 };

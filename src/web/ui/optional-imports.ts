/** How many imports are under way that the page can do without: one that fails must not reload it. */
export const optionalImports = { pending: 0 };

/** Imports what the page can do without; null when it cannot be loaded. */
export async function importOptional<Module>(load: () => Promise<Module>): Promise<Module | null> {
  optionalImports.pending += 1;
  try {
    return await load();
  } catch {
    return null;
  } finally {
    optionalImports.pending -= 1;
  }
}

const failures = new WeakSet<object>();

/** Imports what the page can do without; null when it cannot be loaded. */
export async function importOptional<Module>(load: () => Promise<Module>): Promise<Module | null> {
  try {
    return await load();
  } catch (error) {
    if (error instanceof Error) failures.add(error);
    return null;
  }
}

/** True, once its import has failed, for the error of a part that the page can do without: it must not be loaded again. */
export const isOptionalFailure = (error: object): boolean => failures.has(error);

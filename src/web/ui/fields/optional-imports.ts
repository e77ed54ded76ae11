const failures = new WeakSet<object>();

/** Imports an optional module; returns null if it cannot be loaded. */
export async function importOptional<Module>(load: () => Promise<Module>): Promise<Module | null> {
  try {
    return await load();
  } catch (error) {
    if (error instanceof Error) failures.add(error);
    return null;
  }
}

/** Whether the error comes from a failed optional import, which must not reload the page. */
export const isOptionalFailure = (error: object): boolean => failures.has(error);

import { AsyncLocalStorage } from "node:async_hooks";

const patience = new AsyncLocalStorage<"endless">();

/** Does what may take its time, such as a migration: its statements are waited for as long as they take. */
export const withTimeouts = <T>(task: () => Promise<T>): Promise<T> => patience.run("endless", task);

/** Whether the statements of the task under way are waited for as long as they take. */
export const hasTimeouts = (): boolean => patience.getStore() !== undefined;

/** What the web may know of the server: types, and nothing that runs. */
export type { AppRouter } from "./router.ts";

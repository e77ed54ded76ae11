/** The only module of the server that the web app may import; it has types only. */
export type { AppRouter } from "./router.ts";

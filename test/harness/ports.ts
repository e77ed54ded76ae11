// The ports of the browser tests. TEST_PORT changes all three, so that two checkouts can run at once.
export const SITE_PORT = Number(process.env["TEST_PORT"] ?? 4173);
export const SITE = `http://localhost:${SITE_PORT}`;
export const STORIES_PORT = SITE_PORT + 1;
export const STORIES = `http://localhost:${STORIES_PORT}/test/stories/`;
export const STATS_PORT = SITE_PORT + 2;
export const STATS = `http://127.0.0.1:${STATS_PORT}`;

// Where the browser tests find what they look at.
export const SITE_PORT = 4173;
export const SITE = `http://localhost:${SITE_PORT}`;
export const STORIES_PORT = 4174;
export const STORIES = `http://localhost:${STORIES_PORT}/test/stories/`;
export const STATS_PORT = 4175;
export const STATS = `http://127.0.0.1:${STATS_PORT}`;

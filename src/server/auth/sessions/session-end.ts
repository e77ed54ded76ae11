// How long a session lives: a person's ends 30 days after the last visit and 180 days after the sign-in, a guest's 180
// days after the last visit, for it is all the guest has.
const MINUTE_S = 60;
const DAY_S = 24 * 60 * MINUTE_S;
const IDLE_MS = 30 * DAY_S * 1000;

/** Who signed in no longer ago than this has proved lately who they are. */
export const FRESH_AGE_S = 10 * MINUTE_S;

/** Library options: a cookie lasts as long as the longest session, and only our plugin extends it. */
export const SESSION_LIFETIME = { expiresIn: 180 * DAY_S, updateAge: DAY_S, disableSessionRefresh: true };
const MAX_LIFETIME_MS = SESSION_LIFETIME.expiresIn * 1000;
const UPDATE_AGE_MS = SESSION_LIFETIME.updateAge * 1000;

/** When a session ends that is visited now and never again, in milliseconds. */
export const getExpiry = (createdAt: Date | string, isGuest: boolean): number =>
  isGuest
    ? Date.now() + MAX_LIFETIME_MS
    : Math.min(Date.now() + IDLE_MS, new Date(createdAt).getTime() + MAX_LIFETIME_MS);

/** Whether a visit now moves the session's end: not before that makes a day of difference. */
export const shouldExtend = (
  { createdAt, expiresAt }: Record<"createdAt" | "expiresAt", Date | string>,
  isGuest: boolean,
) => getExpiry(createdAt, isGuest) - new Date(expiresAt).getTime() >= UPDATE_AGE_MS;

/** What whoever adds or removes a way to sign in holds meanwhile, so that two at once never remove the last two. */
export const waysInLock = (userId: string): string => `ways-in:${userId}`;

import { AVATAR_PATH } from "#domain/account/account.ts";

/** A person's picture where it is one of ours: what a provider names is loaded by no page. */
export const ownPicture = (image: string | null | undefined): string | null =>
  image?.startsWith(AVATAR_PATH) ? image : null;

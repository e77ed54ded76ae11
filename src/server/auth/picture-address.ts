// Addresses of pictures that come from outside: of a user, and of a platoon.
import { safePath } from "#domain/account/redirect.ts";

const MAX_PICTURE_ADDRESS = 2000;

/** Microsoft gives a photo and no address; the account library makes this of it. */
const PROVIDER_PHOTO = /^data:image\/jpeg;base64, ?[A-Za-z0-9+/=]*$/;
const MAX_PROVIDER_PHOTO = 20_000;

/** The parser drops spaces and control characters, and takes a backslash for a slash: what it opens is not what is read. */
const WEB_ADDRESS = /^https?:\/\/[^\s\p{Cc}\\/?#][^\s\p{Cc}\\]*$/iu;

/** Whether this is an address on the web, or a path of this site. */
export function isPictureAddress(text: string): boolean {
  if (text.length > MAX_PICTURE_ADDRESS) return false;
  return safePath(text) !== null || (WEB_ADDRESS.test(text) && URL.canParse(text));
}

/** The picture of a provider's profile; null where it is none, since a profile may hold anything. */
export function toProviderPicture(image: string): string | null {
  const isPhoto = image.length <= MAX_PROVIDER_PHOTO && PROVIDER_PHOTO.test(image);
  return isPhoto || isPictureAddress(image) ? image : null;
}

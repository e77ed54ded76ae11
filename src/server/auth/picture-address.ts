// Validates external picture addresses of users and platoons.
import { parseSafePath } from "#domain/account/redirect.ts";

const MAX_PICTURE_ADDRESS = 2000;

/** Microsoft returns a photo instead of an address, which the account library converts to this data URL. */
const PROVIDER_PHOTO = /^data:image\/jpeg;base64, ?[A-Za-z0-9+/=]*$/;
const MAX_PROVIDER_PHOTO = 20_000;

/** Excludes spaces, control characters and backslashes: a URL parser drops or converts them, so the opened URL would differ. */
const WEB_ADDRESS = /^https?:\/\/[^\s\p{Cc}\\/?#][^\s\p{Cc}\\]*$/iu;

/** Whether the text is a web address or a path of this site. */
export function isPictureAddress(text: string): boolean {
  if (text.length > MAX_PICTURE_ADDRESS) return false;
  return parseSafePath(text) !== null || (WEB_ADDRESS.test(text) && URL.canParse(text));
}

/** Returns the picture of a provider's profile, or null if the value is not a picture. */
export function toProviderPicture(image: string): string | null {
  const isPhoto = image.length <= MAX_PROVIDER_PHOTO && PROVIDER_PHOTO.test(image);
  return isPhoto || isPictureAddress(image) ? image : null;
}

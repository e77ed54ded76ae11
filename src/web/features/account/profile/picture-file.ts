// Converts a picked picture to an avatar: cropped to a square, one size, WebP, without the file's metadata.
import { AVATAR } from "#domain/account/account.ts";

/** Tried in this order until the picture is small enough. */
const QUALITIES = [0.9, 0.75, 0.6, 0.4, 0.2];

/** The picture as base64, or null where the file is none that this browser can read or make small enough. */
export async function createAvatar(file: File): Promise<string | null> {
  const source = await createImageBitmap(file).catch(() => null);
  if (!source) return null;
  const canvas = new OffscreenCanvas(AVATAR.side, AVATAR.side);
  const side = Math.min(source.width, source.height);
  const [x, y] = [(source.width - side) / 2, (source.height - side) / 2];
  canvas.getContext("2d")?.drawImage(source, x, y, side, side, 0, 0, AVATAR.side, AVATAR.side);
  source.close();
  for (const quality of QUALITIES) {
    const blob = await canvas.convertToBlob({ type: "image/webp", quality });
    if (blob.type === "image/webp" && blob.size <= AVATAR.mostBytes) return getBase64(blob);
  }
  return null;
}

async function getBase64(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

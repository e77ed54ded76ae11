import { expect, test } from "vitest";
import { getDevice } from "#web/features/account/passkey.ts";

const WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)";

test.for([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/141.0.0.0 Safari/537.36`, "Chrome on Windows", false],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/141.0 Safari/537.36 Edg/141.0`,
    "Edge on Windows",
    false,
  ],
  [`Mozilla/5.0 (Windows NT 10.0) ${WEBKIT} Chrome/130.0 Safari/537.36 OPR/115.0`, "Opera on Windows", false],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0", "Firefox on Linux", false],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/141.0 Safari/537.36`, "Chrome on ChromeOS", false],
  [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} HeadlessChrome/141.0 Safari/537.36`, "Chrome on Linux", false],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1 Version/18.0 Safari/605.1",
    "Safari on macOS",
    false,
  ],
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1", "Safari on iPhone", true],
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) FxiOS/143.0 Mobile Safari/605.1", "Firefox on iPhone", true],
  ["Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) CriOS/141.0 Mobile Safari/604.1", "Chrome on iPad", true],
  [`Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} Chrome/141.0 Mobile Safari/537.36`, "Chrome on Android", true],
  [
    `Mozilla/5.0 (Linux; Android 14) ${WEBKIT} SamsungBrowser/27 Chrome/125 Safari/537`,
    "Samsung Internet on Android",
    true,
  ],
  ["curl/8.9.1", "Unknown device", false],
  ["", "Unknown device", false],
] as const)("%s is %s", ([userAgent, name, isHandheld]) => {
  expect(getDevice(userAgent)).toEqual({ words: name, isHandheld });
});

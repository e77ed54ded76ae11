type Device = {
  /** "Firefox on Windows", as far as it can be derived. */
  words: string;
  isHandheld: boolean;
};

/** The first that fits names it: most browsers also name those they descend from. */
const BROWSERS = [
  [/\bEdg(?:A|iOS)?\//, "Edge"],
  [/\bOPR\/|\bOpera\b/, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bVivaldi\//, "Vivaldi"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
] as const;

const SYSTEMS = [
  [/\biPad\b/, "iPad"],
  [/\biPhone\b/, "iPhone"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b|\bMacintosh\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
] as const;

const HANDHELD: ReadonlySet<string> = new Set(["iPad", "iPhone", "Android"]);

/** What a person calls the device that sent this User-Agent. */
export function getDevice(userAgent: string): Device {
  const nameIn = (kinds: typeof BROWSERS | typeof SYSTEMS) => kinds.find(([pattern]) => pattern.test(userAgent))?.[1];
  const browser = nameIn(BROWSERS);
  const system = nameIn(SYSTEMS);
  const words = browser && system ? `${browser} on ${system}` : (browser ?? system ?? "Unknown device");
  return { words, isHandheld: system !== undefined && HANDHELD.has(system) };
}

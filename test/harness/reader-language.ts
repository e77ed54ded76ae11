import { onTestFinished } from "vitest";
import { getLocale, overwriteGetLocale } from "#messages/compiled/runtime.js";
import type { Language } from "#messages/languages.ts";

/** Sets the language of all messages until the present test ends. Tests share modules, so what was set before comes back. */
export function setReaderLanguage(language: Language | (() => Language)): void {
  const before = getLocale;
  overwriteGetLocale(typeof language === "function" ? language : () => language);
  onTestFinished(() => overwriteGetLocale(before));
}

import { onTestFinished } from "vitest";
import type { Language } from "#messages/languages.ts";
import { setActiveLanguage } from "#messages/message.ts";

/** Sets the language of all messages until the current test ends, then restores it, because tests share modules. */
export function setReaderLanguage(language: Language | (() => Language)): void {
  const before = setActiveLanguage(typeof language === "function" ? language : () => language);
  onTestFinished(() => void setActiveLanguage(before));
}

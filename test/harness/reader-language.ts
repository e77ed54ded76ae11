import { onTestFinished } from "vitest";
import type { Language } from "#messages/languages.ts";
import { setActiveLanguage } from "#messages/message.ts";

/** Sets the language of all messages until the present test ends. Tests share modules, so what was set before comes back. */
export function setReaderLanguage(language: Language | (() => Language)): void {
  const before = setActiveLanguage(typeof language === "function" ? language : () => language);
  onTestFinished(() => void setActiveLanguage(before));
}

// The type of compiled messages, and the active language.
import { ALL_LANGUAGES, BASE_LANGUAGE, type Language } from "./languages.ts";

/** A function that returns the text of a message in the active language, or in `locale`. */
export type Message<Inputs = object> = object extends Inputs
  ? (inputs?: Inputs, options?: MessageOptions) => string
  : (inputs: Inputs, options?: MessageOptions) => string;

type MessageOptions = { locale?: Language };

/** A text, or an element of a message with its children. */
export type MessagePart<Name extends string> = string | { name: Name; children: readonly MessagePart<Name>[] };

/** A message with elements, such as `{#b}…{/b}`; its text omits the markup. */
export type MarkupMessage<Inputs, Name extends string> = Message<Inputs> & {
  parts(inputs: Inputs): readonly MessagePart<Name>[];
};

let getActive = (): Language => BASE_LANGUAGE;

/** Sets the function that returns the active language, and returns the previous function. */
export function setActiveLanguage(get: () => Language): () => Language {
  const previous = getActive;
  getActive = get;
  return previous;
}

type Compiled = ((inputs?: object) => string) & { parts?(inputs?: object): readonly MessagePart<string>[] };

const INDEX = Object.fromEntries(ALL_LANGUAGES.map((language, index) => [language, index]));

/** Returns a message that selects the active language; `compiled` has a function for each of ALL_LANGUAGES. */
export function createMessage(compiled: readonly Compiled[]): Message {
  const find = (language: Language): Compiled => compiled[INDEX[language] ?? 0] as Compiled;
  const message: Message = (inputs, options) => find(options?.locale ?? getActive())(inputs);
  if (!compiled[0]?.parts) return message;
  return Object.assign(message, { parts: (inputs: object) => find(getActive()).parts?.(inputs) });
}

// What the compiled messages are, and the language that they are in.
import { ALL_LANGUAGES, BASE_LANGUAGE, type Language } from "./languages.ts";

/** The text of a message that depends on nothing but its inputs; `locale` is for a text in another language than the active one. */
export type Message<Inputs = object> = object extends Inputs
  ? (inputs?: Inputs, options?: MessageOptions) => string
  : (inputs: Inputs, options?: MessageOptions) => string;

type MessageOptions = { locale?: Language };

/** A text, or an element of a message with what stands in it. */
export type MessagePart<Name extends string> = string | { name: Name; children: readonly MessagePart<Name>[] };

/** A message with elements, such as `{#b}…{/b}`; its text is without them. */
export type MarkupMessage<Inputs, Name extends string> = Message<Inputs> & {
  parts(inputs: Inputs): readonly MessagePart<Name>[];
};

let getActive = (): Language => BASE_LANGUAGE;

/** Every message is in the language that `get` returns when it is called. Returns the function before it. */
export function setActiveLanguage(get: () => Language): () => Language {
  const before = getActive;
  getActive = get;
  return before;
}

type Compiled = ((inputs?: object) => string) & { parts?(inputs?: object): readonly MessagePart<string>[] };

const INDEX = Object.fromEntries(ALL_LANGUAGES.map((language, index) => [language, index]));

/** The message that is in the active language; `compiled` has it in each of ALL_LANGUAGES. */
export function inEachLanguage(compiled: readonly Compiled[]): Message {
  const find = (language: Language): Compiled => compiled[INDEX[language] ?? 0] as Compiled;
  const message: Message = (inputs, options) => find(options?.locale ?? getActive())(inputs);
  if (!compiled[0]?.parts) return message;
  return Object.assign(message, { parts: (inputs: object) => find(getActive()).parts?.(inputs) });
}

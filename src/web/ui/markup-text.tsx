import { createElement, Fragment, type ReactNode } from "react";
import type { MarkupMessage, MessagePart } from "#messages/message.ts";

type Elements<Name extends string> = Readonly<Record<Name, (props: { children: ReactNode }) => ReactNode>>;

/** Draws what a message marks as `{#b}…{/b}` in bold. */
export const BOLD: Elements<"b"> = { b: ({ children }) => createElement("b", null, children) };

type MarkupTextProps<Inputs, Name extends string> = {
  message: MarkupMessage<Inputs, Name>;
  /** How to draw each element of the message. */
  markup: Elements<Name>;
} & (object extends Inputs ? { inputs?: Inputs } : { inputs: Inputs });

/** The text of a message whose elements, such as `{#b}…{/b}`, are drawn by `markup`. */
export function MarkupText<Inputs, Name extends string>({
  message,
  markup,
  inputs,
}: MarkupTextProps<Inputs, Name>): ReactNode {
  return draw(message.parts(inputs as Inputs), markup);
}

function draw<Name extends string>(parts: readonly MessagePart<Name>[], markup: Elements<Name>): ReactNode {
  const nodes = parts.map((part) =>
    // Called, and not made an element of: its type would be another one each time, which loses the focus of what is in it.
    typeof part === "string" ? part : markup[part.name]({ children: draw(part.children, markup) }),
  );
  return createElement(Fragment, null, ...nodes);
}

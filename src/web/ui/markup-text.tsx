import { createElement, Fragment, type ReactNode } from "react";
import type { MarkupMessage, MessagePart } from "#messages/message.ts";

type Elements<Name extends string> = Readonly<Record<Name, (props: { children: ReactNode }) => ReactNode>>;

type MarkupTextProps<Inputs, Name extends string> = {
  message: MarkupMessage<Inputs, Name>;
} & (object extends Inputs ? { inputs?: Inputs } : { inputs: Inputs }) &
  // How to draw each element of the message.
  (Name extends "b" ? { markup?: Elements<Name> } : { markup: Elements<Name> });

const BOLD: Elements<"b"> = { b: ({ children }) => createElement("b", null, children) };

/** The text of a message whose elements, such as `{#b}…{/b}`, are drawn by `markup`. */
export function MarkupText<Inputs, Name extends string>({
  message,
  markup,
  inputs,
}: MarkupTextProps<Inputs, Name>): ReactNode {
  return draw(message.parts(inputs as Inputs), (markup ?? BOLD) as Elements<Name>);
}

function draw<Name extends string>(parts: readonly MessagePart<Name>[], markup: Elements<Name>): ReactNode {
  const nodes = parts.map((part) =>
    // Called, and not made an element of: its type would be another one each time, which loses the focus of what is in it.
    typeof part === "string" ? part : markup[part.name]({ children: draw(part.children, markup) }),
  );
  return createElement(Fragment, null, ...nodes);
}

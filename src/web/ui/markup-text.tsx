import { createElement, Fragment, type ReactNode } from "react";
import type { MarkupMessage, MessagePart } from "#messages/message.ts";

type Elements<Name extends string> = Readonly<Record<Name, (props: { children: ReactNode }) => ReactNode>>;

type MarkupTextProps<Inputs, Name extends string> = {
  message: MarkupMessage<Inputs, Name>;
} & (object extends Inputs ? { inputs?: Inputs } : { inputs: Inputs }) &
  // The component of each element in the message.
  (Name extends "b" ? { markup?: Elements<Name> } : { markup: Elements<Name> });

const BOLD: Elements<"b"> = { b: ({ children }) => createElement("b", null, children) };

/** Renders a message; `markup` renders its elements, such as `{#b}…{/b}`. */
export function MarkupText<Inputs, Name extends string>({
  message,
  markup,
  inputs,
}: MarkupTextProps<Inputs, Name>): ReactNode {
  return renderParts(message.parts(inputs as Inputs), (markup ?? BOLD) as Elements<Name>);
}

function renderParts<Name extends string>(parts: readonly MessagePart<Name>[], markup: Elements<Name>): ReactNode {
  const nodes = parts.map((part) =>
    // Called as a function: as a component, it would have a new type on each render, and its content would lose the focus.
    typeof part === "string" ? part : markup[part.name]({ children: renderParts(part.children, markup) }),
  );
  return createElement(Fragment, null, ...nodes);
}

import { type FunctionComponent, lazy } from "react";

type PropsOf<Part> = Part extends (props: infer Props extends object) => unknown ? Props : object;

/** A component that its module exports by this name; loaded when it is first drawn. */
export const lazyNamed = <Module, Name extends keyof Module>(load: () => Promise<Module>, name: Name) =>
  lazy(async () => ({ default: (await load())[name] as FunctionComponent<PropsOf<Module[Name]>> }));

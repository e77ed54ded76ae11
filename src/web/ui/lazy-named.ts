import { type FunctionComponent, lazy } from "react";

type ComponentPropsOf<Part> = Part extends (props: infer Props extends object) => unknown ? Props : object;

/** Returns a lazy component for a named export of a module. */
export const lazyNamed = <Module, Name extends keyof Module>(load: () => Promise<Module>, name: Name) =>
  lazy(async () => ({ default: (await load())[name] as FunctionComponent<ComponentPropsOf<Module[Name]>> }));

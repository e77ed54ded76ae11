declare module "@inlang/plugin-message-format" {
  import type { InlangPlugin } from "@inlang/sdk";

  const plugin: InlangPlugin;

  export { plugin as default };
}

/** A browser tab, in the same terms for each browser engine. */
export type Tab = {
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  /** Waits for a visible element that matches the XPath, and clicks the first. */
  click(xpath: string): Promise<void>;
  /** Replaces the content of a field. */
  fill(xpath: string, text: string): Promise<void>;
  press(key: "Enter" | "Escape" | "ArrowDown"): Promise<void>;
  /** Waits for a visible element that matches the XPath, and returns the text of the first. */
  text(xpath: string): Promise<string>;
  evaluate<Value>(expression: string): Promise<Value>;
  /** Opens another tab of the same browser. */
  openTab(): Promise<Tab>;
  close(): Promise<void>;
};

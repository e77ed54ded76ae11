/** A tab of whichever browser. */
export type Tab = {
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  /** Clicks the first visible element of this XPath as soon as there is one. */
  click(xpath: string): Promise<void>;
  /** Replaces the content of a field. */
  fill(xpath: string, text: string): Promise<void>;
  press(key: "Enter" | "Escape" | "ArrowDown"): Promise<void>;
  /** The text of the first visible element of this XPath as soon as there is one. */
  text(xpath: string): Promise<string>;
  evaluate<Value>(expression: string): Promise<Value>;
  /** Another tab of the same browser. */
  openTab(): Promise<Tab>;
  close(): Promise<void>;
};

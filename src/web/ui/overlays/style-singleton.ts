// Replaces the package with which Radix locks the page's scroll. A constructed style sheet is allowed by a strict CSP.
import { useEffect } from "react";

type StyleProps = { styles: string; dynamic?: boolean };

/** Returns a component that adopts a style sheet while at least one instance is mounted. */
export function styleSingleton() {
  let sheet: CSSStyleSheet | null = null;
  let instanceCount = 0;
  return ({ styles }: StyleProps) => {
    useEffect(() => {
      sheet ??= new CSSStyleSheet();
      const ownSheet = sheet;
      ownSheet.replaceSync(styles);
      if (instanceCount++ === 0) document.adoptedStyleSheets.push(ownSheet);
      return () => {
        instanceCount -= 1;
        if (instanceCount === 0)
          document.adoptedStyleSheets = document.adoptedStyleSheets.filter((item) => item !== ownSheet);
      };
    }, [styles]);
    return null;
  };
}

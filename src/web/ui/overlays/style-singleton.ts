// Stands in for the package Radix uses to lock the page's scroll: a constructed sheet passes a strict content policy.
import { useEffect } from "react";

type StyleProps = { styles: string; dynamic?: boolean };

/** A component that keeps one stylesheet adopted while any instance of it is on the page. */
export function styleSingleton() {
  let sheet: CSSStyleSheet | null = null;
  let users = 0;
  return ({ styles }: StyleProps) => {
    useEffect(() => {
      sheet ??= new CSSStyleSheet();
      const mine = sheet;
      mine.replaceSync(styles);
      if (users++ === 0) document.adoptedStyleSheets.push(mine);
      return () => {
        users -= 1;
        if (users === 0) document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== mine);
      };
    }, [styles]);
    return null;
  };
}

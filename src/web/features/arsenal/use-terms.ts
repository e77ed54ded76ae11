import { useCallback, useEffect, useRef, useState } from "react";
import type { ArsenalSearch } from "./address.ts";
import { getSearch, getTerms, type Terms } from "./terms.ts";

const DEBOUNCE_MS = 250;

export type TermsChange = Partial<Terms> | ((terms: Terms) => Partial<Terms>);

/**
 * The terms on screen and how to change them. They change at once and are written to the address when they rest; an
 * address that changes by itself (Back, a link) wins over them. The last of the three writes what is pending at once, so
 * that a step taken now can be taken back to it, and answers what it wrote.
 */
export function useTerms(
  search: ArsenalSearch,
  write: (search: ArsenalSearch) => void,
): [Terms, (change: TermsChange) => void, () => ArsenalSearch] {
  const [terms, setTerms] = useState(() => getTerms(search));
  const address = JSON.stringify(getSearch(getTerms(search)));
  const settled = useRef(address);

  useEffect(() => {
    if (address === settled.current) return;
    settled.current = address;
    setTerms(getTerms(JSON.parse(address)));
  }, [address]);

  useEffect(() => {
    const requested = JSON.stringify(getSearch(terms));
    if (requested === settled.current) return;
    const timer = setTimeout(() => {
      settled.current = requested;
      write(getSearch(terms));
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [terms, write]);

  const change = useCallback((asked: TermsChange) => {
    setTerms((present) => ({ ...present, ...(typeof asked === "function" ? asked(present) : asked) }));
  }, []);
  const settle = () => {
    const requested = getSearch(terms);
    const text = JSON.stringify(requested);
    if (text !== settled.current) {
      settled.current = text;
      write(requested);
    }
    return requested;
  };
  return [terms, change, settle];
}

import { createContext, type ReactNode, useContext } from "react";

const ReadOnlyContext = createContext(false);

/** Whether this part of the screen is read-only. */
export const useReadOnly = (): boolean => useContext(ReadOnlyContext);

type ReadOnlyProps = { active: boolean; children: ReactNode };

/** Makes a part of a screen read-only while `active`; controls inside `Changing` are disabled. */
export function ReadOnlyView({ active, children }: ReadOnlyProps) {
  return <ReadOnlyContext value={active}>{children}</ReadOnlyContext>;
}

/** Disables its controls inside a read-only view, including menus that open on pointer down; links still work. */
export function Changing({ children }: { children: ReactNode }) {
  return (
    <fieldset
      role="none"
      disabled={useReadOnly()}
      className="contents [&_:disabled]:pointer-events-none [&_nav_:disabled]:opacity-60"
    >
      {children}
    </fieldset>
  );
}

/** Disables all its controls while `active`. */
export function ReadOnly({ active, children }: ReadOnlyProps) {
  return (
    <ReadOnlyView active={active}>
      <Changing>{children}</Changing>
    </ReadOnlyView>
  );
}

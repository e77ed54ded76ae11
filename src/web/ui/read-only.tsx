import { createContext, type ReactNode, useContext } from "react";

const ReadOnlyContext = createContext(false);

/** True inside a part of a screen that shows but changes nothing. */
export const useReadOnly = (): boolean => useContext(ReadOnlyContext);

type ReadOnlyProps = { active: boolean; children: ReactNode };

/** Marks a part of a screen as read-only while `active`; what `Changing` wraps inside is disabled. */
export function ReadOnlyView({ active, children }: ReadOnlyProps) {
  return <ReadOnlyContext value={active}>{children}</ReadOnlyContext>;
}

/** Disables every control inside a read-only view, menus that open on pointer down included; links keep working. */
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

/** Disables every control inside while `active`. */
export function ReadOnly({ active, children }: ReadOnlyProps) {
  return (
    <ReadOnlyView active={active}>
      <Changing>{children}</Changing>
    </ReadOnlyView>
  );
}

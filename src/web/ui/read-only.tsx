import { createContext, type ReactNode, useContext } from "react";

const ReadOnlyContext = createContext(false);

/** True inside a part of a screen that shows but changes nothing. */
export const useReadOnly = (): boolean => useContext(ReadOnlyContext);

/** Disables every control inside while `active`, menus that open on pointer down included; links keep working. */
export function ReadOnly({ active, children }: { active: boolean; children: ReactNode }) {
  return (
    <ReadOnlyContext value={active}>
      <fieldset
        role="none"
        disabled={active}
        className="contents [&_:disabled]:pointer-events-none [&_nav_:disabled]:opacity-60"
      >
        {children}
      </fieldset>
    </ReadOnlyContext>
  );
}

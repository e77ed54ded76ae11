import { Dialog as Radix } from "radix-ui";
import { createContext, type ReactNode, useContext, useRef, useState } from "react";
import { m } from "#messages";
import { Button } from "#web/ui/button.tsx";
import { classes } from "#web/ui/class-names.ts";
import { useCoarsePointer } from "#web/ui/environment.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { X } from "#web/ui/icons.tsx";

/** What is typed into a dialog. */
export type DialogInput = { isUnsaved: () => boolean; discard: () => void };

type DialogProps = {
  onClose: () => void;
  title: ReactNode;
  /** One sentence under the title, read with it. */
  description?: ReactNode | undefined;
  /** Id of the element that gets focus on closing, in place of the one that had it before. */
  returnTo?: string;
  /** Icon buttons beside the one that closes. */
  actions?: ReactNode;
  /** Closing asks before it discards what was typed. */
  input?: DialogInput | undefined;
  children: ReactNode;
};

const SHEET = "fixed inset-x-0 bottom-0 w-full slide-up border-t md:inset-x-auto md:border";
const SCROLLED = "overflow-y-auto p-5";
const CENTRE =
  "max-h-[90dvh] md:top-1/2 md:bottom-auto md:left-1/2 md:w-[min(36rem,92vw)] md:-translate-1/2 md:animate-none";
const RIGHT = "md:top-0 md:right-0 md:bottom-0 md:w-[480px] md:border-l md:slide-right";

/** A question or a short text over the page. Focus stays inside; Escape closes and gives focus back. */
export function Dialog(props: DialogProps) {
  return <Sheet {...props} place={CENTRE} body={SCROLLED} />;
}

/** Details beside the page: at the right edge, from below on small screens. */
export function Drawer(props: DialogProps) {
  return <Sheet {...props} place={`max-h-[90dvh] md:max-h-none ${RIGHT}`} body={SCROLLED} />;
}

/**
 * A choice to make beside the page: at the right edge, the whole of a small screen. Its content scrolls by itself; what in it has
 * `data-first-focus` gets the focus first.
 */
export function SidePanel(props: DialogProps) {
  return <Sheet {...props} place={`h-dvh md:h-auto ${RIGHT}`} body="flex flex-col" />;
}

type SearchDialogProps = {
  title: string;
  onClose: () => void;
  /** Runs once the focus is back where it was. */
  onClosed: () => void;
  children: ReactNode;
};

/** A search over the page, at its top. */
export function SearchDialog({ title, onClose, onClosed, children }: SearchDialogProps) {
  const opener = useRef<Element | null>(null);
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-(--z-drawer) bg-[rgb(0_0_0/0.55)]" />
        <Radix.Content
          aria-describedby={undefined}
          onOpenAutoFocus={() => {
            opener.current = document.activeElement;
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (opener.current instanceof HTMLElement) opener.current.focus();
            onClosed();
          }}
          className="fixed inset-x-2 top-2 z-(--z-dialog) rounded-2 border border-line-strong bg-surface-1 shadow-pop md:inset-x-auto md:top-[12vh] md:left-1/2 md:w-[min(40rem,92vw)] md:-translate-x-1/2"
        >
          <Radix.Title className="sr-only">{title}</Radix.Title>
          {children}
          <Radix.Close className="absolute top-2 right-2 min-h-10 rounded-1 px-3 font-cond text-0 font-semibold text-ink-2 hover:bg-surface-2 hover:text-ink pointer-coarse:min-h-11">
            {m.common_close()}
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Gives what overflows a tab stop, so that the arrow keys scroll a text without any control. */
function reachByKeys(body: HTMLDivElement | null) {
  if (!body) return;
  const measure = () => {
    if (body.scrollHeight > body.clientHeight) body.tabIndex = 0;
    else body.removeAttribute("tabindex");
  };
  const observer = new ResizeObserver(measure);
  for (const part of [body, ...body.children]) observer.observe(part);
  return () => observer.disconnect();
}

/** Get the focus first, but where the keyboard of a phone would cover the dialog. */
const TEXT_FIELDS =
  ":is(input:is(:not([type]), [type=text], [type=email], [type=password], [type=number], [type=search]), textarea):enabled";

const Discard = createContext(() => {});

/** Closes the dialog around it and discards what was typed, without a question. */
export function CancelButton() {
  const discard = useContext(Discard);
  return <Button onClick={discard}>{m.common_cancel()}</Button>;
}

type SheetProps = DialogProps & { place: string; body: string; role?: "alertdialog" };

function Sheet({ onClose, title, description, returnTo, actions, input, place, body, role, children }: SheetProps) {
  const opener = useRef<Element | null>(null);
  const isTouch = useCoarsePointer();
  const [isAsking, setAsking] = useState(false);
  const discard = () => {
    setAsking(false);
    input?.discard();
    onClose();
  };
  return (
    <Radix.Root open onOpenChange={(open) => !open && (input?.isUnsaved() ? setAsking(true) : onClose())}>
      <Radix.Portal>
        <Radix.Overlay
          className={classes("fixed inset-0 bg-[rgb(0_0_0/0.55)]", role ? "z-(--z-dialog)" : "z-(--z-drawer)")}
        />
        <Radix.Content
          {...(role && { role })}
          onOpenAutoFocus={(event) => {
            opener.current = document.activeElement;
            const content = event.currentTarget instanceof Element ? event.currentTarget : null;
            const first = content?.querySelector<HTMLElement>(`[data-first-focus]${isTouch ? "" : `, ${TEXT_FIELDS}`}`);
            if (!first) return;
            event.preventDefault();
            first.focus();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            const target = (returnTo && document.getElementById(returnTo)) || opener.current;
            if (target instanceof HTMLElement) target.focus();
          }}
          {...(description === undefined && { "aria-describedby": undefined })}
          className={classes(SHEET, place, "z-(--z-dialog) flex flex-col border-line-strong bg-surface-1 shadow-pop")}
        >
          <header className="flex items-start gap-1 border-b border-line py-3 pr-3 pl-5">
            <div className="min-w-0 grow pt-1">
              <Radix.Title className="text-4">{title}</Radix.Title>
              {description && <Radix.Description className="mt-1 text-0 text-ink-2">{description}</Radix.Description>}
            </div>
            {actions}
            <Radix.Close asChild>
              <IconButton label={m.common_close()}>
                <X aria-hidden="true" className="size-5" strokeWidth={1.75} />
              </IconButton>
            </Radix.Close>
          </header>
          <div ref={body === SCROLLED ? reachByKeys : null} className={`min-h-0 grow -outline-offset-2 ${body}`}>
            <Discard value={discard}>{children}</Discard>
          </div>
          {isAsking && (
            <Sheet
              onClose={() => setAsking(false)}
              role="alertdialog"
              title={m.app_discard_typed_question()}
              place={CENTRE}
              body={SCROLLED}
            >
              <div className="flex flex-wrap gap-3">
                <Button data-first-focus onClick={() => setAsking(false)}>
                  {m.app_keep_editing()}
                </Button>
                <Button kind="danger" onClick={discard}>
                  {m.app_discard()}
                </Button>
              </div>
            </Sheet>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

import { Dialog as Radix } from "radix-ui";
import { createContext, type KeyboardEvent, type ReactNode, useContext, useRef, useState } from "react";
import { m } from "#messages";
import { Button } from "#web/ui/button.tsx";
import { classes } from "#web/ui/class-names.ts";
import { useCoarsePointer } from "#web/ui/environment.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { X } from "#web/ui/icons.tsx";

/** The unsaved input of a dialog. */
export type DialogInput = { isUnsaved: () => boolean; discard: () => void };

type DialogProps = {
  onClose: () => void;
  title: ReactNode;
  /** A sentence under the title, which screen readers announce with it. */
  description?: ReactNode | undefined;
  /** The id of the element that gets the focus on closing, instead of the previously focused one. */
  returnTo?: string;
  /** Icon buttons beside the close button. */
  actions?: ReactNode;
  /** If it is unsaved, closing asks for confirmation. */
  input?: DialogInput | undefined;
  children: ReactNode;
};

const SHEET_CLASSES = "fixed inset-x-0 bottom-0 w-full slide-up border-t md:inset-x-auto md:border";
const SCROLLING_BODY = "overflow-y-auto overscroll-contain p-5";
const CENTRE_CLASSES =
  "max-h-[90dvh] md:top-1/2 md:bottom-auto md:left-1/2 md:w-[min(36rem,92vw)] md:-translate-1/2 md:animate-none";
const RIGHT_CLASSES = "md:top-0 md:right-0 md:bottom-0 md:border-l md:slide-right";

/** A modal dialog in the centre. It traps the focus; Escape closes it and restores the focus. */
export function Dialog(props: DialogProps) {
  return <Sheet {...props} place={CENTRE_CLASSES} body={SCROLLING_BODY} />;
}

/** A modal drawer with details: at the right edge, on small screens at the bottom. */
export function Drawer(props: DialogProps) {
  return <Sheet {...props} place={`max-h-[90dvh] md:max-h-none md:w-[480px] ${RIGHT_CLASSES}`} body={SCROLLING_BODY} />;
}

/**
 * A modal panel with choices: at the right edge, on small screens full-screen. Its content scrolls itself; an element with
 * `data-first-focus` gets the focus first.
 */
export const SidePanel = ({ size = "small", ...props }: DialogProps & { size?: keyof typeof PANEL_WIDTHS }) => (
  <Sheet {...props} place={`h-dvh md:h-auto ${PANEL_WIDTHS[size]} ${RIGHT_CLASSES}`} body="flex flex-col" />
);

const PANEL_WIDTHS = {
  small: "md:w-[480px]",
  medium: "md:w-[min(44rem,94vw)]",
  large: "md:w-[min(60rem,94vw)]",
} as const;

type SearchDialogProps = {
  title: string;
  onClose: () => void;
  /** Called after the focus was restored. */
  onClosed: () => void;
  children: ReactNode;
};

/** A modal search at the top of the page. */
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
          onKeyDown={handleEscape(onClose)}
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

/** Closes on an Escape that Radix leaves to a toast, which is above the dialog and ignores it. */
const handleEscape = (close: () => void) => (event: KeyboardEvent) => {
  if (event.key !== "Escape" || event.defaultPrevented) return;
  event.preventDefault();
  close();
};

/** Makes an overflowing body focusable, so that the arrow keys scroll a text without controls. */
function makeFocusable(body: HTMLDivElement | null) {
  if (!body) return;
  const measure = () => {
    if (body.scrollHeight > body.clientHeight) body.tabIndex = 0;
    else body.removeAttribute("tabindex");
  };
  const observer = new ResizeObserver(measure);
  for (const part of [body, ...body.children]) observer.observe(part);
  return () => observer.disconnect();
}

/** These fields get the focus first, except on phones, where the keyboard would cover the dialog. */
const TEXT_FIELDS =
  ":is(input:is(:not([type]), [type=text], [type=email], [type=password], [type=number], [type=search]), textarea):enabled";

const DiscardContext = createContext(() => {});

/** A button that closes the surrounding dialog and discards its input without confirmation. */
export function CancelButton() {
  const discard = useContext(DiscardContext);
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
  const requestClose = () => (input?.isUnsaved() ? setAsking(true) : onClose());
  return (
    <Radix.Root open onOpenChange={(open) => !open && requestClose()}>
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
            event.preventDefault();
            (first ?? content?.querySelector("h2"))?.focus();
          }}
          onKeyDown={handleEscape(requestClose)}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            const target = (returnTo && document.getElementById(returnTo)) || opener.current;
            if (target instanceof HTMLElement) target.focus();
          }}
          {...(description === undefined && { "aria-describedby": undefined })}
          className={classes(
            SHEET_CLASSES,
            place,
            "z-(--z-dialog) flex flex-col border-line-strong bg-surface-1 shadow-pop",
          )}
        >
          <header className="flex items-start gap-1 border-b border-line py-3 pr-3 pl-5">
            <div className="min-w-0 grow pt-1">
              <Radix.Title tabIndex={-1} className="text-4 outline-none">
                {title}
              </Radix.Title>
              {description && <Radix.Description className="mt-1 text-0 text-ink-2">{description}</Radix.Description>}
            </div>
            {actions}
            <Radix.Close asChild>
              <IconButton label={m.common_close()}>
                <X aria-hidden="true" className="size-5" strokeWidth={1.75} />
              </IconButton>
            </Radix.Close>
          </header>
          <div
            ref={body === SCROLLING_BODY ? makeFocusable : null}
            className={`min-h-0 grow -outline-offset-2 ${body}`}
          >
            <DiscardContext value={discard}>{children}</DiscardContext>
          </div>
          {isAsking && (
            <Sheet
              onClose={() => setAsking(false)}
              role="alertdialog"
              title={m.app_discard_typed_question()}
              place={CENTRE_CLASSES}
              body={SCROLLING_BODY}
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

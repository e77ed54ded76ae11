import { type ReactNode, useState } from "react";
import { LONG_TEXT, Row, type Section, State } from "#test/stories/story.tsx";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Ellipsis } from "#web/ui/icons.tsx";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { Dialog, Drawer, SidePanel } from "#web/ui/overlays/dialog.tsx";
import { ImportDialog } from "#web/ui/overlays/import-dialog.tsx";
import { Menu } from "#web/ui/overlays/menu.tsx";
import { ScrollArea } from "#web/ui/overlays/scroll-area.tsx";
import { Toaster } from "#web/ui/overlays/toaster.tsx";
import { showToast } from "#web/ui/overlays/toasts.ts";

/** A button that shows an overlay until it closes itself. */
function Opener({ label, children }: { label: string; children: (close: () => void) => ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{label}</Button>
      {open && children(() => setOpen(false))}
    </>
  );
}

/** A long text that ends with a control, because some browsers can scroll a dialog by keyboard only to a focusable element. */
const Paragraphs = () => (
  <div className="grid gap-4">
    {Array.from({ length: 30 }, (_, index) => `Paragraph ${index + 1}`).map((title) => (
      <p key={title}>
        {title}: {LONG_TEXT}.
      </p>
    ))}
    <div>
      <Button>Done</Button>
    </div>
  </div>
);

const Dialogs = () => (
  <>
    <State label="with a description">
      <Opener label="Open a dialog">
        {(close) => (
          <Dialog onClose={close} title="Rename the folder" description="Its loadouts stay where they are.">
            <Field label="Name" defaultValue="Metro nights" />
          </Dialog>
        )}
      </Opener>
    </State>
    <State label="long text: the content scrolls">
      <Opener label="Open a long dialog">
        {(close) => (
          <Dialog onClose={close} title={LONG_TEXT}>
            <Paragraphs />
          </Dialog>
        )}
      </Opener>
    </State>
  </>
);

const Drawers = () => (
  <>
    <State label="Drawer, with actions">
      <Opener label="Open a drawer">
        {(close) => (
          <Drawer
            onClose={close}
            title="AK-12"
            actions={
              <IconButton label="More">
                <Ellipsis aria-hidden="true" className="size-5" strokeWidth={1.75} />
              </IconButton>
            }
          >
            <Paragraphs />
          </Drawer>
        )}
      </Opener>
    </State>
    <State label="SidePanel: the whole of a phone">
      <Opener label="Open a side panel">
        {(close) => (
          <SidePanel onClose={close} title="Choose a sight">
            <div className="overflow-y-auto p-5">
              <Paragraphs />
            </div>
          </SidePanel>
        )}
      </Opener>
    </State>
  </>
);

const ConfirmDialogs = () => (
  <State label="default">
    <Opener label="Delete a folder">
      {(close) => (
        <ConfirmDialog
          title="Delete “Metro nights”?"
          description="Its four loadouts go to the bin for 30 days."
          action="Delete"
          onConfirm={() => {}}
          onClose={close}
        />
      )}
    </Opener>
  </State>
);

const STAGES = {
  "source, reading": { kind: "source", isReading: true, problem: null },
  "source, with a problem": { kind: "source", isReading: false, problem: "This is not a list of loadouts." },
  preview: { kind: "preview", problem: "The connection was lost. Nothing was added." },
  sending: { kind: "sending", sent: 3, all: 8 },
} as const;

const ImportDialogs = () => (
  <>
    {Object.entries({ "source, empty": { kind: "source", isReading: false, problem: null } as const, ...STAGES }).map(
      ([label, stage]) => (
        <State key={label} label={label}>
          <Opener label={`Import: ${label}`}>
            {(close) => (
              <ImportDialog
                title="Import loadouts"
                stage={stage}
                unit="parts"
                label="Loadouts"
                hint="The text of an export."
                fileLabel="Loadout file"
                input={{ value: "", set: () => {}, isUnsaved: () => false, discard: () => {} }}
                onRead={async () => {}}
                onFail={() => {}}
                preview={(problem) => (
                  <div className="grid gap-3">
                    {problem && <p role="alert">{problem}</p>}
                    <p>Twelve loadouts, of which two are in the locker already.</p>
                  </div>
                )}
                onCancel={() => {}}
                onClose={close}
              />
            )}
          </Opener>
        </State>
      ),
    )}
  </>
);

const ITEMS = [
  { label: "Rename", onSelect: () => {} },
  { label: "Move to a folder that is full", onSelect: () => {}, disabled: true },
  { label: "Delete", onSelect: () => {}, danger: true },
];

const Menus = () => (
  <>
    <State label="behind a button">
      <Menu trigger={<Button>Actions</Button>} items={ITEMS} />
    </State>
    <State label="behind an icon">
      <Menu
        trigger={
          <IconButton label="More actions">
            <Ellipsis aria-hidden="true" className="size-5" strokeWidth={1.75} />
          </IconButton>
        }
        items={ITEMS}
      />
    </State>
  </>
);

const ScrollAreas = () => (
  <State label="long text">
    <ScrollArea label="Long text" className="h-40 w-60">
      <div style={{ height: 40_000, width: 100 }}>Long</div>
    </ScrollArea>
  </State>
);

const Toasts = () => (
  <State label="at most three; errors stay" isWide>
    <Row>
      <Button onClick={() => showToast("Link copied")}>Note</Button>
      <Button onClick={() => showToast("The loadout was deleted.", { action: { label: "Undo", run: () => {} } })}>
        Note with an action
      </Button>
      <Button onClick={() => showToast("A new version is ready.", { isLasting: true })}>Lasting note</Button>
      <Button onClick={() => showToast("The server cannot be reached.", { tone: "error" })}>Error</Button>
      <Button onClick={() => showToast(`${LONG_TEXT}.`)}>Long text</Button>
    </Row>
    <Toaster />
  </State>
);

export const OVERLAYS: Section = {
  title: "Overlays",
  stories: [
    { name: "Dialog", Content: Dialogs },
    { name: "Drawer and SidePanel", Content: Drawers },
    { name: "ConfirmDialog", Content: ConfirmDialogs },
    { name: "ImportDialog", Content: ImportDialogs },
    { name: "Menu", Content: Menus },
    { name: "ScrollArea", Content: ScrollAreas },
    { name: "Toaster", Content: Toasts },
  ],
};

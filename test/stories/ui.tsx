import { useState } from "react";
import { m } from "#messages";
import { LONG_TEXT, Row, type Section, State } from "#test/stories/story.tsx";
import { Avatar } from "#web/ui/avatar.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button, type ButtonKind, getButtonClasses } from "#web/ui/button.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { Glyph, type GlyphName } from "#web/ui/glyph.tsx";
import sprite from "#web/ui/glyphs.svg?raw";
import { IconButton } from "#web/ui/icon-button.tsx";
import * as icons from "#web/ui/icons.tsx";
import { Pin, Trash2 } from "#web/ui/icons.tsx";
import { LogoMark } from "#web/ui/logo-mark.tsx";
import { MarkupText } from "#web/ui/markup-text.tsx";
import { Panel } from "#web/ui/panel.tsx";
import { ReadOnly } from "#web/ui/read-only.tsx";
import { ScrollFrame } from "#web/ui/scroll-frame.tsx";
import { Tabs } from "#web/ui/tabs.tsx";

const KINDS: readonly ButtonKind[] = ["primary", "secondary", "quiet", "danger"];

const Buttons = () => (
  <>
    {KINDS.map((kind) => (
      <State key={kind} label={`kind="${kind}"`}>
        <Row>
          <Button kind={kind}>Save</Button>
          <Button kind={kind} size="small">
            Small
          </Button>
          <Button kind={kind} busy>
            Busy
          </Button>
          <Button kind={kind} busy>
            <Pin aria-hidden="true" className="size-5" />
            Busy, its icon replaced
          </Button>
          <Button kind={kind} disabled>
            Disabled
          </Button>
        </Row>
      </State>
    ))}
    <State label="aria-disabled: stays in the tab order">
      <Button aria-disabled>Unavailable</Button>
    </State>
    <State label="pressed">
      <Button aria-pressed>View as table</Button>
    </State>
    <State label="buttonLook(): a link that acts as a button">
      <a href="#button" className={getButtonClasses("primary")}>
        Open the arsenal
      </a>
    </State>
    <State label="with an icon">
      <Button>
        <Pin aria-hidden="true" className="size-4" />
        Favourite
      </Button>
    </State>
    <State label="long text: a label stays in one line">
      <Button>Restore this loadout to its folder</Button>
    </State>
  </>
);

const IconButtons = () => (
  <>
    <State label="default">
      <IconButton label="Favourite">
        <Pin aria-hidden="true" className="size-5" strokeWidth={1.75} />
      </IconButton>
    </State>
    <State label="disabled">
      <IconButton label="Delete" disabled>
        <Trash2 aria-hidden="true" className="size-5" strokeWidth={1.75} />
      </IconButton>
    </State>
  </>
);

const Avatars = () => (
  <>
    <State label="initials, three sizes">
      <Row>
        <Avatar name="Ada Lovelace" className="size-8 text-00" />
        <Avatar name="Ada Lovelace" className="size-12 text-1" />
        <Avatar name="Ada Lovelace" className="size-20 text-4" />
      </Row>
    </State>
    <State label="one word; no name">
      <Row>
        <Avatar name="Ada" className="size-12 text-1" />
        <Avatar name="" className="size-12 text-1" />
      </Row>
    </State>
    <State label="picture">
      <Avatar name="Ada Lovelace" picture="/icon-192.png" className="size-12 text-1" />
    </State>
  </>
);

const Badges = () => (
  <>
    <State label="default">
      <Row>
        <Badge>Carbine</Badge>
        <Badge>9.2.0</Badge>
        <Badge className="bg-tint text-ink">Owner</Badge>
      </Row>
    </State>
    <State label="long text">
      <Badge>{LONG_TEXT}</Badge>
    </State>
  </>
);

const names = [...sprite.matchAll(/<symbol[^>]*\bid="([\w-]+)"/g)].map(([, name]) => name as GlyphName);

const { createIcon: _, ...everyIcon } = icons;

const Icons = () => (
  <State label="all" isWide>
    <Row>
      {Object.entries(everyIcon).map(([name, Icon]) => (
        <Icon key={name} className="size-5" />
      ))}
    </Row>
  </State>
);

const Glyphs = () => (
  <State label="all, with their names" isWide>
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-2 text-0">
      {names.map((name) => (
        <li key={name} className="flex items-center gap-2">
          <Glyph name={name} />
          {name}
        </li>
      ))}
    </ul>
  </State>
);

const MarkupTexts = () => (
  <>
    <State label="an element of a message">
      <p>
        <MarkupText message={m.home_keep_this_locker} markup={{ b: ({ children }) => <b>{children}</b> }} />
      </p>
    </State>
    <State label="an input in an element">
      <p>
        <MarkupText
          message={m.account_code_sent}
          inputs={{ email: "al@example.com" }}
          markup={{ b: ({ children }) => <b>{children}</b> }}
        />
      </p>
    </State>
  </>
);

const LogoMarks = () => (
  <>
    <State label="sizes">
      <Row>
        <LogoMark className="size-4" />
        <LogoMark />
        <LogoMark className="size-12 text-accent" />
      </Row>
    </State>
    <State label="loading">
      <LogoMark loading className="size-12 text-accent" />
    </State>
  </>
);

const Panels = () => (
  <>
    <State label="with a title">
      <Panel title="Sessions">
        <p className="text-0 text-ink-2">Two browsers are signed in.</p>
      </Panel>
    </State>
    <State label="without a title">
      <Panel>
        <p className="text-0 text-ink-2">Two browsers are signed in.</p>
      </Panel>
    </State>
    <State label="long text">
      <Panel title={LONG_TEXT}>
        <p className="text-0 text-ink-2">{LONG_TEXT}.</p>
      </Panel>
    </State>
  </>
);

const ReadOnlyParts = () => (
  <>
    {[false, true].map((active) => (
      <State key={String(active)} label={active ? "active: every control is disabled" : "not active"}>
        <ReadOnly active={active}>
          <div className="grid gap-3">
            <Field label="Name" defaultValue="Hold the stairs" />
            <Row>
              <Button>Save</Button>
              <a href="#readonly" className="link">
                A link works
              </a>
            </Row>
          </div>
        </ReadOnly>
      </State>
    ))}
  </>
);

const ScrollFrames = () => (
  <>
    <State label="wider than its place: the edge fades" isWide>
      <ScrollFrame label="Figures">
        <p className="w-[80rem]">{LONG_TEXT.repeat(3)}</p>
      </ScrollFrame>
    </State>
    <State label="what fits">
      <ScrollFrame label="Figures">
        <p>All of it.</p>
      </ScrollFrame>
    </State>
  </>
);

const TABS = [
  { value: "arsenal", label: "Arsenal" },
  { value: "loadouts", label: "Loadouts" },
  { value: "soldier", label: "Soldier" },
  { value: "progress", label: "Progress", disabled: true },
];
const MANY_TABS = Array.from({ length: 14 }, (_, index) => ({ value: `${index}`, label: `Section ${index + 1}` }));

function TabStories() {
  const [tab, setTab] = useState("loadouts");
  const [section, setSection] = useState("9");
  return (
    <>
      <State label="with a heading; the last tab is disabled" isWide>
        <Tabs
          label="Sections"
          value={tab}
          tabs={TABS}
          onChange={setTab}
          heading={<h4 className="hidden py-2 text-3 md:block">Battlefield 4</h4>}
        >
          <p>The panel of “{tab}”.</p>
        </Tabs>
      </State>
      <State label="more tabs than fit: the open one is scrolled into view" isWide>
        <Tabs label="Many sections" value={section} tabs={MANY_TABS} onChange={setSection}>
          <p>The panel of section {Number(section) + 1}.</p>
        </Tabs>
      </State>
    </>
  );
}

export const UI: Section = {
  title: "Basics",
  stories: [
    { name: "Button", Content: Buttons },
    { name: "IconButton", Content: IconButtons },
    { name: "Avatar", Content: Avatars },
    { name: "Badge", Content: Badges },
    { name: "Glyph", Content: Glyphs },
    { name: "Icon", Content: Icons },
    { name: "LogoMark", Content: LogoMarks },
    { name: "MarkupText", Content: MarkupTexts },
    { name: "Panel", Content: Panels },
    { name: "ReadOnly", Content: ReadOnlyParts },
    { name: "ScrollFrame", Content: ScrollFrames },
    { name: "Tabs", Content: TabStories },
  ],
};

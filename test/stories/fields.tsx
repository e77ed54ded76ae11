import { type ReactNode, useState } from "react";
import { LONG_TEXT, type Section, State } from "#test/stories/story.tsx";
import { Combobox } from "#web/ui/fields/combobox.tsx";
import { Field, type FieldTexts, SearchField } from "#web/ui/fields/field.tsx";
import { LazySelect } from "#web/ui/fields/lazy-select.tsx";
import { NativeSelect } from "#web/ui/fields/native-select.tsx";
import { PasswordField } from "#web/ui/fields/password-field.tsx";
import { RangeSlider } from "#web/ui/fields/range-slider.tsx";
import { Segments } from "#web/ui/fields/segments.tsx";
import { Select } from "#web/ui/fields/select.tsx";
import { Switch } from "#web/ui/fields/switch.tsx";

type Texts = Omit<FieldTexts, "label" | "isLabelHidden">;

/** The texts around the control of a field, by state. */
const TEXTS: readonly (readonly [state: string, texts: Texts])[] = [
  ["default", {}],
  ["hint", { hint: "As the game shows it." }],
  ["error", { error: "This value is not in the list." }],
  ["long text", { hint: `${LONG_TEXT}.`, error: `${LONG_TEXT}.` }],
];

/** Provides state for the value of a control. */
function WithState<Value>({
  start,
  children,
}: {
  start: Value;
  children: (value: Value, set: (value: Value) => void) => ReactNode;
}) {
  const [value, setValue] = useState(start);
  return children(value, setValue);
}

const Fields = () => (
  <>
    {TEXTS.map(([state, texts]) => (
      <State key={state} label={state}>
        <Field label="Name" defaultValue="Hold the stairs" {...texts} />
      </State>
    ))}
    <State label="empty, with a placeholder">
      <Field label="Folder" placeholder="Metro nights" />
    </State>
    <State label="disabled">
      <Field label="Name" defaultValue="Hold the stairs" disabled />
    </State>
    <State label="hidden label">
      <Field label="Name of the loadout" isLabelHidden defaultValue="Hold the stairs" />
    </State>
  </>
);

const SearchFields = () => (
  <>
    <State label="empty, with the key that leads to it">
      <WithState start="">
        {(text, setText) => (
          <SearchField label="Search weapons" placeholder="ak rpm:>700" hasMark value={text} onChange={setText} />
        )}
      </WithState>
    </State>
    <State label="with a text">
      <WithState start="ak-12">
        {(text, setText) => <SearchField label="Search attachments" value={text} onChange={setText} />}
      </WithState>
    </State>
  </>
);

const PasswordFields = () => (
  <>
    <State label="empty">
      <PasswordField label="New password" autoComplete="new-password" hint="At least 12 characters." />
    </State>
    <State label="with an error">
      <PasswordField label="Password" autoComplete="off" defaultValue="a wrong one" error="This password is wrong." />
    </State>
    <State label="disabled">
      <PasswordField label="Password" autoComplete="off" defaultValue="a secret" disabled />
    </State>
  </>
);

const WEAPONS = ["AK-12", "AEK-971", "ACE 23", "FAMAS", "SCAR-H", "M416", "SAR-21"];
const CHOICES = WEAPONS.map((label, index) => ({ value: label, label, disabled: index === 3 }));
/** Many names, to test type-ahead and the scroll buttons. */
const NAMES = ["Ant", "Bee", "Bat", "Cat", ...Array.from({ length: 80 }, (_, index) => `Moth ${index + 1}`)];
const ANIMALS = NAMES.map((label) => ({ value: label, label }));
const LONG_CHOICES = [{ value: "long", label: LONG_TEXT }];

const Selects = () => (
  <>
    <State label="many choices">
      <WithState start="Ant">
        {(animal, setAnimal) => <Select label="Animal" value={animal} choices={ANIMALS} onChange={setAnimal} />}
      </WithState>
    </State>
    {TEXTS.map(([state, texts]) => (
      <State key={state} label={state}>
        <WithState start="AK-12">
          {(weapon, setWeapon) => (
            <Select
              label="Weapon"
              {...(state === "long text"
                ? { value: "long", choices: LONG_CHOICES }
                : { value: weapon, choices: CHOICES })}
              onChange={setWeapon}
              {...texts}
            />
          )}
        </WithState>
      </State>
    ))}
  </>
);

const NativeSelects = () => (
  <>
    {TEXTS.map(([state, texts]) => (
      <State key={state} label={state}>
        <WithState start="AK-12">
          {(weapon, setWeapon) => (
            <NativeSelect
              label="Weapon"
              {...(state === "long text"
                ? { value: "long", choices: LONG_CHOICES }
                : { value: weapon, choices: CHOICES })}
              onChange={setWeapon}
              {...texts}
            />
          )}
        </WithState>
      </State>
    ))}
    <State label="with a note">
      <WithState start="AK-12">
        {(weapon, setWeapon) => (
          <NativeSelect label="Weapon" note="7 known" value={weapon} choices={CHOICES} onChange={setWeapon} />
        )}
      </WithState>
    </State>
  </>
);

const LazySelects = () => (
  <State label="native at first, then the other one">
    <WithState start="AK-12">
      {(weapon, setWeapon) => <LazySelect label="Weapon" value={weapon} choices={CHOICES} onChange={setWeapon} />}
    </WithState>
  </State>
);

const OPTIONS = CHOICES.map((choice, index) => ({
  ...choice,
  note: choice.disabled ? "locked" : `${(index + 1) * 40} kills`,
}));

const Comboboxes = () => (
  <>
    {TEXTS.map(([state, texts]) => (
      <State key={state} label={state}>
        <WithState<string | null> start={state === "default" ? null : "AK-12"}>
          {(weapon, setWeapon) => (
            <Combobox
              label="Add a weapon"
              placeholder="Choose or type"
              value={weapon}
              options={OPTIONS}
              onChange={setWeapon}
              {...texts}
            />
          )}
        </WithState>
      </State>
    ))}
    <State label="without options">
      <Combobox label="Add a weapon" placeholder="Choose or type" value={null} options={[]} onChange={() => {}} />
    </State>
  </>
);

const RangeSliders = () => (
  <>
    <State label="default">
      <WithState start={30}>
        {(range, setRange) => (
          <RangeSlider label="Range" value={range} min={0} max={150} unit="m" onChange={setRange} />
        )}
      </WithState>
    </State>
    <State label="steps of five">
      <WithState start={100}>
        {(share, setShare) => (
          <RangeSlider label="Hit rate" value={share} min={5} max={100} step={5} unit="%" onChange={setShare} />
        )}
      </WithState>
    </State>
    <State label="in one line, without the ruler">
      <WithState start={30}>
        {(range, setRange) => (
          <RangeSlider label="Range" value={range} min={0} max={150} unit="m" inLine onChange={setRange} />
        )}
      </WithState>
    </State>
  </>
);

const KITS = ["Assault", "Engineer", "Support", "Recon"].map((label) => ({ value: label, label }));

const SegmentStories = () => (
  <>
    <State label="default">
      <WithState start="Assault">
        {(kit, setKit) => <Segments legend="Class" name="kit" value={kit} choices={KITS} onChange={setKit} />}
      </WithState>
    </State>
    <State label="one choice">
      <Segments legend="Only kit" name="one-kit" value="Assault" choices={KITS.slice(0, 1)} onChange={() => {}} />
    </State>
  </>
);

const Switches = () => (
  <>
    <State label="off">
      <WithState start={false}>{(on, setOn) => <Switch label="Night" checked={on} onChange={setOn} />}</WithState>
    </State>
    <State label="on">
      <WithState<boolean> start>{(on, setOn) => <Switch label="Day" checked={on} onChange={setOn} />}</WithState>
    </State>
    <State label="disabled">
      <div className="grid gap-2">
        <Switch label="Off" checked={false} disabled onChange={() => {}} />
        <Switch label="On" checked disabled onChange={() => {}} />
      </div>
    </State>
    <State label="long text">
      <WithState start={false}>{(on, setOn) => <Switch label={LONG_TEXT} checked={on} onChange={setOn} />}</WithState>
    </State>
  </>
);

export const FIELDS: Section = {
  title: "Fields",
  stories: [
    { name: "Field", Content: Fields },
    { name: "SearchField", Content: SearchFields },
    { name: "PasswordField", Content: PasswordFields },
    { name: "Select", Content: Selects },
    { name: "NativeSelect", Content: NativeSelects },
    { name: "LazySelect", Content: LazySelects },
    { name: "Combobox", Content: Comboboxes },
    { name: "RangeSlider", Content: RangeSliders },
    { name: "Segments", Content: SegmentStories },
    { name: "Switch", Content: Switches },
  ],
};

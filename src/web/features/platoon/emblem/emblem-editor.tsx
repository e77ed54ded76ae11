import { useState } from "react";
import {
  BACKGROUND_IDS,
  COLOUR_IDS,
  createRandomEmblem,
  EMBLEM_COLOURS,
  EMBLEM_RANGES,
  type Emblem,
  type EmblemColour,
  type EmblemLayer,
  formatEmblem,
  MAX_EMBLEM_LAYERS,
  NEW_LAYER,
  parseEmblem,
  SHAPE_IDS,
} from "#domain/platoon/emblem.ts";
import { m } from "#messages";
import { BACKGROUND_TITLES, COLOUR_TITLES, describeEmblem, SHAPE_TITLES } from "#messages/platoon-emblem.ts";
import { EmblemPicture } from "#web/data/emblem.tsx";
import { Button } from "#web/ui/button.tsx";
import { NativeSelect } from "#web/ui/fields/native-select.tsx";
import { RangeSlider } from "#web/ui/fields/range-slider.tsx";
import { Switch } from "#web/ui/fields/switch.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { ArrowDown, ArrowUp, Trash2 } from "#web/ui/icons.tsx";

const START: Emblem = { background: "shield", colour: "olive", layers: [NEW_LAYER] };
const MAX_UNDO_STEPS = 50;

type EmblemEditorProps = {
  /** The stored format; "" for no emblem. */
  value: string;
  onChange: (value: string) => void;
};

/** The editor of a platoon's emblem, with a live preview and undo. */
export function EmblemEditor({ value, onChange }: EmblemEditorProps) {
  const [past, setPast] = useState<readonly string[]>([]);
  const [lastSlider, setLastSlider] = useState<string | null>(null);
  const emblem = parseEmblem(value);
  const change = (next: Emblem | null, slider: string | null = null) => {
    // Consecutive moves of the same slider are a single step.
    if (slider === null || slider !== lastSlider) setPast([...past, value].slice(-MAX_UNDO_STEPS));
    setLastSlider(slider);
    onChange(next ? formatEmblem(next) : "");
  };
  const undo = () => {
    setPast(past.slice(0, -1));
    setLastSlider(null);
    onChange(past.at(-1) ?? "");
  };
  return (
    <fieldset className="grid gap-4 rounded-1 border border-line p-4">
      <legend className="px-1 text-0 font-semibold text-ink-2">{m.platoon_emblem()}</legend>
      <div className="flex flex-wrap items-center gap-4">
        <EmblemPicture emblem={value} isNamed className="size-24 shrink-0" />
        <p role="status" className={emblem ? "sr-only" : "max-w-(--measure) basis-full text-ink-2"}>
          {emblem ? describeEmblem(emblem) : m.platoon_emblem_none()}
        </p>
        <div className="flex flex-wrap gap-2">
          {!emblem && (
            <Button size="small" onClick={() => change(START)}>
              {m.platoon_emblem_add()}
            </Button>
          )}
          <Button size="small" onClick={() => change(createRandomEmblem(Math.random))}>
            {m.platoon_emblem_random()}
          </Button>
          <Button size="small" disabled={past.length === 0} onClick={undo}>
            {m.common_undo()}
          </Button>
          {emblem && (
            <Button size="small" kind="quiet" onClick={() => change(null)}>
              {m.platoon_emblem_remove()}
            </Button>
          )}
        </div>
      </div>
      {emblem && <Controls emblem={emblem} onChange={change} />}
    </fieldset>
  );
}

type ControlsProps = { emblem: Emblem; onChange: (emblem: Emblem, slider?: string) => void };

function Controls({ emblem, onChange }: ControlsProps) {
  const [chosen, choose] = useState(0);
  const { background, colour, layers } = emblem;
  const layerIndex = Math.min(chosen, layers.length - 1);
  const layer = layers[layerIndex];
  const setLayers = (next: readonly EmblemLayer[], slider?: string) => onChange({ ...emblem, layers: next }, slider);
  const setLayer = (part: Partial<EmblemLayer>, slider?: string) =>
    setLayers(
      layers.map((each, index) => (index === layerIndex ? { ...each, ...part } : each)),
      slider && `${layerIndex} ${slider}`,
    );
  const swap = (from: number, to: number) => {
    setLayers(layers.map((each, index) => layers[index === from ? to : index === to ? from : index] ?? each));
    choose(to);
  };
  const add = () => {
    setLayers([...layers, NEW_LAYER]);
    choose(layers.length);
  };
  return (
    <>
      <NativeSelect
        label={m.platoon_emblem_background()}
        value={background}
        choices={BACKGROUND_IDS.map((id) => ({ value: id, label: BACKGROUND_TITLES[id] }))}
        onChange={(next) => onChange({ ...emblem, background: next })}
      />
      <Swatches
        label={m.platoon_emblem_background_colour()}
        name="emblem-background"
        value={colour}
        onChange={(next) => onChange({ ...emblem, colour: next })}
      />
      <div className="grid gap-2">
        <p className="text-0 font-semibold text-ink-2">{m.platoon_emblem_layers()}</p>
        <ol aria-label={m.platoon_emblem_layers()} className="grid gap-1">
          {layers
            .map(({ shape }, index) => ({ index, title: getLayerTitle(shape, index) }))
            .toReversed()
            .map(({ index, title }) => (
              <li key={index} className="flex items-center gap-1">
                <Button
                  size="small"
                  kind={index === layerIndex ? "secondary" : "quiet"}
                  aria-pressed={index === layerIndex}
                  onClick={() => choose(index)}
                  className="min-w-0 grow justify-start"
                >
                  {title}
                </Button>
                <IconButton
                  label={m.platoon_emblem_raise({ layer: title })}
                  disabled={index === layers.length - 1}
                  onClick={() => swap(index, index + 1)}
                >
                  <ArrowUp aria-hidden="true" className="size-5" />
                </IconButton>
                <IconButton
                  label={m.platoon_emblem_lower({ layer: title })}
                  disabled={index === 0}
                  onClick={() => swap(index, index - 1)}
                >
                  <ArrowDown aria-hidden="true" className="size-5" />
                </IconButton>
                <IconButton
                  label={m.platoon_emblem_remove_layer({ layer: title })}
                  onClick={() => setLayers(layers.filter((_, other) => other !== index))}
                >
                  <Trash2 aria-hidden="true" className="size-5" />
                </IconButton>
              </li>
            ))}
        </ol>
        <Button size="small" disabled={layers.length >= MAX_EMBLEM_LAYERS} onClick={add} className="justify-self-start">
          {m.platoon_emblem_add_layer()}
        </Button>
      </div>
      {layer && <LayerFields layer={layer} onChange={setLayer} />}
    </>
  );
}

const getLayerTitle = (shape: EmblemLayer["shape"], index: number): string =>
  m.platoon_emblem_layer({ number: index + 1, shape: SHAPE_TITLES[shape] });

type LayerFieldsProps = { layer: EmblemLayer; onChange: (part: Partial<EmblemLayer>, slider?: string) => void };

const SLIDERS = [
  { name: "x", label: m.platoon_emblem_x },
  { name: "y", label: m.platoon_emblem_y },
  { name: "size", label: m.platoon_emblem_size },
  { name: "turn", label: m.platoon_emblem_turn },
] as const;

function LayerFields({ layer, onChange }: LayerFieldsProps) {
  return (
    <div className="grid gap-4 border-t border-line pt-4">
      <NativeSelect
        label={m.platoon_emblem_layer_shape()}
        value={layer.shape}
        choices={SHAPE_IDS.map((id) => ({ value: id, label: SHAPE_TITLES[id] }))}
        onChange={(shape) => onChange({ shape })}
      />
      <Swatches
        label={m.platoon_emblem_layer_colour()}
        name="emblem-layer"
        value={layer.colour}
        onChange={(colour) => onChange({ colour })}
      />
      <div className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
        {SLIDERS.map(({ name, label }) => (
          <RangeSlider
            key={name}
            label={label()}
            value={layer[name]}
            {...EMBLEM_RANGES[name]}
            unit=""
            inLine
            onChange={(value) => onChange({ [name]: value }, name)}
          />
        ))}
      </div>
      <Switch
        label={m.platoon_emblem_mirrored()}
        checked={layer.isMirrored}
        onChange={(isMirrored) => onChange({ isMirrored })}
      />
    </div>
  );
}

type SwatchesProps = { label: string; name: string; value: EmblemColour; onChange: (colour: EmblemColour) => void };

/** The radio buttons for the colours. */
const Swatches = ({ label, name, value, onChange }: SwatchesProps) => (
  <fieldset>
    <legend className="mb-1 text-0 font-semibold text-ink-2">{label}</legend>
    <div className="grid w-fit grid-cols-6 gap-2">
      {COLOUR_IDS.map((id) => (
        <label
          key={id}
          title={COLOUR_TITLES[id]}
          className="grid size-9 cursor-pointer place-items-center rounded-1 border border-line-strong has-checked:outline-3 has-checked:outline-accent has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus pointer-coarse:size-11"
        >
          <input
            type="radio"
            name={name}
            checked={id === value}
            onChange={() => onChange(id)}
            aria-label={COLOUR_TITLES[id]}
            className="sr-only"
          />
          <svg viewBox="0 0 1 1" aria-hidden="true" className="size-7 rounded-1">
            <rect width="1" height="1" fill={EMBLEM_COLOURS[id]} />
          </svg>
        </label>
      ))}
    </div>
  </fieldset>
);

import { NativeSelect } from '@mantine/core';
import type { OutputStyle } from '@moneytrail/chart';
import { LINE_DASHES, styledStudy } from '@moneytrail/chart/model';
import type { OutputDefinition, StudyDefinition } from '@moneytrail/indicators';
import { COLOUR_NAMES } from '../preferences/colour-names.ts';
import {
  areaBelow,
  coloursOf,
  FILL_OPACITIES,
  LINE_OPACITIES,
  LINE_WIDTHS,
  type LineStyles,
} from '../preferences/line-styles.ts';
import { ColourChoice } from '../settings/ColourChoice.tsx';
import { LineSample } from './LineSample.tsx';
import classes from './StyleFields.module.css';

type Props = {
  study: StudyDefinition;
  styles: LineStyles;
  onChange: (styles: LineStyles) => void;
};

const DASH_LABELS = { solid: 'Solid', dashed: 'Dashed', dotted: 'Dotted' } as const;

/** Colour, width, dash and opacity of each line of a study, and the opacity of the area below it. */
export function StyleFields({ study, styles, onChange }: Props) {
  const shown = styledStudy(study, styles).outputs;
  const fillOpacityOf = (key: string) => {
    const area = areaBelow(study, key);
    return area && (styles[key]?.fillOpacity ?? area.opacity);
  };
  return (
    <div className={classes.lines}>
      {study.outputs.map((output, index) => {
        const line = shown[index];
        // Columns have the colours of rising and falling prices.
        if (!output.isDrawn || output.shape === 'columns' || !line) return null;
        return (
          <LineFields
            key={output.key}
            output={output}
            line={line}
            fillOpacity={fillOpacityOf(output.key)}
            onChange={(change) => {
              onChange({ ...styles, [output.key]: { ...styles[output.key], ...change } });
            }}
          />
        );
      })}
    </div>
  );
}

type LineProps = {
  output: OutputDefinition;
  /** The same output in its chosen style. */
  line: OutputDefinition;
  /** Opacity of the area below the line; undefined without one. */
  fillOpacity: number | undefined;
  onChange: (change: OutputStyle) => void;
};

function LineFields({ output, line, fillOpacity, onChange }: LineProps) {
  return (
    <fieldset className={classes.line}>
      <legend className={classes.legend}>
        <LineSample output={line} isLong />
        {output.label}
      </legend>
      <ColourChoice
        label={`Colour of ${output.label}`}
        value={line.colour}
        choices={coloursOf(output)}
        names={COLOUR_NAMES}
        onChange={(colour) => onChange({ colour })}
      />
      <div className={classes.choices}>
        <NativeSelect
          label="Width"
          value={String(line.line.widthPx)}
          data={LINE_WIDTHS.map((width) => ({ value: String(width), label: `${width} px` }))}
          onChange={({ currentTarget: { value } }) => {
            onChange({ widthPx: LINE_WIDTHS.find((width) => String(width) === value) });
          }}
        />
        <NativeSelect
          label="Stroke"
          value={line.line.dash}
          data={LINE_DASHES.map((dash) => ({ value: dash, label: DASH_LABELS[dash] }))}
          onChange={({ currentTarget: { value } }) => {
            onChange({ dash: LINE_DASHES.find((dash) => dash === value) });
          }}
        />
        <OpacitySelect
          label="Opacity"
          value={line.line.opacity}
          choices={LINE_OPACITIES}
          onChange={(opacity) => onChange({ opacity })}
        />
        {fillOpacity !== undefined && (
          <OpacitySelect
            label="Fill below"
            value={fillOpacity}
            choices={FILL_OPACITIES}
            onChange={(opacity) => onChange({ fillOpacity: opacity })}
          />
        )}
      </div>
    </fieldset>
  );
}

type OpacityProps = {
  label: string;
  /** 0 … 1, as are the choices. */
  value: number;
  choices: readonly number[];
  onChange: (opacity: number | undefined) => void;
};

function OpacitySelect({ label, value, choices, onChange }: OpacityProps) {
  return (
    <NativeSelect
      label={label}
      value={String(value)}
      data={choices.map((one) => ({
        value: String(one),
        label: one === 0 ? 'None' : `${Math.round(100 * one)} %`,
      }))}
      onChange={({ currentTarget }) => {
        onChange(choices.find((one) => String(one) === currentTarget.value));
      }}
    />
  );
}

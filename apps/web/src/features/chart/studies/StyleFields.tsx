import { NativeSelect } from '@mantine/core';
import { type OutputStyle, styledStudy } from '@moneytrail/chart';
import type { OutputDefinition, StudyDefinition } from '@moneytrail/indicators';
import {
  areaBelow,
  COLOUR_NAMES,
  coloursOf,
  FILL_OPACITIES,
  LINE_DASHES,
  LINE_WIDTHS,
  type LineStyles,
} from '../preferences/line-styles.ts';
import { LineSample } from './LineSample.tsx';
import classes from './StyleFields.module.css';

type Props = {
  study: StudyDefinition;
  styles: LineStyles;
  onChange: (styles: LineStyles) => void;
};

const DASH_LABELS = { solid: 'Solid', dashed: 'Dashed', dotted: 'Dotted' } as const;

/** Colour, width and dash of each line of a study, and how strongly the area below it is filled. */
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
        if (!output.isDrawn || !line) return null;
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
  /** The same as it would look. */
  line: OutputDefinition;
  /** Of the area that it is the upper edge of; undefined where it is of none. */
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
      <div className={classes.colours} role="radiogroup" aria-label={`Colour of ${output.label}`}>
        {coloursOf(output).map((colour) => (
          <label key={colour} className={classes.colour} title={COLOUR_NAMES[colour]}>
            <input
              type="radio"
              name={`colour-${output.key}`}
              className="visually-hidden"
              aria-label={COLOUR_NAMES[colour]}
              checked={colour === line.colour}
              onChange={() => onChange({ colour })}
            />
            <span
              className={classes.swatch}
              style={{ backgroundColor: `var(--mt-line-${colour})` }}
            />
          </label>
        ))}
      </div>
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
        {fillOpacity !== undefined && (
          <NativeSelect
            label="Fill below"
            value={String(fillOpacity)}
            data={FILL_OPACITIES.map((one) => ({
              value: String(one),
              label: one === 0 ? 'None' : `${Math.round(100 * one)} %`,
            }))}
            onChange={({ currentTarget: { value } }) => {
              onChange({ fillOpacity: FILL_OPACITIES.find((one) => String(one) === value) });
            }}
          />
        )}
      </div>
    </fieldset>
  );
}

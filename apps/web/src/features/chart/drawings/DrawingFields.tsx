import { ActionIcon, Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { RESOLUTION_LABELS, RESOLUTIONS } from '@moneytrail/calendar';
import type { DrawingTool } from '@moneytrail/chart';
import { DRAWING_TOOL_DEFINITIONS, LINE_DASHES } from '@moneytrail/chart/model';
import { IconPlus, IconX } from '@tabler/icons-react';
import { RESOLUTION_NAMES } from '../model/resolution-labels.ts';
import { COLOUR_NAMES } from '../preferences/colour-names.ts';
import {
  DRAWING_COLOURS,
  DRAWING_FILLS,
  DRAWING_WIDTHS,
} from '../preferences/drawing-preferences.ts';
import { ColourChoice } from '../settings/ColourChoice.tsx';
import classes from './DrawingDialog.module.css';
import { levelTexts } from './drawing-draft.ts';
import type { DraftState } from './use-drawing-draft.ts';

type Props = { state: DraftState };

/** More levels would not be told apart. */
const MOST_LEVELS = 24;

/** The levels of a retracement, as shares of the move. */
export function LevelFields({ state }: Props) {
  const { levels } = state.draft;
  const set = (next: readonly string[]) => state.set({ levels: next });
  return (
    <>
      <p className={classes.note}>Shares of the move: 0 at its end, 1 at its beginning.</p>
      <ul className={classes.levels}>
        {levels.map((level, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a level has no name but its place, and its text is being typed.
          <li key={index}>
            <TextInput
              aria-label={`Level ${index + 1}`}
              inputMode="decimal"
              autoComplete="off"
              value={level}
              onChange={({ currentTarget: { value } }) => set(levels.with(index, value))}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Remove level ${level || index + 1}`}
              onClick={() => set(levels.toSpliced(index, 1))}
            >
              <IconX size={16} stroke={1.75} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      {state.problems.levels && (
        <p className={classes.problem} role="alert">
          {state.problems.levels}
        </p>
      )}
      <div className={classes.row}>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={16} stroke={1.75} />}
          disabled={levels.length >= MOST_LEVELS}
          onClick={() => set([...levels, ''])}
        >
          Add level
        </Button>
        <Button size="xs" variant="default" onClick={() => set(levelTexts(undefined))}>
          Usual levels
        </Button>
      </div>
    </>
  );
}

const DASH_LABELS = { solid: 'Solid', dashed: 'Dashed', dotted: 'Dotted' } as const;

function percent(share: number): string {
  return share === 0 ? 'None' : `${Math.round(100 * share)} %`;
}

export function StyleFields({ tool, state }: Props & { tool: DrawingTool }) {
  const { style } = state.draft;
  const { hasFill } = DRAWING_TOOL_DEFINITIONS[tool];
  const set = (change: Partial<typeof style>) => state.set({ style: { ...style, ...change } });
  const fills = [...new Set([...DRAWING_FILLS, style.fillOpacity])].sort((a, b) => a - b);
  const widths = [...new Set([...DRAWING_WIDTHS, style.widthPx])].sort((a, b) => a - b);
  return (
    <>
      <div>
        <div className={classes.label}>Colour</div>
        <ColourChoice
          label="Colour"
          value={style.colour}
          choices={DRAWING_COLOURS}
          names={COLOUR_NAMES}
          onChange={(colour) => set({ colour })}
        />
      </div>
      <div className={classes.pairs}>
        {tool !== 'text' && (
          <>
            <NativeSelect
              label="Width"
              value={String(style.widthPx)}
              data={widths.map((width) => ({ value: String(width), label: `${width} px` }))}
              onChange={({ currentTarget: { value } }) => set({ widthPx: Number(value) })}
            />
            <NativeSelect
              label="Stroke"
              value={style.dash}
              data={LINE_DASHES.map((dash) => ({ value: dash, label: DASH_LABELS[dash] }))}
              onChange={({ currentTarget: { value } }) =>
                set({ dash: LINE_DASHES.find((dash) => dash === value) ?? 'solid' })
              }
            />
          </>
        )}
        {hasFill && (
          <NativeSelect
            label="Fill"
            value={String(style.fillOpacity)}
            data={fills.map((fill) => ({ value: String(fill), label: percent(fill) }))}
            onChange={({ currentTarget: { value } }) => set({ fillOpacity: Number(value) })}
          />
        )}
      </div>
    </>
  );
}

/** The intervals that show a drawing. */
export function IntervalFields({ state }: Props) {
  const { resolutions } = state.draft;
  const areAll = resolutions.length === RESOLUTIONS.length;
  return (
    <>
      <Checkbox
        label="All intervals"
        checked={areAll}
        indeterminate={!areAll && resolutions.length > 0}
        onChange={() => state.set({ resolutions: areAll ? [] : RESOLUTIONS })}
      />
      <fieldset className={classes.intervals} aria-label="Intervals">
        {RESOLUTIONS.map((one) => (
          <Checkbox
            key={one}
            label={RESOLUTION_LABELS[one]}
            aria-label={RESOLUTION_NAMES[one]}
            checked={resolutions.includes(one)}
            onChange={({ currentTarget: { checked } }) =>
              state.set({
                resolutions: RESOLUTIONS.filter((other) =>
                  other === one ? checked : resolutions.includes(other),
                ),
              })
            }
          />
        ))}
      </fieldset>
      {state.problems.resolutions && (
        <p className={classes.problem} role="alert">
          {state.problems.resolutions}
        </p>
      )}
    </>
  );
}

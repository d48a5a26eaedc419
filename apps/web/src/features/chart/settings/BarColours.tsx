import { Button } from '@mantine/core';
import {
  areSameColours,
  BAR_COLOUR_NAMES,
  BAR_COLOURS,
  type CandleColours,
  COLOUR_BLIND_COLOURS,
  STANDARD_COLOURS,
} from '../model/chart-look.ts';
import { updatePreferences, usePreferences } from '../preferences/preferences.ts';
import { ColourChoice } from './ColourChoice.tsx';
import classes from './SettingsSheet.module.css';

const SETS = [
  {
    label: 'Blue and orange',
    title: 'Told apart without red and green',
    set: COLOUR_BLIND_COLOURS,
  },
  { label: 'Reset', title: 'Green and red', set: STANDARD_COLOURS },
] as const;

function setColours(colours: CandleColours): void {
  updatePreferences({ colours });
}

/** The colours of rising and falling bars, two different ones; marks and volume have them too. */
export function BarColours() {
  const { colours } = usePreferences();
  const { up, down } = colours;
  const offered = { choices: BAR_COLOURS, names: BAR_COLOUR_NAMES };
  return (
    <div>
      <div className={classes.label}>Rising</div>
      <ColourChoice
        {...offered}
        label="Colour of rising bars"
        value={up}
        taken={down}
        onChange={(colour) => setColours({ up: colour, down })}
      />
      <div className={classes.label}>Falling</div>
      <ColourChoice
        {...offered}
        label="Colour of falling bars"
        value={down}
        taken={up}
        onChange={(colour) => setColours({ up, down: colour })}
      />
      <div className={classes.sets}>
        {SETS.map(({ label, title, set }) => (
          <Button
            key={label}
            size="xs"
            variant="default"
            title={title}
            disabled={areSameColours(colours, set)}
            onClick={() => setColours(set)}
          >
            {label}
          </Button>
        ))}
      </div>
    </div>
  );
}

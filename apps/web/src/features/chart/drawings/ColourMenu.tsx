import { Popover } from '@mantine/core';
import type { Drawing } from '@moneytrail/chart';
import { useState } from 'react';
import { IN_MAIN } from '../../../ui/in-main.ts';
import { ToolButton } from '../../../ui/ToolButton.tsx';
import type { ChartController } from '../controller/chart-controller.ts';
import { DRAWING_COLOURS } from '../preferences/drawing-preferences.ts';
import { COLOUR_NAMES } from '../preferences/line-styles.ts';
import { ColourChoice } from '../settings/ColourChoice.tsx';
import { changeStyle } from './drawing-actions.ts';
import classes from './StyleBar.module.css';

type Props = { controller: ChartController; drawing: Drawing };

/** The colour of a drawing: one of those that are right in every theme. */
export function ColourMenu({ controller, drawing }: Props) {
  const [isOpen, setOpen] = useState(false);
  const { colour } = drawing.style;
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-start"
      trapFocus
      returnFocus
      portalProps={IN_MAIN}
    >
      <Popover.Target>
        <ToolButton
          label={`Colour: ${COLOUR_NAMES[colour]}`}
          icon={
            <span
              className={classes.swatch}
              style={{ backgroundColor: `var(--mt-line-${colour})` }}
            />
          }
          onClick={() => setOpen(!isOpen)}
        />
      </Popover.Target>
      <Popover.Dropdown aria-label="Colour">
        <div className={classes.colours}>
          <ColourChoice
            label="Colour"
            value={colour}
            choices={DRAWING_COLOURS}
            names={COLOUR_NAMES}
            onChange={(one) => changeStyle(controller, drawing, { colour: one })}
          />
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

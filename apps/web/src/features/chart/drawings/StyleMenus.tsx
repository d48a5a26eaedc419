import { Menu } from '@mantine/core';
import type { Drawing } from '@moneytrail/chart';
import { LINE_DASHES } from '@moneytrail/chart/model';
import { IconCheck, IconDropletHalf } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { IN_MAIN } from '../../../ui/in-main.ts';
import { ToolButton } from '../../../ui/ToolButton.tsx';
import type { ChartController } from '../controller/chart-controller.ts';
import { DRAWING_FILLS, DRAWING_WIDTHS } from '../preferences/drawing-preferences.ts';
import { changeStyle } from './drawing-actions.ts';
import classes from './StyleBar.module.css';

type Props = { controller: ChartController; drawing: Drawing };

const DASH_NAMES = { solid: 'Solid', dashed: 'Dashed', dotted: 'Dotted' } as const;

function Line({ widthPx, dash }: { widthPx: number; dash: 'solid' | 'dashed' | 'dotted' }) {
  return (
    <span className={classes.line} style={{ borderTopStyle: dash, borderTopWidth: widthPx }} />
  );
}

function percent(share: number): string {
  return share === 0 ? 'None' : `${Math.round(100 * share)} %`;
}

/** How thick the lines of a drawing are. */
export function WidthMenu({ controller, drawing }: Props) {
  const { widthPx } = drawing.style;
  return (
    <ChoiceMenu
      label={`Width: ${widthPx} px`}
      icon={<Line widthPx={widthPx} dash="solid" />}
      text={`${widthPx} px`}
      value={widthPx}
      choices={DRAWING_WIDTHS}
      textOf={(one) => `${one} px`}
      sampleOf={(one) => <Line widthPx={one} dash="solid" />}
      onChoose={(one) => changeStyle(controller, drawing, { widthPx: one })}
    />
  );
}

/** Whether its lines are solid, dashed or dotted. */
export function DashMenu({ controller, drawing }: Props) {
  const { dash } = drawing.style;
  return (
    <ChoiceMenu
      label={`Stroke: ${DASH_NAMES[dash]}`}
      icon={<Line widthPx={2} dash={dash} />}
      value={dash}
      choices={LINE_DASHES}
      textOf={(one) => DASH_NAMES[one]}
      sampleOf={(one) => <Line widthPx={2} dash={one} />}
      onChoose={(one) => changeStyle(controller, drawing, { dash: one })}
    />
  );
}

/** How strongly its areas are filled. */
export function FillMenu({ controller, drawing }: Props) {
  const { fillOpacity } = drawing.style;
  const choices = [...new Set([...DRAWING_FILLS, fillOpacity])].sort((a, b) => a - b);
  return (
    <ChoiceMenu
      label={`Fill: ${percent(fillOpacity)}`}
      icon={<IconDropletHalf size={20} stroke={1.75} />}
      value={fillOpacity}
      choices={choices}
      textOf={percent}
      onChoose={(one) => changeStyle(controller, drawing, { fillOpacity: one })}
    />
  );
}

type ChoiceProps<Choice> = {
  label: string;
  icon: ReactNode;
  /** What stands beside the icon. */
  text?: string;
  value: Choice;
  choices: readonly Choice[];
  textOf: (choice: Choice) => string;
  sampleOf?: (choice: Choice) => ReactNode;
  onChoose: (choice: Choice) => void;
};

function ChoiceMenu<Choice extends string | number>(props: ChoiceProps<Choice>) {
  const { label, icon, text, value, choices, textOf, sampleOf, onChoose } = props;
  return (
    <Menu position="bottom-start" portalProps={IN_MAIN} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ToolButton label={label} icon={icon} text={text} />
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map((one) => (
          <Menu.RadioItem
            key={one}
            value={String(one)}
            checked={one === value}
            checkIcon={<IconCheck size={16} stroke={1.75} />}
            rightSection={sampleOf && <span className={classes.sample}>{sampleOf(one)}</span>}
            closeMenuOnClick
            onChange={() => onChoose(one)}
          >
            {textOf(one)}
          </Menu.RadioItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

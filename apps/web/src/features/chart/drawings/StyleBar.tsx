import { Menu, Popover } from '@mantine/core';
import type { Drawing } from '@moneytrail/chart';
import { DRAWING_TOOL_DEFINITIONS, LINE_DASHES } from '@moneytrail/chart/model';
import {
  IconBellPlus,
  IconCopy,
  IconDots,
  IconDropletHalf,
  IconEyeOff,
  IconLetterT,
  IconLock,
  IconLockOpen,
  IconSettings,
  IconTrash,
} from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useCloseOnEscape } from '../../../ui/hooks/use-close-on-escape.ts';
import { IN_MAIN } from '../../../ui/in-main.ts';
import { ToolButton } from '../../../ui/ToolButton.tsx';
import { conditionOfDrawing } from '../alerts/figure-of.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import { useChartScreen } from '../model/chart-context.ts';
import { useChartLayout } from '../model/use-chart-layout.ts';
import { RadioItems } from '../pointing/RadioItems.tsx';
import { COLOUR_NAMES } from '../preferences/colour-names.ts';
import {
  DRAWING_COLOURS,
  DRAWING_FILLS,
  DRAWING_WIDTHS,
} from '../preferences/drawing-preferences.ts';
import { ColourChoice } from '../settings/ColourChoice.tsx';
import { DrawingItems } from './DrawingMenu.tsx';
import { editText, removeDrawings } from './drawing-actions.ts';
import { changeStyle, hideDrawing } from './drawing-changes.ts';
import { TOOL_NAMES } from './drawing-tools.ts';
import classes from './StyleBar.module.css';

type Props = { controller: ChartController; drawing: Drawing };

/** The style and the actions of the selected drawing, beside the legend or above the time axis. */
export function StyleBar({ controller, drawing }: Props) {
  const isWide = useChartLayout() === 'wide';
  const place = usePlaceBesideLegend(isWide);
  const { hasFill, hasText } = DRAWING_TOOL_DEFINITIONS[drawing.tool];
  const changes = { controller, drawing };
  return (
    <div
      ref={place}
      className={classes.bar}
      role="toolbar"
      aria-label={`${TOOL_NAMES[drawing.tool]}: style`}
    >
      <ColourMenu {...changes} />
      {drawing.tool !== 'text' && (
        <>
          <WidthMenu {...changes} />
          <DashMenu {...changes} />
        </>
      )}
      {hasFill && <FillMenu {...changes} />}
      {hasText && (
        <ToolButton
          label="Edit text"
          shortcut="Enter"
          icon={<IconLetterT size={20} stroke={1.75} />}
          disabled={drawing.isLocked}
          onClick={() => editText(controller, drawing)}
        />
      )}
      <span className={classes.divider} />
      <Actions {...changes} isWide={isWide} />
    </div>
  );
}

function Actions({ controller, drawing, isWide }: Props & { isWide: boolean }) {
  const { id, isLocked } = drawing;
  const screen = useChartScreen();
  const { openPanel } = screen;
  const condition = conditionOfDrawing(screen, drawing);
  const { drawings } = controller.engine;
  const Lock = isLocked ? IconLock : IconLockOpen;
  return (
    <>
      {condition && (
        <ToolButton
          label="Alert"
          icon={<IconBellPlus size={20} stroke={1.75} />}
          onClick={() => openPanel({ kind: 'alert', condition })}
        />
      )}
      <ToolButton
        label="Settings"
        icon={<IconSettings size={20} stroke={1.75} />}
        onClick={() => openPanel({ kind: 'drawing', drawing: id })}
      />
      {isWide && (
        <>
          <ToolButton
            label="Clone"
            shortcut="Ctrl+D"
            icon={<IconCopy size={20} stroke={1.75} />}
            onClick={() => drawings.clone(id)}
          />
          <ToolButton
            label="Hide"
            icon={<IconEyeOff size={20} stroke={1.75} />}
            onClick={() => hideDrawing(controller, drawing)}
          />
        </>
      )}
      <ToolButton
        label={isLocked ? 'Unlock' : 'Lock'}
        icon={<Lock size={20} stroke={1.75} />}
        isActive={isLocked}
        onClick={() => drawings.change([id], { isLocked: !isLocked })}
      />
      <ToolButton
        label="Remove"
        shortcut="Del"
        icon={<IconTrash size={20} stroke={1.75} />}
        onClick={() => removeDrawings(controller, [drawing])}
      />
      <Menu position="bottom-end" portalProps={IN_MAIN} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <ToolButton label="More" icon={<IconDots size={20} stroke={1.75} />} />
        </Menu.Target>
        <Menu.Dropdown>
          <DrawingItems controller={controller} drawing={drawing} />
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

/** The palette is limited to colours that are readable in every theme. */
function ColourMenu({ controller, drawing }: Props) {
  const [isOpen, setOpen] = useState(false);
  useCloseOnEscape(isOpen, () => setOpen(false));
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

const DASH_NAMES = { solid: 'Solid', dashed: 'Dashed', dotted: 'Dotted' } as const;

function Line({ widthPx, dash }: { widthPx: number; dash: 'solid' | 'dashed' | 'dotted' }) {
  return (
    <span className={classes.line} style={{ borderTopStyle: dash, borderTopWidth: widthPx }} />
  );
}

function percent(share: number): string {
  return share === 0 ? 'None' : `${Math.round(100 * share)} %`;
}

function WidthMenu({ controller, drawing }: Props) {
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

function DashMenu({ controller, drawing }: Props) {
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

function FillMenu({ controller, drawing }: Props) {
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
        <RadioItems
          chosen={value}
          items={choices.map((one) => ({
            value: one,
            label: textOf(one),
            sample: sampleOf && <span className={classes.sample}>{sampleOf(one)}</span>,
          }))}
          onChoose={onChoose}
        />
      </Menu.Dropdown>
    </Menu>
  );
}

const GAP_PX = 6;

/**
 * The top edge at which a bar covers no line of the legend, px from the top of the chart; null if it would have to go
 * below all of them, over the bars.
 */
function topBeside(bar: HTMLElement, legend: Element): number | null {
  const { left, height } = bar.getBoundingClientRect();
  const edge = bar.offsetParent?.getBoundingClientRect().top ?? 0;
  const covered = [...legend.children]
    .map((line) => line.getBoundingClientRect())
    .filter((line) => line.right + GAP_PX > left);
  const top = Math.max(0, ...covered.map(({ bottom }) => bottom - edge)) + GAP_PX;
  return top + height > legend.getBoundingClientRect().bottom - edge + height / 2 ? null : top;
}

/** Keeps a bar beside the lines of the legend, or above the time axis if there is no room; the ref goes to the bar. */
function usePlaceBesideLegend(isWide: boolean): (element: HTMLElement | null) => void {
  const [bar, setBar] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (!bar) return;
    const legend = isWide ? bar.parentElement?.querySelector('[data-region="legend"]') : null;
    const place = () => {
      bar.removeAttribute('data-low');
      const top = legend ? topBeside(bar, legend) : null;
      bar.style.top = top === null ? '' : `${top}px`;
      bar.toggleAttribute('data-low', top === null);
    };
    place();
    const observer = new ResizeObserver(place);
    for (const one of [bar, legend, bar.offsetParent]) if (one) observer.observe(one);
    return () => observer.disconnect();
  }, [bar, isWide]);
  return setBar;
}

import { NativeSelect } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import type { AnyFigure, ScreenRow } from '@moneytrail/contract';
import { type KeyboardEvent, useId } from 'react';
import { shownCode } from '../../../lib/ticker-code.ts';
import { useValue } from '../../../stores/use-value.ts';
import { Chip } from '../../../ui/Chip.tsx';
import { FigureSelect } from '../FigureSelect.tsx';
import { figureOf, figureText, valueIn } from '../figures.ts';
import { reached } from '../rows/selection.ts';
import classes from './HeatMap.module.css';
import { type HeatScale, heatLegend, heatScale, heatStep } from './heat-scale.ts';
import { neighbour, type Rectangle, treeMap } from './tree-map.ts';

type Props = {
  rows: readonly ScreenRow[];
  size: 'equal' | 'volume';
  colour: AnyFigure;
  onSize: (size: 'equal' | 'volume') => void;
  onColour: (colour: AnyFigure) => void;
  onOpen: (row: ScreenRow) => void;
};

/** A rectangle at least so large shows the code, and the value below it. */
const CODE_PX = { width: 44, height: 20 };
const VALUE_PX = { width: 64, height: 40 };
const ARROWS = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
} as const;

const stepClass = (step: number | null) =>
  step === null ? 'none' : step === 0 ? 'middle' : `${step < 0 ? 'low' : 'high'}${Math.abs(step)}`;

/**
 * The areas of rows. Volumes differ by millions between instruments, so that areas grow with their square roots; a row without
 * one is as small as the smallest.
 */
function weightsOf(rows: readonly ScreenRow[], size: Props['size']): number[] {
  if (size === 'equal') return rows.map(() => 1);
  const roots = rows.map(({ figures }) => Math.sqrt(Math.max(0, figures.volume ?? 0)));
  const least = Math.max(...roots) / 40 || 1;
  return roots.map((root) => Math.max(root, least));
}

/** The codes of rows by their symbols; an exchange tells equal ones apart. */
function tileNames(rows: readonly ScreenRow[]): ReadonlyMap<string, string> {
  const codes = rows.map(({ symbol }) => shownCode(symbol));
  const shared = new Set(codes.filter((code, index) => codes.indexOf(code) !== index));
  return new Map(
    rows.map(({ symbol, exchange }) => {
      const code = shownCode(symbol);
      return [symbol, shared.has(code) ? `${code} ${exchange}` : code];
    }),
  );
}

/** The rows as rectangles; arrow keys go to the next one in their direction, Enter opens its chart. */
export function HeatMap(props: Props) {
  const { rows, size, colour, onSize, onColour, onOpen } = props;
  const { ref, width, height } = useElementSize();
  const id = useId();
  const present = useValue(reached);
  const weighted = weightsOf(rows, size).map((weight, index) => ({ weight, index }));
  const ordered = weighted
    .toSorted((a, b) => b.weight - a.weight)
    .flatMap(({ weight, index }) => (rows[index] ? [{ weight, row: rows[index] }] : []));
  const rectangles = treeMap(
    ordered.map(({ weight }) => weight),
    { width, height },
  );
  const names = tileNames(rows);
  const values = rows.flatMap((row) => valueIn(row, colour) ?? []);
  const scale = heatScale(values, figureOf(colour).middle);
  const active = ordered.findIndex(({ row }) => row.symbol === present);
  const go = (index: number) => {
    const to = ordered[index]?.row.symbol;
    if (to !== undefined) reached.set(to);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const shown = ordered[active]?.row;
    if (event.key === 'Enter' && shown) onOpen(shown);
    else if (event.key === 'Home') go(0);
    else if (event.key === 'End') go(ordered.length - 1);
    else if (event.key in ARROWS) {
      const direction = ARROWS[event.key as keyof typeof ARROWS];
      go(active === -1 ? 0 : neighbour(rectangles, active, direction));
    } else return;
    event.preventDefault();
  };
  return (
    <div className={classes.heat}>
      <div className={classes.bar}>
        <FigureSelect
          size="xs"
          label="Colour"
          className={classes.choice ?? ''}
          value={colour}
          onChange={onColour}
        />
        <NativeSelect
          size="xs"
          label="Area"
          className={classes.choice ?? ''}
          value={size}
          data={[
            { value: 'equal', label: 'Equal' },
            { value: 'volume', label: 'Volume (square root)' },
          ]}
          onChange={({ currentTarget: { value } }) =>
            onSize(value === 'volume' ? 'volume' : 'equal')
          }
        />
        {rows.some(({ simulated }) => simulated) && <Chip kind="warning">Simulated</Chip>}
        {scale && <Legend scale={scale} colour={colour} />}
      </div>
      <div
        ref={ref}
        className={classes.map}
        role="listbox"
        tabIndex={0}
        aria-label={`Heat map by ${figureOf(colour).name}`}
        aria-activedescendant={active === -1 ? undefined : `${id}-${active}`}
        onFocus={() => active === -1 && go(0)}
        onKeyDown={onKeyDown}
      >
        {ordered.map(({ row }, index) => (
          <Tile
            key={row.symbol}
            id={`${id}-${index}`}
            row={row}
            name={names.get(row.symbol) ?? shownCode(row.symbol)}
            colour={colour}
            scale={scale}
            place={rectangles[index]}
            isActive={index === active}
            onReach={() => reached.set(row.symbol)}
            onOpen={() => onOpen(row)}
          />
        ))}
      </div>
    </div>
  );
}

type TileProps = {
  id: string;
  row: ScreenRow;
  name: string;
  colour: AnyFigure;
  scale: HeatScale | null;
  place: Rectangle | undefined;
  isActive: boolean;
  onReach: () => void;
  onOpen: () => void;
};

function Tile({ id, row, name, colour, scale, place, isActive, onReach, onOpen }: TileProps) {
  if (!place) return null;
  const value = valueIn(row, colour);
  const text = figureText(colour, value, row.priceScale);
  const step = value === null || !scale ? null : heatStep(value, scale);
  const { x, y, width, height } = place;
  const description = row.simulated ? `${row.description}, Simulated` : row.description;
  const fits = (least: { width: number; height: number }) =>
    width >= least.width && height >= least.height;
  return (
    <div
      id={id}
      className={classes.tile}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      title={`${name} · ${description}\n${figureOf(colour).name}: ${text}`}
      data-step={stepClass(step)}
      style={{ left: x, top: y, width, height }}
      onPointerDown={onReach}
      onDoubleClick={onOpen}
    >
      <span className={fits(CODE_PX) ? classes.code : 'visually-hidden'}>{name}</span>
      <span className="visually-hidden">
        {description}, {figureOf(colour).name}
      </span>
      <span className={fits(VALUE_PX) ? classes.value : 'visually-hidden'}>{text}</span>
    </div>
  );
}

/** The colours with the value in the middle of each. */
function Legend({ scale, colour }: { scale: HeatScale; colour: AnyFigure }) {
  return (
    <ul className={classes.legend} aria-label={`Colours of ${figureOf(colour).name}`}>
      {heatLegend(scale).map(({ step, value }) => (
        <li key={step} className={classes.step} data-step={stepClass(step)}>
          {step === -3 && '≤\u00a0'}
          {step === 3 && '≥\u00a0'}
          {legendText(colour, value)}
        </li>
      ))}
      <li className={classes.step} data-step="none">
        unknown
      </li>
    </ul>
  );
}

/** Prices of a legend are those of no instrument. */
function legendText(colour: AnyFigure, value: number): string {
  return figureText(colour, value, 100);
}

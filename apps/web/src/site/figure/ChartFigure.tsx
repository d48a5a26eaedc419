import type {
  InputName,
  OutputDefinition,
  StudyId,
  StudyInputs,
  ValueFormat,
} from '@moneytrail/indicators';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import {
  formatBasisPoints,
  formatPercent,
  formatPrice,
  formatSignedInteger,
  formatSignedPercent,
  type Maybe,
} from '../../lib/format.ts';
import { WithoutScript } from '../ui/WithoutScript.tsx';
import { whenNear } from '../when-near.ts';
import classes from './ChartFigure.module.css';
import { LineSample } from './LineSample.tsx';
import type { FigureChart, FigureSpec, FigureValues } from './open-figure.ts';
import { fieldOf, linesOf } from './study-fields.ts';

type Props = {
  /** Must keep its identity between renders. */
  spec: FigureSpec;
  /** The accessible name. */
  label: string;
  /** Inputs a reader may change. */
  controls: readonly Exclude<InputName, 'source'>[];
  /** Taller, for a pane below the bars. */
  isTall?: boolean;
  /** The caption. */
  children: ReactNode;
};

const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  PageUp: -20,
  PageDown: 20,
};

function moveCrosshair(chart: FigureChart | null, event: KeyboardEvent): void {
  const step = STEPS[event.key];
  if (step !== undefined) {
    event.preventDefault();
    chart?.step(step);
  }
  if (event.key === 'Escape') chart?.leave();
}

/** A figure of real bars, drawn by the product's chart engine, with its source below. */
export function ChartFigure({ spec, label, controls, isTall, children }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const caption = useId();
  const [inputs, setInputs] = useState<Partial<StudyInputs>>({});
  const { chart, values, hasFailed, retry } = useFigure(place, spec, inputs);
  const { name, code, period, source } = spec.data;
  return (
    <figure className={classes.figure} aria-labelledby={caption}>
      <div className={classes.frame}>
        <p className={classes.head}>
          <b>{code}</b> · {name} · 1D
        </p>
        <div className={classes.area} data-tall={isTall || undefined}>
          {values === null && !hasFailed && <FigureSkeleton />}
          <div
            ref={place}
            className={classes.canvas}
            role="application"
            aria-label={`${label}. Arrow keys move along the bars.`}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: an application takes keys: arrows read the bars.
            tabIndex={0}
            onKeyDown={(event) => moveCrosshair(chart, event)}
            onBlur={() => chart?.leave()}
          />
          {hasFailed && (
            <div className={classes.failure} role="alert">
              <p>The figure could not be loaded.</p>
              <button type="button" className={classes.retry} onClick={retry}>
                Retry
              </button>
            </div>
          )}
          <WithoutScript>
            <p className={classes.failure}>
              The figure needs JavaScript. The text and the tables say the same without it.
            </p>
          </WithoutScript>
        </div>
        <FigureReadout studies={spec.studies} values={values} />
        <div className={classes.controls}>
          {controls.map((input) => (
            <LengthSlider
              key={input}
              name={input}
              value={inputs[input]}
              onChange={(value) => setInputs((before) => ({ ...before, [input]: value }))}
            />
          ))}
        </div>
      </div>
      <figcaption id={caption} className={classes.caption}>
        {children}{' '}
        <span className={classes.source}>
          {period}. Source: <a href={source.address}>{source.label}</a>, {source.licence}.
        </span>
      </figcaption>
    </figure>
  );
}

const TOPS = [62, 58, 60, 52, 48, 50, 44, 46, 40, 42, 47, 38, 34, 36, 30, 33, 27, 24, 28, 20];

/** Reserves the figure's space. */
function FigureSkeleton() {
  return (
    <svg
      className={classes.skeleton}
      viewBox="0 0 200 100"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {TOPS.map((top, index) => (
        <rect key={`${top}`} x={4 + index * 9.6} y={top} width="4" height="16" rx="1" />
      ))}
    </svg>
  );
}

type LengthSliderProps = {
  name: Exclude<InputName, 'source'>;
  /** Undefined while the default is in use. */
  value: number | undefined;
  onChange: (value: number) => void;
};

/** An input of the studies as a native slider. */
function LengthSlider({ name, value, onChange }: LengthSliderProps) {
  const id = useId();
  const { label, min, max, default: usual } = fieldOf(name);
  const shown = value ?? usual;
  const unit = /length|range/i.test(name) ? ' bars' : '';
  return (
    <div className={classes.slider}>
      <label className={classes.label} htmlFor={id}>
        {label}
      </label>
      <output className={classes.value} htmlFor={id}>
        {shown}
        {unit}
      </output>
      <input
        id={id}
        className={classes.range}
        type="range"
        min={min}
        max={max}
        value={shown}
        aria-valuetext={`${shown}${unit}`}
        onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
      />
    </div>
  );
}

type FigureReadoutProps = {
  studies: readonly StudyId[];
  /** Null until the figure is drawn. */
  values: FigureValues | null;
};

const PRICE_DECIMALS = 2;
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

/** The formats of the house's studies. */
const FORMS: Readonly<Partial<Record<ValueFormat, (value: Maybe) => string>>> = {
  price: (value) => formatPrice(value, PRICE_DECIMALS),
  percent: formatPercent,
  signedPercent: formatSignedPercent,
  percentagePoints: formatPercent,
  basisPoints: formatBasisPoints,
  signedInteger: formatSignedInteger,
};

function Reading({ output, value }: { output: OutputDefinition; value: Maybe }) {
  return (
    <div className={classes.reading}>
      <dt className={classes.name}>
        <LineSample colour={output.colour} line={output.line} /> {output.label}
      </dt>
      <dd className={classes.readoutValue}>{FORMS[output.format]?.(value)}</dd>
    </div>
  );
}

/** The lines' values at the crosshair, or at the last bar. */
function FigureReadout({ studies, values }: FigureReadoutProps) {
  const time = values?.studyBar?.time;
  return (
    <dl className={classes.readout}>
      <div className={`${classes.reading} ${classes.day}`}>
        <dt className={classes.name}>Day</dt>
        <dd className={classes.readoutValue}>{time === undefined ? '–' : day.format(time)}</dd>
      </div>
      {studies.flatMap((id) =>
        linesOf(id).map((output) => (
          <Reading
            key={`${id}.${output.key}`}
            output={output}
            value={values?.studies[id]?.[output.key]}
          />
        )),
      )}
    </dl>
  );
}

/** Loads ahead, so that the figure is drawn by the time it is in view. */
const AHEAD = '300px 0px';

type FigureState = {
  chart: FigureChart | null;
  values: FigureValues | null;
  /** Code or bars failed to load. */
  hasFailed: boolean;
  retry: () => void;
};

/** True once an element has come near the viewport. */
function useWasNear(place: RefObject<HTMLElement | null>): boolean {
  const [wasNear, setWasNear] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (!element || wasNear) return;
    return whenNear(element, AHEAD, () => setWasNear(true));
  }, [place, wasNear]);
  return wasNear;
}

/** Loads the engine and draws a figure once its element comes near the viewport. */
function useFigure(
  place: RefObject<HTMLElement | null>,
  spec: FigureSpec,
  inputs: Partial<StudyInputs>,
): FigureState {
  const wasNear = useWasNear(place);
  const [chart, setChart] = useState<FigureChart | null>(null);
  const [values, setValues] = useState<FigureValues | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (!element || !wasNear || hasFailed) return;
    let isOver = false;
    let opened: FigureChart | null = null;
    import('./open-figure.ts')
      .then(({ openFigure }) => openFigure(element, spec, setValues))
      .then((figure) => {
        if (isOver) return figure.end();
        opened = figure;
        setChart(figure);
      })
      .catch(() => {
        if (!isOver) setHasFailed(true);
      });
    return () => {
      isOver = true;
      setChart(null);
      opened?.end();
    };
  }, [place, spec, wasNear, hasFailed]);
  useEffect(() => chart?.setInputs(inputs), [chart, inputs]);
  return { chart, values, hasFailed, retry: () => setHasFailed(false) };
}

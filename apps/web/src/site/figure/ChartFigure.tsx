import type { InputName, StudyInputs } from '@moneytrail/indicators';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { WithoutScript } from '../ui/WithoutScript.tsx';
import classes from './ChartFigure.module.css';
import { FigureReadout } from './FigureReadout.tsx';
import { FigureSkeleton } from './FigureSkeleton.tsx';
import { LengthSlider } from './LengthSlider.tsx';
import type { FigureChart, FigureSpec } from './open-figure.ts';
import { useFigure } from './use-figure.ts';

type Props = {
  /** The same object at every rendering. */
  spec: FigureSpec;
  /** The accessible name. */
  label: string;
  /** Inputs that a reader may change. */
  controls: readonly Exclude<InputName, 'source'>[];
  /** With a pane of its own under the bars it is higher. */
  isTall?: boolean;
  /** What is to be seen in it. */
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

/** A figure drawn from real bars by the engine of the charts, with what it is drawn from under it. */
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

import type { OutputDefinition, StudyId, ValueFormat } from '@moneytrail/indicators';
import {
  formatBasisPoints,
  formatPercent,
  formatPrice,
  formatSignedInteger,
  formatSignedPercent,
  type Maybe,
} from '../../lib/format.ts';
import classes from './FigureReadout.module.css';
import { LineSample } from './LineSample.tsx';
import type { FigureValues } from './open-figure.ts';
import { linesOf } from './study-fields.ts';

type Props = {
  studies: readonly StudyId[];
  /** Null until the figure is drawn. */
  values: FigureValues | null;
};

const PRICE_DECIMALS = 2;
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

const FORMS: Readonly<Record<ValueFormat, (value: Maybe) => string>> = {
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
      <dd className={classes.value}>{FORMS[output.format](value)}</dd>
    </div>
  );
}

/** The lines of a figure with their values, of the bar at the crosshair or of the last one. */
export function FigureReadout({ studies, values }: Props) {
  const time = values?.studyBar?.time;
  return (
    <dl className={classes.readout}>
      <div className={`${classes.reading} ${classes.day}`}>
        <dt className={classes.name}>Day</dt>
        <dd className={classes.value}>{time === undefined ? '–' : day.format(time)}</dd>
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

import type { InputName, OutputKey, StudyId } from '@moneytrail/indicators';
import type { ReactNode } from 'react';
import { LineSample } from '../figure/LineSample.tsx';
import { fieldOf, studyOf } from '../figure/study-fields.ts';
import { ProseTable } from '../prose/ProseTable.tsx';
import classes from './LineTable.module.css';

/** A chart line, its meaning, and the input that sets its length. */
export type LineRow = {
  study: StudyId;
  output: OutputKey;
  tells: ReactNode;
  length: Exclude<InputName, 'source'>;
};

type Props = { caption: string; lines: readonly LineRow[] };

const COLUMNS = [{ label: 'Line' }, { label: 'Meaning' }, { label: 'Default' }];

function cellsOf({ study, output, tells, length }: LineRow): ReactNode[] {
  const line = studyOf(study).outputs.find(({ key }) => key === output);
  if (!line) throw new Error(`${study} has no line ${output}`);
  const { min, max, default: usual } = fieldOf(length);
  return [
    <span key="line" className={classes.line}>
      <LineSample colour={line.colour} line={line.line} />
      {line.label}
    </span>,
    tells,
    <span key="default" className={classes.length}>
      {usual} bars ({min}–{max})
    </span>,
  ];
}

/** Sample, name, meaning, and the default with its range. */
export function LineTable({ caption, lines }: Props) {
  return (
    <ProseTable
      caption={caption}
      columns={COLUMNS}
      rows={lines.map((row) => ({ key: `${row.study}.${row.output}`, cells: cellsOf(row) }))}
      isStacked
      isWide
    />
  );
}

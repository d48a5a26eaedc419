import type { Summary } from '@moneytrail/contract';
import type { StudyInputs } from '@moneytrail/indicators';
import { FigureList } from './FigureList.tsx';
import { LevelTable } from './LevelTable.tsx';
import { LongShortGauge } from './LongShortGauge.tsx';
import type { LevelKey } from './levels.ts';
import { SummaryHead } from './SummaryHead.tsx';
import classes from './summary.module.css';
import { studyFigures, windowFigures } from './summary-figures.ts';

type Props = {
  summary: Summary;
  inputs: Pick<StudyInputs, 'shortTermLength' | 'longTermLength' | 'length'>;
  decimals: number;
  /** IANA zone the chart is set to. */
  zone: string;
  openLevel: LevelKey | null;
  onToggleLevel: (key: LevelKey) => void;
};

/** Everything the summary says of the last closed bar; the panel at the side and the sheet of a phone show it. */
export function SummaryContent({
  summary,
  inputs,
  decimals,
  zone,
  openLevel,
  onToggleLevel,
}: Props) {
  const { shortTermLength, longTermLength, length } = inputs;
  const lengths = { short: shortTermLength, long: longTermLength, flow: length };
  return (
    <div className={classes.content}>
      <SummaryHead summary={summary} decimals={decimals} zone={zone} />
      <LevelTable
        summary={summary}
        decimals={decimals}
        openLevel={openLevel}
        onToggleLevel={onToggleLevel}
      />
      <LongShortGauge percentage={summary.longShortPercentage} />
      <FigureList title="Studies" figures={studyFigures(summary, lengths)} />
      <FigureList
        title={`Last ${longTermLength} bars`}
        figures={windowFigures(summary, decimals, longTermLength)}
      />
    </div>
  );
}

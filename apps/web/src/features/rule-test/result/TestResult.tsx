import { findingSentence } from '@moneytrail/backtest';
import type { RuleComparison, RuleResult, RuleTest } from '@moneytrail/contract';
import { IconAlertTriangle } from '@tabler/icons-react';
import { formatPrice, formatSignedPercent, formatSignedPoints } from '../../../lib/format.ts';
import { deviceZone } from '../../../lib/format-time.ts';
import { Chip } from '../../../ui/Chip.tsx';
import { HowToRead } from '../../../ui/HowToRead.tsx';
import {
  CAUTION_TEXTS,
  instrumentsText,
  MEANINGS,
  RULE_TEXTS,
  ruleSentence,
  scopeText,
} from '../texts.ts';
import { EquityChart } from './EquityChart.tsx';
import { FigureTable } from './FigureTable.tsx';
import { InstrumentTable } from './InstrumentTable.tsx';
import classes from './TestResult.module.css';
import { TradeTable } from './TradeTable.tsx';
import { YearTable } from './YearTable.tsx';

type Props = {
  test: RuleTest;
  result: RuleResult;
  /** Whether the editor has another rule by now. */
  isChanged: boolean;
};

/** The result of a test: the finding first, then the curve, the figures beside each other, and every trade. */
export function TestResult({ test, result, isChanged }: Props) {
  const zone = deviceZone();
  const { rule } = test;
  const given = { result, rule, zone };
  return (
    <div className={classes.result}>
      <Finding test={test} result={result} isChanged={isChanged} />
      {result.equity.length > 1 && (
        <section className={classes.card} aria-labelledby="rule-equity">
          <h2 id="rule-equity" className={classes.title}>
            Equity after costs
          </h2>
          <EquityChart {...given} />
        </section>
      )}
      <div className={classes.pair}>
        <section className={classes.card} aria-labelledby="rule-figures">
          <h2 id="rule-figures" className={classes.title}>
            Figures after costs
          </h2>
          <FigureTable {...given} />
        </section>
        {result.years.length > 0 && (
          <section className={classes.card} aria-labelledby="rule-years">
            <h2 id="rule-years" className={classes.title}>
              By year
            </h2>
            <YearTable years={result.years} />
          </section>
        )}
      </div>
      {result.instruments.length > 1 && <InstrumentTable {...given} />}
      <TradeTable {...given} />
      <HowToRead meanings={MEANINGS} />
    </div>
  );
}

function Finding({ test, result, isChanged }: Props) {
  const { symbols, rule } = test;
  const isSimulated = result.instruments.some(({ simulated }) => simulated);
  const [only] = result.instruments;
  const problem = symbols.length === 1 ? only?.problem : null;
  return (
    <section className={classes.card} aria-label="Finding">
      {isChanged && <p className={classes.changed}>{RULE_TEXTS.changed}</p>}
      <h2 className={classes.finding}>{findingSentence(result)}</h2>
      {result.comparison && <Comparison comparison={result.comparison} />}
      <p className={classes.scope}>
        <span>{instrumentsText(symbols)}</span>
        {isSimulated && <Chip kind="warning">{RULE_TEXTS.simulated}</Chip>}
        <span>{scopeText(result, rule, deviceZone())}</span>
      </p>
      <p className={classes.note}>{ruleSentence(rule)}</p>
      {problem && <p className={classes.warning}>{problem}</p>}
      <Cautions result={result} />
      <p className={classes.note}>{RULE_TEXTS.note}</p>
    </section>
  );
}

/** The cautions but that about simulated bars, which the label beside the symbol gives. */
function Cautions({ result }: { result: RuleResult }) {
  const told = result.cautions.filter((caution) => caution !== 'simulated');
  if (told.length === 0) return null;
  return (
    <ul className={classes.cautions} aria-label="Cautions">
      {told.map((caution) => (
        <li key={caution}>
          <IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />
          {CAUTION_TEXTS[caution]}
        </li>
      ))}
    </ul>
  );
}

/** The average trade beside random entries, and the interval of their difference around a line at zero. */
function Comparison({ comparison }: { comparison: RuleComparison }) {
  const { trades, others, averagePercent, otherPercent, difference, interval } = comparison;
  const most = Math.max(...[interval.low, interval.high, difference].map(Math.abs), 1e-9);
  // A little room at both ends, so that no mark is cut.
  const at = (value: number) => 50 + (46 * value) / most;
  const whole = (count: number) => formatPrice(count, 0);
  return (
    <dl className={classes.comparison}>
      <div>
        <dt>Average trade</dt>
        <dd>
          <strong>{formatSignedPercent(averagePercent)}</strong>
          <small>{whole(trades)} trades</small>
        </dd>
      </div>
      <div>
        <dt>Random entries</dt>
        <dd>
          <strong>{formatSignedPercent(otherPercent)}</strong>
          <small>{whole(others)} bars</small>
        </dd>
      </div>
      <div className={classes.difference}>
        <dt>Difference, 95&nbsp;% interval</dt>
        <dd>
          <strong>{formatSignedPoints(difference)}</strong>
          <span className={classes.scale} aria-hidden="true">
            <span className={classes.zero} />
            <span
              className={classes.bar}
              style={{
                left: `${at(interval.low)}%`,
                width: `${at(interval.high) - at(interval.low)}%`,
              }}
            />
            <span className={classes.mark} style={{ left: `${at(difference)}%` }} />
          </span>
          <small>
            {formatSignedPoints(interval.low)} to {formatSignedPoints(interval.high)}
          </small>
        </dd>
      </div>
    </dl>
  );
}

import { RESOLUTION_LABELS } from '@moneytrail/calendar';
import type { Snapshot, SymbolOverview } from '@moneytrail/contract';
import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import {
  directionOf,
  formatBasisPoints,
  formatPercent,
  formatPrice,
  formatSignedInteger,
  formatSignedPercent,
} from '../../../lib/format.ts';
import { formatBarTime } from '../../../lib/format-time.ts';
import { distancePercent, LEVELS, levelName } from '../../../lib/levels.ts';
import { ScrollRegion } from '../../../ui/ScrollRegion.tsx';
import { NOTHING_OPEN, useChartScreen } from '../model/chart-context.ts';
import { RESOLUTION_NAMES } from '../model/resolution-labels.ts';
import { ValueOrReason } from '../model/ValueOrReason.tsx';
import classes from './SymbolDialog.module.css';

type Given = NonNullable<SymbolOverview['snapshots']>[number];
type Props = { overview: SymbolOverview; price: number | null };

const NO_BAR = 'No bar of this interval is stored and closed yet';
const TOO_FEW = 'Too few closed bars are stored';
const INDEX = 'an index is not traded';

const EMPTY =
  'No levels are stored yet. They are computed from stored bars, which the chart of an interval reads.';
const LOCKED = 'Levels and signals of all intervals need the right to the detailed summary.';

/** Levels, studies and the newest signal at the last closed bar of four intervals, with the default inputs. */
export function LevelsGlance({ overview: { snapshots, type }, price }: Props) {
  if (snapshots === null) {
    return (
      <section className={classes.section}>
        <h3>Levels and signals</h3>
        <p className={classes.locked}>
          <IconLock size={18} stroke={1.75} aria-hidden="true" /> {LOCKED}
        </p>
      </section>
    );
  }
  const isEmpty = snapshots.every(({ snapshot }) => snapshot === null);
  return (
    <section className={classes.section}>
      <h3>Levels and signals at the last closed bar</h3>
      <ScrollRegion label="Levels and signals" className={classes.scroller}>
        <table className={classes.table}>
          <caption className="visually-hidden">Levels and signals by interval</caption>
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">Figure</span>
              </th>
              {snapshots.map(({ resolution }) => (
                <th key={resolution} scope="col">
                  <IntervalButton resolution={resolution} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody hidden={isEmpty}>
            {LEVELS.map(({ key }) => (
              <Row
                key={key}
                name={levelName(key).replace('-term', '')}
                snapshots={snapshots}
                cell={(snapshot) => <Level value={snapshot[key]} price={price} />}
              />
            ))}
            {figures(type === 'index').map(({ name, cell }) => (
              <Row key={name} name={name} snapshots={snapshots} cell={cell} />
            ))}
            <Row
              name="Newest signal"
              snapshots={snapshots}
              cell={(snapshot, resolution) => (
                <Signal snapshot={snapshot} resolution={resolution} />
              )}
            />
            <Row
              name="Bar of"
              snapshots={snapshots}
              cell={({ time }, resolution) => <BarTime timeMs={time} resolution={resolution} />}
            />
          </tbody>
        </table>
      </ScrollRegion>
      <p className={classes.note}>
        {isEmpty
          ? EMPTY
          : 'With the default inputs of the indicators. Distances are from the last price.'}
      </p>
    </section>
  );
}

type RowProps = {
  name: string;
  snapshots: readonly Given[];
  cell: (snapshot: Snapshot, resolution: Given['resolution']) => ReactNode;
};

function Row({ name, snapshots, cell }: RowProps) {
  return (
    <tr>
      <th scope="row">{name}</th>
      {snapshots.map(({ resolution, snapshot }) => (
        <td key={resolution}>
          {snapshot ? (
            cell(snapshot, resolution)
          ) : (
            <ValueOrReason value={null} why={NO_BAR} reach="tap">
              –
            </ValueOrReason>
          )}
        </td>
      ))}
    </tr>
  );
}

/** The chart at an interval. */
function IntervalButton({ resolution }: Pick<Given, 'resolution'>) {
  const { setResolution, openPanel } = useChartScreen();
  return (
    <button
      type="button"
      className={classes.interval}
      aria-label={`${RESOLUTION_LABELS[resolution]}: chart of ${RESOLUTION_NAMES[resolution]}`}
      onClick={() => {
        setResolution(resolution);
        openPanel(NOTHING_OPEN);
      }}
    >
      {RESOLUTION_LABELS[resolution]}
    </button>
  );
}

function Level({ value, price }: { value: number | null; price: number | null }) {
  const { decimals } = useChartScreen();
  return (
    <ValueOrReason value={value} why={TOO_FEW} reach="tap">
      {formatPrice(value, decimals)}
      {value !== null && price !== null && (
        <span className={classes.under}>{formatSignedPercent(distancePercent(value, price))}</span>
      )}
    </ValueOrReason>
  );
}

type FigureRow = { name: string; cell: RowProps['cell'] };

function Tightness({ value, above }: { value: number | null; above: number | null }) {
  return (
    <ValueOrReason value={value} why={TOO_FEW} reach="tap">
      {formatPercent(value)}
      {above !== null && (
        <span className={classes.under}>{formatPrice(above, 2)} pp above low</span>
      )}
    </ValueOrReason>
  );
}

function figures(isIndex: boolean): FigureRow[] {
  return [
    {
      name: 'Tightness long',
      cell: ({ longTermTightness, distanceToLongTermMin }) => (
        <Tightness value={longTermTightness} above={distanceToLongTermMin} />
      ),
    },
    {
      name: 'Tightness short',
      cell: ({ shortTermTightness, distanceToShortTermMin }) => (
        <Tightness value={shortTermTightness} above={distanceToShortTermMin} />
      ),
    },
    {
      name: 'Long/short',
      cell: ({ longShortPercentage: value }) => (
        <ValueOrReason value={value} why={TOO_FEW} reach="tap">
          <span data-direction={directionOf(value)}>{formatSignedPercent(value)}</span>
        </ValueOrReason>
      ),
    },
    {
      name: 'Deployment',
      cell: ({ deployment: value }) => (
        <ValueOrReason value={value} why={TOO_FEW} reach="tap">
          {formatSignedInteger(value)}
        </ValueOrReason>
      ),
    },
    {
      name: 'Liquidity spread',
      cell: ({ liquiditySpread: value }) => (
        <ValueOrReason value={value} why={isIndex ? INDEX : TOO_FEW} reach="tap">
          {formatBasisPoints(value)}
        </ValueOrReason>
      ),
    },
  ];
}

type OfBar = { resolution: Given['resolution'] };

function Signal({ snapshot: { mark }, resolution }: OfBar & { snapshot: Snapshot }) {
  const { zone } = useChartScreen();
  if (!mark) {
    return (
      <ValueOrReason value={null} why="No signal among the newest bars" reach="tap">
        –
      </ValueOrReason>
    );
  }
  return (
    <>
      <span data-direction={mark.side === 'buy' ? 'up' : 'down'}>
        {mark.strong ? 'Strong ' : ''}
        {mark.side === 'buy' ? '▲ buy' : '▼ sell'}
      </span>
      <span className={classes.under}>{formatBarTime(mark.time, resolution, zone)}</span>
    </>
  );
}

function BarTime({ timeMs, resolution }: OfBar & { timeMs: number }) {
  const { zone } = useChartScreen();
  return <span className={classes.under}>{formatBarTime(timeMs, resolution, zone)}</span>;
}

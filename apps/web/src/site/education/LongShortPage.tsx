import { formatSignedInteger, formatSignedPercent } from '../../lib/format.ts';
import { ChartFigure } from '../figure/ChartFigure.tsx';
import { BITCOIN } from '../figure/figure-data.ts';
import type { FigureSpec } from '../figure/open-figure.ts';
import { Formula } from '../prose/Prose.tsx';
import { ProseTable } from '../prose/ProseTable.tsx';
import { PERCENTAGES } from './deployment-example.ts';
import { LineTable } from './LineTable.tsx';
import { SummaryNote } from './SummaryNote.tsx';
import { TopicFrame } from './TopicFrame.tsx';

const FIGURE: FigureSpec = {
  data: BITCOIN,
  studies: ['longShortPercentage'],
  from: '2020-01-15',
};

export default function LongShortPage() {
  return (
    <TopicFrame
      topic="long-short"
      title="Long/Short"
      lede="One number from −100 % to +100 % that shows where bars closed within their ranges over the last weeks: near their highs, near their lows, or in between."
    >
      <h2>What it measures</h2>
      <p id="closes" tabIndex={-1}>
        A bar that closes near its high was bought into the close. One that closes near its low was
        sold. Long/Short %, or L/S, adds up where the bars of the last weeks closed, gives bars with
        high volume more weight, and expresses the sum as a percentage of fully long.
      </p>
      <LineTable
        caption="Line in the pane Long/Short"
        lines={[
          {
            study: 'longShortPercentage',
            output: 'percentage',
            tells:
              'Above zero bars close in the upper half of their ranges, below zero in the lower',
            length: 'length',
          },
        ]}
      />
      <p>
        The area between the line and zero has the colour of rising prices above zero and that of
        falling prices below. The summary panel shows the same number with two decimals.{' '}
        <SummaryNote />
      </p>

      <h2>How to read it</h2>
      <ul>
        <li>
          <strong>The sign</strong> tells which way closes lean. Between −6.67 % and +6.67 %, the
          default neutral zone of <a href="/educational/deployment">Deployment</a>, they lean
          neither way.
        </li>
        <li>
          <strong>The direction of the line</strong> tells whether the lean grows or fades. Falling
          from +60 % to +40 % is still long, with less behind it.
        </li>
        <li>
          <strong>Agreement with price</strong> is the usual case. If price makes a new high and the
          line does not, the closes were weaker this time.
        </li>
        <li>
          <strong>
            Compare it with <a href="/educational/tightness">Tightness</a>
          </strong>
          : in a tight range price gives no direction, but the closes within the bars may.
        </li>
      </ul>
      <ChartFigure
        spec={FIGURE}
        label="Candles of bitcoin, and long/short percent below"
        controls={['length']}
        isTall
      >
        Bitcoin closed at 12,408.20 on 17 August 2020, its highest close of these 400 days.
        Long/Short stood at +54.46 % and reached its own high, +67.18 %, only on 4 September. By
        then the close was 10,423.00. A shorter length turns sooner, and more often.
      </ChartFigure>

      <h2>How it is computed</h2>
      <ol>
        <li>
          Each bar gets its close location: −1 for a close at the low, +1 at the high, 0 in the
          middle.
        </li>
        <li>
          The close locations of the last 40 bars are weighted by volume and added up, and the sums
          of the last 15 bars averaged. This number, from −3,000 to +3,000, is the{' '}
          <a href="/educational/deployment">Deployment</a>; its page has the steps with numbers.
        </li>
        <li>Deployment is divided by 1,500 and capped at −100 % and +100 %.</li>
      </ol>
      <Formula>Long/Short % = 100 × deployment ÷ 1,500, from −100 to +100</Formula>
      <ProseTable
        caption="Deployment and the percentage it is shown as"
        columns={[
          { label: 'Deployment', isNumber: true },
          { label: 'Long/Short %', isNumber: true },
        ]}
        rows={PERCENTAGES.map(({ deployment, percentage }) => ({
          key: String(deployment),
          cells: [formatSignedInteger(deployment), formatSignedPercent(percentage)],
        }))}
      />
      <p>
        With the default length of 40 the first value stands at the 54th bar: 40 for the first sum
        and 14 more for the average.
      </p>

      <h2>When it misleads</h2>
      <ul>
        <li>
          It is late. Forty bars are added up and fifteen averaged, so a turn shows after weeks, as
          in the figure.
        </li>
        <li>
          It reads the place of the close within each bar, not the move between bars. A market that
          opens lower every day and closes at its high each time is “long” while price falls.
        </li>
        <li>It is capped at ±100 % and does not show how much further the closes lean.</li>
        <li>
          If a market reports no volume, all bars count equally. If it counts ticks, as forex does,
          the weights measure activity, not money.
        </li>
      </ul>
    </TopicFrame>
  );
}

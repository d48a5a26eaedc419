import { formatPrice, formatSignedPercent } from '../../lib/format.ts';
import { ChartFigure } from '../figure/ChartFigure.tsx';
import { BITCOIN } from '../figure/figure-data.ts';
import type { FigureSpec } from '../figure/open-figure.ts';
import { Formula, Note } from '../prose/Prose.tsx';
import { ProseTable } from '../prose/ProseTable.tsx';
import { dayText } from './day-text.ts';
import { BITCOIN_FACTS, DEPLOYMENT_EXAMPLE } from './deployment-example.ts';
import { LineTable } from './LineTable.tsx';
import { TopicFrame } from './TopicFrame.tsx';

const FIGURE: FigureSpec = {
  data: BITCOIN,
  studies: ['combo', 'deployment'],
  from: '2020-02-15',
};

export default function DeploymentPage() {
  return (
    <TopicFrame
      topic="deployment"
      title="Deployment"
      lede="The number behind Long/Short %: where the money closes, from −3,000 to +3,000, read against two lines. Together with the combo channels it determines buy and sell marks."
    >
      <h2>What it measures</h2>
      <p>
        Deployment adds up how close to its high or low each of the last 40 bars ended. A bar with
        twice the usual volume counts twice. The sum is averaged over 15 bars, so that a single day
        does not turn it.
      </p>
      <LineTable
        caption="Line in the pane Long/Short"
        lines={[
          {
            study: 'deployment',
            output: 'deployment',
            tells: 'Sum of the weighted closes: positive near highs, negative near lows',
            length: 'length',
          },
        ]}
      />

      <h2>How to read it</h2>
      <p id="zones" tabIndex={-1}>
        Two dotted lines divide the pane into three zones. You can move both in the settings.
      </p>
      <ProseTable
        caption="Zones of deployment"
        columns={[{ label: 'Zone' }, { label: 'Range' }, { label: 'Meaning' }]}
        rows={[
          {
            key: 'long',
            cells: ['Long', 'At or above Long input, +100 by default', 'Closes lean to the highs'],
          },
          {
            key: 'neutral',
            cells: ['Neutral', 'Between the lines', 'Closes lean neither way'],
          },
          {
            key: 'short',
            cells: ['Short', 'At or below Short input, −100 by default', 'Closes lean to the lows'],
          },
        ]}
        isStacked
        isWide
      />
      <p>
        Both inputs go from −3,000 to +3,000, and Short input must stay below Long input. The
        further apart the lines, the wider the neutral zone and the rarer the marks.
      </p>
      <ChartFigure
        spec={FIGURE}
        label="Candles of bitcoin with combo channels and marks, and deployment below"
        controls={['length']}
        isTall
      >
        Deployment entered the short zone on the day of the crash of 12 March 2020, not before, and
        the sell mark is on that bar. Marks point up under a bar for BUY and down above a bar for
        SELL.
      </ChartFigure>

      <h2>How it is computed</h2>
      <Formula>
        Close location = (2 × close − high − low) ÷ (high − low)
        <br />
        Sum = total over n bars of 100 × close location × volume ÷ mean volume
        <br />
        Deployment = mean of the last 15 sums
      </Formula>
      <p>
        The sum is capped at ±3,000. A bar whose high equals its low has a close location of 0. If
        more than a fifth of the n bars report no volume, all bars have equal weight.
      </p>
      <p>
        An example with a length of 15: 29 bars close at three quarters of their range. Then one
        closes at its low, on twice the volume.
      </p>
      <DeploymentExample />
      <p>
        The sum falls from +750 to +468.75, because fourteen bars still point the other way. The
        average of 15 sums falls by only 18.75. That is the effect of the smoothing.
      </p>

      <MarksSection />
      <LiquiditySection />

      <h2>When it misleads</h2>
      <ul>
        <li>
          It lags. The highest value in the figure, +1,008, came on 4 September 2020, when price was
          16 % below the close of 17 August.
        </li>
        <li>
          The strong BUY of 17 August is on the highest close of all 400 days. Ten days later price
          was 8.72 % lower.
        </li>
        <li>
          One day with extreme volume dominates the sum for 40 bars, then drops out on a day when
          nothing happens.
        </li>
        <li>
          On short resolutions ranges are small, and where the close falls within them is mostly
          chance.
        </li>
      </ul>
    </TopicFrame>
  );
}

const signed = (value: number) =>
  `${value > 0 ? '+' : ''}${formatPrice(value, Number.isInteger(value) ? 0 : 2)}`;

function DeploymentExample() {
  const { closeLocation, flow, deployment, percentage, last } = DEPLOYMENT_EXAMPLE;
  return (
    <ProseTable
      caption="Deployment of length 15 before and after one bar"
      columns={[
        { label: 'Step' },
        { label: 'Bars 1–29', isNumber: true },
        { label: 'Bar 30', isNumber: true },
      ]}
      rows={[
        { key: 'close', cells: ['Close, in a range of 100 to 104', '103', '100'] },
        { key: 'volume', cells: ['Volume', '1,000', '2,000'] },
        {
          key: 'location',
          cells: ['Close location', signed(closeLocation), signed(last.closeLocation)],
        },
        {
          key: 'mean',
          cells: ['Mean volume of 15 bars', '1,000.00', formatPrice(last.meanVolume, 2)],
        },
        { key: 'flow', cells: ['Sum over 15 bars', signed(flow), signed(last.flow)] },
        {
          key: 'deployment',
          cells: ['Deployment, mean of 15 sums', signed(deployment), signed(last.deployment)],
          isMarked: true,
        },
        {
          key: 'percentage',
          cells: [
            'Long/Short %',
            formatSignedPercent(percentage),
            formatSignedPercent(last.percentage),
          ],
        },
      ]}
    />
  );
}

function LiquiditySection() {
  return (
    <>
      <h2>Liquidity spread</h2>
      <p id="spread" tabIndex={-1}>
        The third pane uses the same length as deployment. It estimates the cost of buying and
        selling once: the difference between bid and ask, in basis points (bps). One basis point is
        0.01 %, so 12.5 bps of a price of 10,000 are 12.50.
      </p>
      <LineTable
        caption="Line in the pane Liquidity Spread"
        lines={[
          {
            study: 'liquiditySpread',
            output: 'spread',
            tells: 'Estimated spread between bid and ask; low is liquid',
            length: 'length',
          },
        ]}
      />
      <p>
        It is computed from open, high, low and close alone, by the estimator of Ardia, Guidotti and
        Kroencke (Journal of Financial Economics 161, 2024). In liquid markets the true spread is
        smaller than daily bars can reveal, and the value is often zero. Use it to compare
        instruments or periods, not as a quote.
      </p>
    </>
  );
}

function MarksExample() {
  return (
    <ProseTable
      caption="Four marks of the figure, and the close ten bars later"
      columns={[
        { label: 'Day' },
        { label: 'Mark' },
        { label: 'Close', isNumber: true },
        { label: 'Ten bars later', isNumber: true },
        { label: 'Change', isNumber: true },
      ]}
      rows={BITCOIN_FACTS.marks.map(({ day, side, isStrong, close, closeAfter }) => ({
        key: day,
        cells: [
          dayText(day),
          `${isStrong ? 'Strong ' : ''}${side.toUpperCase()}`,
          formatPrice(close, 1),
          formatPrice(closeAfter, 1),
          formatSignedPercent((100 * (closeAfter - close)) / close),
        ],
      }))}
      isStacked
    />
  );
}

function MarksSection() {
  return (
    <section id="marks" tabIndex={-1} aria-labelledby="marks-title">
      <h2 id="marks-title">Buy and sell marks</h2>
      <p>
        A mark needs two things at the close of one bar: a breakout from the combo channel, drawn
        with dotted edges, and deployment in the zone of the same side.
      </p>
      <ProseTable
        caption="Conditions of a mark"
        columns={[{ label: 'Mark' }, { label: 'Close' }, { label: 'Deployment' }]}
        rows={[
          {
            key: 'buy',
            cells: ['BUY', 'Above the previous bar’s 20-bar resistance, plus buffer', 'Long zone'],
          },
          {
            key: 'sell',
            cells: ['SELL', 'Below the previous bar’s 20-bar support, minus buffer', 'Short zone'],
          },
          {
            key: 'strong',
            cells: ['Strong', 'Beyond the 100-bar line as well, with the same buffer', 'As above'],
          },
        ]}
        isStacked
        isWide
      />
      <p id="filled" tabIndex={-1}>
        A strong mark is filled, every other one is outlined. Both carry a letter: B for BUY, S for
        SELL. A number beside a mark counts the marks that it hides until you zoom in.
      </p>
      <p>
        The buffer is a quarter of the mean range of the previous five bars. After a mark, its side
        is not marked again until the condition has been absent for five bars. Only closed bars
        carry marks, and a published mark does not change.
      </p>
      <MarksExample />
      <Note title="No proven edge">
        <p>
          On 25,600 real crypto bars the mean return ten bars after a mark was indistinguishable
          from zero, or negative. A mark says that its conditions are met. It does not say what
          comes next, and it is not advice.
        </p>
      </Note>
    </section>
  );
}

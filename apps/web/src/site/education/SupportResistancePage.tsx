import { formatPrice } from '../../lib/format.ts';
import { ChartFigure } from '../figure/ChartFigure.tsx';
import { GOLD } from '../figure/figure-data.ts';
import type { FigureSpec } from '../figure/open-figure.ts';
import { Formula } from '../prose/Prose.tsx';
import { ProseTable } from '../prose/ProseTable.tsx';
import { dayText } from './day-text.ts';
import { LineTable } from './LineTable.tsx';
import { LEVELS_EXAMPLE } from './levels-example.ts';
import { SummaryNote } from './SummaryNote.tsx';
import { TopicFrame } from './TopicFrame.tsx';

const FIGURE: FigureSpec = {
  data: GOLD,
  studies: ['shortTermLevels', 'longTermLevels'],
  from: '2019-04-01',
};

export default function SupportResistancePage() {
  return (
    <TopicFrame
      topic="support-resistance"
      title="Support and resistance"
      lede="Four lines mark the highest and the lowest close of the last weeks and months. They show where price turned before, and when it leaves its range."
    >
      <h2>What it measures</h2>
      <p>
        <strong>Resistance</strong> is the highest close of the last bars, <strong>support</strong>{' '}
        the lowest. Each exists twice: over a short term of 20 bars and a long term of 100. On a
        daily chart that is about one month and five months of trading days.
      </p>
      <LineTable
        caption="Lines in the chart of prices"
        lines={[
          {
            study: 'shortTermLevels',
            output: 'resistance',
            tells: 'The highest close of the short term',
            length: 'shortTermLength',
          },
          {
            study: 'shortTermLevels',
            output: 'support',
            tells: 'The lowest close of the short term',
            length: 'shortTermLength',
          },
          {
            study: 'longTermLevels',
            output: 'resistance',
            tells: 'The highest close of the long term',
            length: 'longTermLength',
          },
          {
            study: 'longTermLevels',
            output: 'support',
            tells: 'The lowest close of the long term',
            length: 'longTermLength',
          },
        ]}
      />
      <p id="levels" tabIndex={-1}>
        Tags on the price axis abbreviate the four: <strong>LR</strong> and <strong>LS</strong> for
        long-term resistance and support, <strong>SR</strong> and <strong>SS</strong> for the
        short-term ones. Levels on the same price share a tag, such as SR + LR. Long-term lines are
        solid, short-term lines dashed, so colour is never the only difference.
      </p>
      <p id="inputs" tabIndex={-1}>
        In the legend of the chart, the inputs follow the name of an indicator: numbers first, then
        the price they are computed from. “Short-term S/R 20 close” reads the closes of 20 bars;
        “Long/Short Deployment 40 100 −100” has a length of 40 bars, and 100 and −100 as Long and
        Short input. Closes are used by default. The settings, behind a press on the name, also
        offer open, high, low and averages of them.
      </p>

      <h2>How to read it</h2>
      <ul>
        <li>
          <strong>A flat line</strong> means that no close has gone beyond it for a while. The
          longer it stays flat, the more often price has turned back there, or the less it has moved
          at all.
        </li>
        <li>
          <strong>A rising resistance</strong> means new highs: each step is a close above all
          others of the term. A falling support is the mirror of it.
        </li>
        <li>
          <strong>Short-term and long-term lines on the same price</strong> mark the strongest
          level: the extreme of the month is that of five months too.
        </li>
        <li>
          <strong>The distance between support and resistance</strong> is the range. How wide it is
          compared with its price is the topic of <a href="/educational/tightness">Tightness</a>.
        </li>
      </ul>
      <ChartFigure
        spec={FIGURE}
        label="Candles of gold with its four levels"
        controls={['shortTermLength', 'longTermLength']}
      >
        After 19 February 2019 no close of gold was above 1,341.16 for almost four months: the
        long-term resistance lay flat. On 13 June a close broke it, and both resistances rose
        together. Move the lengths to see which highs each term still remembers.
      </ChartFigure>

      <h2>How it is computed</h2>
      <Formula>
        Resistance = highest close of the last n bars
        <br />
        Support = lowest close of the last n bars
      </Formula>
      <p>
        The current bar is one of the n. There is no value before n bars exist. With a length of 10,
        the first levels in this table appear on its tenth day:
      </p>
      <LevelsExample />
      <p>
        On 7 June the close itself is the new resistance. On 11 June the close of 28 May, 1,279.40,
        is eleven bars old and leaves the window: support rises to 1,280.20, the next lowest. The
        level moved although that day’s close was nowhere near it.
      </p>

      <h3>Depth of a level</h3>
      <p>
        The summary panel’s info button lists the bars behind a level. The marked row is the level
        of today. Each row above it takes over when the one below has left the window.{' '}
        <SummaryNote />
      </p>
      <DepthExample />

      <h2>When it misleads</h2>
      <ul>
        <li>
          A level moves without any news when an old extreme drops out of the window. The depth list
          shows when that will happen.
        </li>
        <li>
          In a steady trend every close is a new extreme. The line then follows price and offers no
          resistance.
        </li>
        <li>
          One false print or one panic close sets a level for the whole length. Compare with the
          other term.
        </li>
        <li>
          A close beyond a line is not yet a breakout. Our buy and sell marks require more; see{' '}
          <a href="/educational/deployment#marks">Deployment</a>.
        </li>
      </ul>
    </TopicFrame>
  );
}

const price = (value: number | undefined) => formatPrice(value, 2);

function LevelsExample() {
  const { length, days } = LEVELS_EXAMPLE;
  return (
    <ProseTable
      caption={`Gold, closes in US dollars; levels of ${length} bars`}
      columns={[
        { label: 'Day' },
        { label: 'Close', isNumber: true },
        { label: 'Resistance', isNumber: true },
        { label: 'Support', isNumber: true },
      ]}
      rows={days.map((each) => ({
        key: each.day,
        cells: [
          dayText(each.day),
          price(each.close),
          price('resistance' in each ? each.resistance : undefined),
          price('support' in each ? each.support : undefined),
        ],
      }))}
    />
  );
}

/** The bars a resistance is made of, as the info button lists them. */
function DepthExample() {
  const { depth } = LEVELS_EXAMPLE;
  return (
    <ProseTable
      caption={`Depth of the resistance on ${dayText(depth[0].day)}`}
      columns={[{ label: 'Day' }, { label: 'Close', isNumber: true }]}
      rows={depth.map(({ day, close }, index) => ({
        key: day,
        cells: [dayText(day), price(close)],
        isMarked: index === depth.length - 1,
      }))}
    />
  );
}

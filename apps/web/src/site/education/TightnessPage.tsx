import { formatPercent, formatPrice } from '../../lib/format.ts';
import { ChartFigure } from '../figure/ChartFigure.tsx';
import { GOLD } from '../figure/figure-data.ts';
import type { FigureSpec } from '../figure/open-figure.ts';
import { Formula } from '../prose/Prose.tsx';
import { ProseTable } from '../prose/ProseTable.tsx';
import { dayText } from './day-text.ts';
import { LineTable } from './LineTable.tsx';
import { SummaryNote } from './SummaryNote.tsx';
import { TopicFrame } from './TopicFrame.tsx';
import { TIGHT_DAYS, TIGHTNESS_EXAMPLE } from './tightness-example.ts';

const FIGURE: FigureSpec = {
  data: GOLD,
  studies: ['shortTermLevels', 'tightness'],
  from: '2019-03-15',
};

function WorkedExample() {
  const { day, length, resistance, support, range, middle, percent } = TIGHTNESS_EXAMPLE;
  return (
    <ProseTable
      caption={`Gold on ${dayText(day)}, levels of ${length} bars`}
      columns={[{ label: 'Step' }, { label: 'Value', isNumber: true }]}
      rows={[
        { key: 'resistance', cells: ['Resistance', formatPrice(resistance, 2)] },
        { key: 'support', cells: ['Support', formatPrice(support, 2)] },
        { key: 'range', cells: ['Resistance − support', formatPrice(range, 2)] },
        { key: 'middle', cells: ['(Resistance + support) ÷ 2', formatPrice(middle, 2)] },
        {
          key: 'tightness',
          cells: ['Tightness = 100 × 60.84 ÷ 1,309.82', formatPercent(percent)],
          isMarked: true,
        },
      ]}
    />
  );
}

export default function TightnessPage() {
  return (
    <TopicFrame
      topic="tightness"
      title="Tightness"
      lede="Tightness is the width of the range between support and resistance, in percent of its price. A low value means that price has hardly moved: a market at rest, not yet a direction."
    >
      <h2>What it measures</h2>
      <p id="width" tabIndex={-1}>
        The width of the channel between support and resistance, divided by its middle. Being a
        percentage, it compares a share at 20 with one at 2,000, and this year with last year.{' '}
        <strong>Low means tight.</strong>
      </p>
      <LineTable
        caption="Lines in the pane Tightness"
        lines={[
          {
            study: 'tightness',
            output: 'longTerm',
            tells: 'Width of the long-term channel',
            length: 'longTermLength',
          },
          {
            study: 'tightness',
            output: 'shortTerm',
            tells: 'Width of the short-term channel',
            length: 'shortTermLength',
          },
        ]}
      />

      <h2>How to read it</h2>
      <ul>
        <li>
          <strong>Falling short-term tightness</strong> means that swings are getting smaller. Many
          traders wait for such a rest to end.
        </li>
        <li>
          <strong>A sudden rise</strong> is the move itself: price has left the range and drags one
          side of the channel along.
        </li>
        <li>
          <strong>Both lines low</strong> is a rest within a rest. It is rarer than a low short-term
          line alone.
        </li>
        <li>
          <strong>It has no direction.</strong> A fall widens the channel as much as a rise does.
          For direction, see <a href="/educational/long-short">Long/Short</a>.
        </li>
      </ul>
      <p>
        The summary panel also shows how far each line is above its own low over five times its
        length: 100 bars for the short term, 500 for the long. Zero means that it has not been
        tighter in that time. <SummaryNote />
      </p>
      <p id="volatility" tabIndex={-1}>
        <strong>Volatility</strong>, further down in the panel, measures steps instead of the range:
        the standard deviation of the changes from close to close over the long term, in percent a
        bar and not annualised. A market may swing in large steps within a tight range.
      </p>
      <ChartFigure
        spec={FIGURE}
        label="Candles of gold with short-term levels, and tightness below"
        controls={['shortTermLength']}
        isTall
      >
        On 10 May 2019 the 20-day channel of gold was 1.56 % wide. Six weeks later it was 10.58 %.
        With a shorter length the line falls sooner, and more often with no move to follow.
      </ChartFigure>
      <ProseTable
        caption="Short-term tightness of gold, 20 bars"
        columns={[{ label: 'Day' }, { label: 'Tightness', isNumber: true }]}
        rows={TIGHT_DAYS.map(({ day, percent }) => ({
          key: day,
          cells: [dayText(day), formatPercent(percent)],
        }))}
      />

      <h2>How it is computed</h2>
      <Formula>Tightness = 100 × (resistance − support) ÷ ((resistance + support) ÷ 2)</Formula>
      <p>
        Resistance and support are the lines of{' '}
        <a href="/educational/support-resistance">Support &amp; Resistance</a>, with the same length
        and the same price. This continues the example there:
      </p>
      <WorkedExample />
      <p>
        If support is zero or negative, as it can be for spreads between contracts, a percentage has
        no meaning and no value is shown.
      </p>

      <h2>When it misleads</h2>
      <ul>
        <li>
          Tight ranges can get tighter. A low value says nothing about when, or whether, price
          moves.
        </li>
        <li>The first move out of a tight range often reverses. The value rises all the same.</li>
        <li>
          Before holidays and in thin markets, ranges shrink because few people trade. Check the
          volume.
        </li>
        <li>
          Like the levels, it can fall in one step when an old extreme leaves the window, although
          price has not moved.
        </li>
      </ul>
    </TopicFrame>
  );
}

import { formatPrice, formatSignedPercent } from '../../../lib/format.ts';
import { Note } from '../../prose/Note.tsx';
import { ProseTable } from '../../prose/ProseTable.tsx';
import { dayText } from '../day-text.ts';
import { BITCOIN_FACTS } from './deployment-example.ts';

/** What followed four marks of the figure. */
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

/** What a buy or sell mark needs, and what followed some of them. */
export function MarksSection() {
  return (
    <section id="marks" tabIndex={-1} aria-labelledby="marks-title">
      <h2 id="marks-title">Buy and sell marks</h2>
      <p>
        A mark needs two things at the close of one bar: a breakout from the combo channel, which is
        drawn with dotted edges, and a deployment in the zone of the same side.
      </p>
      <ProseTable
        caption="Conditions of a mark"
        columns={[{ label: 'Mark' }, { label: 'Close' }, { label: 'Deployment' }]}
        rows={[
          {
            key: 'buy',
            cells: [
              'BUY',
              'Above the 20-bar resistance of the bar before, plus buffer',
              'Long zone',
            ],
          },
          {
            key: 'sell',
            cells: [
              'SELL',
              'Below the 20-bar support of the bar before, minus buffer',
              'Short zone',
            ],
          },
          {
            key: 'strong',
            cells: ['Strong', 'Beyond the 100-bar line as well, with the same buffer', 'As above'],
          },
        ]}
        isStacked
        isWide
      />
      <p>
        The buffer is a quarter of the mean range of the five bars before. After a mark there is no
        second one on its side until the condition has been away for five bars. Only closed bars
        carry marks, and a published mark does not change.
      </p>
      <MarksExample />
      <Note title="No proven edge">
        <p>
          On 25,600 real crypto bars the mean return ten bars after a mark could not be told from
          zero, or was below it. Marks say that their conditions are met. They do not say what comes
          next, and they are no advice.
        </p>
      </Note>
    </section>
  );
}

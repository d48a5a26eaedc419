import { formatPrice } from '../../lib/format.ts';
import { gainToRecover, leftAfterLosses } from '../../lib/position-size.ts';
import { Formula, Note } from '../prose/Prose.tsx';
import { ProseTable } from '../prose/ProseTable.tsx';
import { PositionSizeCalculator } from './PositionSizeCalculator.tsx';
import { TopicFrame } from './TopicFrame.tsx';

export default function TradeAndRiskPage() {
  return (
    <TopicFrame
      topic="trade-and-risk"
      title="Trade and Risk Managment"
      lede="Decide how much a trade may lose before you open it. Risk 1 to 2 % of your capital on a trade, and let the distance to the stop determine the size."
    >
      <h2>The 1 to 2 % rule</h2>
      <p>
        Risk is what you lose if the trade ends at its stop. It is not the cost of the position.
        With a capital of 10,000 and a risk of 1 %, a trade may lose 100, whether the position is
        worth 2,000 or 8,000.
      </p>
      <p>
        The reason is not a single loss but several in a row. If trades win half the time by chance,
        97 of 100 series of 200 trades contain a run of five or more losses. What matters is how
        much such a run leaves.
      </p>
      <LosingStreaks />
      <p>
        At 1 %, ten losses in a row cost less than a tenth of the capital. At 10 % they cost almost
        two thirds, and the rest must nearly triple. The gain needed grows faster than the loss.
      </p>

      <h2>Size follows from the stop</h2>
      <p>
        First choose the price that proves the idea wrong. A level is a natural choice: below{' '}
        <a href="/educational/support-resistance">support</a> for a long position, above resistance
        for a short one. Only then compute the size.
      </p>
      <Formula>
        Loss allowed = capital × risk % ÷ 100
        <br />
        Units = loss allowed ÷ |entry − stop|
        <br />
        Position value = units × entry
      </Formula>
      <ProseTable
        caption="An example: buy at 50.00, stop at 47.50, capital 10,000, risk 1 %"
        columns={[{ label: 'Step' }, { label: 'Value', isNumber: true }]}
        rows={[
          { key: 'loss', cells: ['Loss allowed = 10,000 × 1 ÷ 100', '100.00'] },
          { key: 'distance', cells: ['Loss of one unit = 50.00 − 47.50', '2.50'] },
          { key: 'units', cells: ['Units = 100 ÷ 2.50', '40'], isMarked: true },
          { key: 'value', cells: ['Position value = 40 × 50.00', '2,000.00'] },
        ]}
      />
      <p>
        With the stop at 49.00 the same risk allows 100 units, worth 5,000. A closer stop allows a
        larger position, but is hit more often by chance.
      </p>
      <PositionSizeCalculator />

      <h2>Before and after the trade</h2>
      <ol>
        <li>Write down entry, stop, size and reason before you place the order.</li>
        <li>
          Add up the risk of all open trades. Positions that move together, such as two gold shares,
          are one risk.
        </li>
        <li>Do not move a stop further away. The size was computed for the first one.</li>
        <li>
          Recompute the size from your current capital. It shrinks after losses, which is the point
          of a percentage.
        </li>
        <li>Keep a record of every trade, the bad ones first.</li>
      </ol>

      <h2>What the rule does not cover</h2>
      <ul>
        <li>
          <strong>Gaps.</strong> A stop becomes an order at the next price. Overnight or over a
          weekend that can be far beyond the stop.
        </li>
        <li>
          <strong>Costs.</strong> Commission, financing and the{' '}
          <a href="/educational/deployment#spread">spread</a> come on top of the loss at the stop.
        </li>
        <li>
          <strong>Leverage.</strong> A position larger than your capital can lose more than you
          have.
        </li>
        <li>
          <strong>A method that loses.</strong> Small risk makes it lose slowly; it does not make it
          win.
        </li>
      </ul>
      <Note title="No advice">
        <p>
          This page explains a calculation. It does not know your circumstances and recommends no
          trade. See the <a href="/terms-of-service#not-financial-advice">Terms of Service</a>.
        </p>
      </Note>
    </TopicFrame>
  );
}

const RISKS_PERCENT = [1, 2, 5, 10] as const;
const STREAKS = [1, 3, 5, 10, 20] as const;

/** `90.4 %`: one decimal fits a phone. */
const percent = (fraction: number) => `${formatPrice(100 * fraction, 1)}\u00a0%`;

/** Capital left after consecutive losses. */
function LosingStreaks() {
  return (
    <>
      <ProseTable
        caption="Capital left after consecutive losses, by risk per trade"
        columns={[
          { label: 'Losses' },
          ...RISKS_PERCENT.map((risk) => ({ label: `${risk} %`, isNumber: true })),
        ]}
        rows={STREAKS.map((losses) => ({
          key: String(losses),
          cells: [
            losses,
            ...RISKS_PERCENT.map((risk) => percent(leftAfterLosses(risk / 100, losses))),
          ],
          isMarked: losses === 10,
        }))}
      />
      <ProseTable
        caption="Gain needed to recover from ten losses"
        columns={[
          { label: 'Risk per trade' },
          { label: 'Left', isNumber: true },
          { label: 'Gain needed', isNumber: true },
        ]}
        rows={RISKS_PERCENT.map((risk) => {
          const left = leftAfterLosses(risk / 100, 10);
          return {
            key: String(risk),
            cells: [`${risk} %`, percent(left), percent(gainToRecover(left))],
          };
        })}
      />
    </>
  );
}

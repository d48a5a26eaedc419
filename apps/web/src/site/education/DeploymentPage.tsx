import { ChartFigure } from '../figure/ChartFigure.tsx';
import { BITCOIN } from '../figure/figure-data.ts';
import type { FigureSpec } from '../figure/open-figure.ts';
import { Formula } from '../prose/Formula.tsx';
import { ProseTable } from '../prose/ProseTable.tsx';
import { DeploymentExample } from './deployment/DeploymentExample.tsx';
import { LiquiditySection } from './deployment/LiquiditySection.tsx';
import { MarksSection } from './deployment/MarksSection.tsx';
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
      lede="The number behind Long/Short %: where the money closes, from −3,000 to +3,000, read against two lines. With the combo channels it decides about buy and sell marks."
    >
      <h2>What it measures</h2>
      <p>
        Deployment adds up how close to its high or low each of the last 40 bars ended. A bar with
        twice the usual volume counts twice. The sum is averaged over 15 bars, so that single days
        do not turn it.
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
      <p>Two dotted lines divide the pane into three zones. You can move both in the settings.</p>
      <ProseTable
        caption="Zones of deployment"
        columns={[{ label: 'Zone' }, { label: 'Where' }, { label: 'What it tells' }]}
        rows={[
          {
            key: 'long',
            cells: ['Long', 'At or above Long input, +100 by default', 'Closes lean to the highs'],
          },
          {
            key: 'neutral',
            cells: ['Neutral', 'Between the lines', 'Neither side has the closes'],
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
        Both inputs go from −3,000 to +3,000, and Short input stays below Long input. Lines further
        apart make the neutral zone wider and the marks rarer.
      </p>
      <ChartFigure
        spec={FIGURE}
        label="Candles of bitcoin with combo channels and marks, and deployment below"
        controls={['length']}
        isTall
      >
        Deployment entered the short zone on the day of the crash of 12 March 2020, not before, and
        the sell mark stands on that bar. Marks point up under a bar for BUY and down above a bar
        for SELL.
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
        The sum is cut off at ±3,000. A bar whose high equals its low has the close location 0. If
        more than a fifth of the n bars report no volume, all bars weigh the same.
      </p>
      <p>
        An example with a length of 15: 29 bars close at three quarters of their range. Then one
        closes at its low, on twice the volume.
      </p>
      <DeploymentExample />
      <p>
        The sum falls from +750 to +468.75, because fourteen bars still speak for the other side.
        The average over 15 sums falls by 18.75 only. That is how much smoothing there is.
      </p>

      <MarksSection />
      <LiquiditySection />

      <h2>When it misleads</h2>
      <ul>
        <li>
          It follows. The highest value in the figure, +1,008, stands on 4 September 2020, when
          price was 16 % below the close of 17 August.
        </li>
        <li>
          The strong BUY of 17 August stands on the highest close of all 400 days. Ten days later
          price was 8.72 % lower.
        </li>
        <li>
          One day with extreme volume fills the sum for 40 bars, and leaves it again on a day when
          nothing happens.
        </li>
        <li>
          On short resolutions the ranges are small, and the place of the close within them is
          mostly chance.
        </li>
      </ul>
    </TopicFrame>
  );
}

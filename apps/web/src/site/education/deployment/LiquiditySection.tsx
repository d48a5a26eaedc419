import { LineTable } from '../LineTable.tsx';

/** The third pane, which shares the length of deployment. */
export function LiquiditySection() {
  return (
    <>
      <h2>Liquidity spread</h2>
      <p>
        The third pane shares the length of deployment. It estimates what a round of buying and
        selling costs: the difference between bid and ask, in basis points. One basis point is 0.01
        %, so 12.5 bps of a price of 10,000 are 12.50.
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
        smaller than what daily bars can show, and the value is often zero. Use it to compare
        instruments or times, not as a quotation.
      </p>
    </>
  );
}

import { type Account, BRAND, type Payment } from '@moneytrail/contract';
import { fullName } from '../../../lib/person-name.ts';
import { PAYMENT_STATES } from '../subscription/payment-states.ts';
import { priceText } from '../subscription/plan-offers.ts';
import { PROVIDER_NAMES } from '../subscription/provider-names.ts';
import { dayText } from '../subscription/subscription-dates.ts';
import classes from './ReceiptSheet.module.css';

type Props = { payment: Payment; payer: Account };

/** A payment as paper says it: who, for what, how much. */
export function ReceiptSheet({ payment, payer }: Props) {
  const price = priceText(payment.amount, payment.currency);
  const { name: status } = PAYMENT_STATES[payment.status];
  return (
    <article className={classes.sheet} aria-label={`Receipt ${payment.receiptNumber}`}>
      <header className={classes.head}>
        <div>
          <p className={classes.brand}>{BRAND.toolbarName}</p>
          <p className={classes.dim}>{BRAND.contactAddress}</p>
        </div>
        <h1 className={classes.title}>Receipt</h1>
      </header>
      <dl className={classes.facts}>
        <Fact name="Receipt number" values={[payment.receiptNumber]} />
        <Fact name="Date" values={[dayText(payment.paidAt)]} />
        <Fact name="Paid with" values={[PROVIDER_NAMES[payment.provider]]} />
        <Fact name="Paid by" values={[fullName(payer), payer.username]} />
      </dl>
      <table className={classes.items}>
        <thead>
          <tr>
            <th scope="col">Plan</th>
            <th scope="col">Status</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>{payment.planName}</td>
            <td>{status}</td>
            <td>{price}</td>
          </tr>
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={2}>
              {payment.status === 'refunded' ? 'Total refunded' : 'Total paid'}
            </th>
            <td>{price}</td>
          </tr>
        </tfoot>
      </table>
      <p className={classes.dim}>
        Questions about this payment? Please write to {BRAND.contactAddress}.
      </p>
    </article>
  );
}

function Fact({ name, values }: { name: string; values: readonly string[] }) {
  return (
    <div>
      <dt>{name}</dt>
      {values.map((value) => (
        <dd key={value}>{value}</dd>
      ))}
    </div>
  );
}

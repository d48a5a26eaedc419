import { Skeleton } from '@mantine/core';
import type { Payment } from '@moneytrail/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { dayText } from '../../../lib/subscription-dates.ts';
import { paths } from '../../../paths.ts';
import { Chip } from '../../../ui/Chip.tsx';
import { LoadFailed } from '../../../ui/form/LoadFailed.tsx';
import { paymentsQuery } from './billing-queries.ts';
import classes from './PaymentsPanel.module.css';
import { PAYMENT_STATES } from './payment-texts.ts';
import { priceText } from './plan-offers.ts';

/** Past payments with their receipts; renders nothing before the first payment. */
export function PaymentsPanel() {
  const { data: payments, isError, isFetching, refetch } = useQuery(paymentsQuery);
  if (payments?.length === 0) return null;
  return (
    <section aria-label="Payments" className={classes.panel}>
      <h3 className={classes.heading}>Payments</h3>
      {payments ? (
        <PaymentTable payments={payments} />
      ) : isError ? (
        <LoadFailed isBusy={isFetching} onRetry={() => void refetch()}>
          Could not load your payments.
        </LoadFailed>
      ) : (
        <Skeleton height={96} />
      )}
    </section>
  );
}

type TableProps = { payments: readonly Payment[] };

function PaymentTable({ payments }: TableProps) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Date</th>
          <th scope="col">Plan</th>
          <th scope="col" className={classes.amount}>
            Amount
          </th>
          <th scope="col">Status</th>
          <th scope="col">Receipt</th>
        </tr>
      </thead>
      <tbody>
        {payments.map((payment) => (
          <tr key={payment._id}>
            <td>{dayText(payment.paidAt)}</td>
            <td>{payment.planName}</td>
            <td className={classes.amount}>{priceText(payment.amount, payment.currency)}</td>
            <td>
              <Chip kind={PAYMENT_STATES[payment.status].kind}>
                {PAYMENT_STATES[payment.status].name}
              </Chip>
            </td>
            <td>
              {PAYMENT_STATES[payment.status].hasReceipt ? (
                <Link
                  to={paths.receipt}
                  params={{ receiptNumber: payment.receiptNumber }}
                  className={classes.receipt}
                  aria-label={`Receipt ${payment.receiptNumber}`}
                >
                  {payment.receiptNumber}
                </Link>
              ) : (
                '–'
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

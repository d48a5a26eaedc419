import { Button, Skeleton } from '@mantine/core';
import type { Account, Payment } from '@moneytrail/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Chip } from '../../../ui/Chip.tsx';
import { FormAlert } from '../../../ui/form/FormAlert.tsx';
import { paymentsQuery } from './billing-queries.ts';
import classes from './PaymentsPanel.module.css';
import { PAYMENT_STATES } from './payment-states.ts';
import { priceText } from './plan-offers.ts';
import { ReceiptDialog } from './ReceiptDialog.tsx';
import { dayText } from './subscription-dates.ts';

type Props = { user: Account };

/** What somebody has paid, with receipts; nothing before the first payment. */
export function PaymentsPanel({ user }: Props) {
  const { data: payments, isError, refetch } = useQuery(paymentsQuery);
  const [shown, setShown] = useState<Payment | null>(null);
  if (payments?.length === 0) return null;
  return (
    <section aria-label="Payments" className={classes.panel}>
      <h3 className={classes.heading}>Payments</h3>
      {payments ? (
        <PaymentTable payments={payments} onShow={setShown} />
      ) : isError ? (
        <>
          <FormAlert>Could not load your payments.</FormAlert>
          <Button variant="default" onClick={() => void refetch()}>
            Retry
          </Button>
        </>
      ) : (
        <Skeleton height={96} />
      )}
      {shown && <ReceiptDialog payment={shown} payer={user} onClose={() => setShown(null)} />}
    </section>
  );
}

type TableProps = { payments: readonly Payment[]; onShow: (payment: Payment) => void };

function PaymentTable({ payments, onShow }: TableProps) {
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
                <button
                  type="button"
                  className={classes.receipt}
                  onClick={() => onShow(payment)}
                  aria-label={`Receipt ${payment.receiptNumber}`}
                >
                  {payment.receiptNumber}
                </button>
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

import { Button } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { type Account, BRAND, type Payment } from '@moneytrail/contract';
import { IconArrowLeft, IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { currentUserQuery } from '../../api/queries.ts';
import { SUBSCRIPTION_SEARCH } from '../../lib/account-search.ts';
import { brandedTitle } from '../../lib/brand.ts';
import { DEFAULT_CHART } from '../../lib/chart-search.ts';
import { fullName } from '../../lib/person-name.ts';
import { dayText } from '../../lib/subscription-dates.ts';
import { paths } from '../../paths.ts';
import { LoadFailed } from '../../ui/form/LoadFailed.tsx';
import classes from './ReceiptPage.module.css';
import { paymentsQuery } from './subscription/billing-queries.ts';
import { PAYMENT_STATES, PROVIDER_NAMES } from './subscription/payment-texts.ts';
import { priceText } from './subscription/plan-offers.ts';

/** One payment as a printable sheet; "Save as PDF" is the browser's own. */
export function ReceiptPage() {
  const { receiptNumber } = useParams({ from: paths.receipt });
  // Browsers suggest the title as the file name.
  useDocumentTitle(brandedTitle(`Receipt ${receiptNumber}`));
  const { data: user } = useQuery(currentUserQuery);
  const { data: payments, isError, isFetching, refetch } = useQuery(paymentsQuery);
  const payment = payments?.find(
    (each) => each.receiptNumber === receiptNumber && PAYMENT_STATES[each.status].hasReceipt,
  );
  return (
    <div className={classes.page}>
      <header className={classes.bar}>
        <Link
          to={paths.liveChart}
          search={{ ...DEFAULT_CHART, ...SUBSCRIPTION_SEARCH }}
          className={classes.back}
        >
          <IconArrowLeft size={16} stroke={1.75} aria-hidden="true" />
          Your payments
        </Link>
        {payment && (
          <Button
            color="orange"
            leftSection={<IconPrinter size={16} stroke={1.75} />}
            onClick={() => print()}
          >
            Print or save as PDF
          </Button>
        )}
      </header>
      <main>
        {payment && user ? (
          <ReceiptSheet payment={payment} payer={user} />
        ) : isError && !payments ? (
          <div className={classes.message}>
            <LoadFailed isBusy={isFetching} onRetry={() => void refetch()}>
              Could not load your payments.
            </LoadFailed>
          </div>
        ) : (
          <div className={classes.message} role="status">
            {payments ? (
              <>
                <h1 className={classes.title}>Receipt not found</h1>
                <p>You have no payment with receipt {receiptNumber}.</p>
              </>
            ) : (
              <p>Loading your receipt…</p>
            )}
          </div>
        )}
      </main>
    </div>
  );
}

type Props = { payment: Payment; payer: Account };

function ReceiptSheet({ payment, payer }: Props) {
  const price = priceText(payment.amount, payment.currency);
  const { name: status } = PAYMENT_STATES[payment.status];
  return (
    <article className={classes.sheet} aria-label={`Receipt ${payment.receiptNumber}`}>
      <header className={classes.head}>
        <div>
          <p className={classes.brand}>{BRAND.toolbarName}</p>
          <p className={classes.dim}>{BRAND.contactAddress}</p>
        </div>
        <h1 className={classes.sheetTitle}>Receipt</h1>
      </header>
      <dl className={classes.facts}>
        <Fact name="Receipt number" values={[payment.receiptNumber]} />
        <Fact name="Date" values={[dayText(payment.paidAt)]} />
        <Fact
          name="Period"
          values={[`${dayText(payment.paidAt)} to ${dayText(payment.paidThrough)}`]}
        />
        <Fact name="Paid with" values={[PROVIDER_NAMES[payment.provider]]} />
        <Fact name="Payment number" values={[payment.providerReference]} />
        <Fact name="Sold by" values={[BRAND.seller.name, ...BRAND.seller.address]} />
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

import { Button } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { IconArrowLeft, IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { currentUserQuery } from '../../../api/queries.ts';
import { SUBSCRIPTION_SEARCH } from '../../../lib/account-search.ts';
import { brandedTitle } from '../../../lib/brand.ts';
import { DEFAULT_CHART } from '../../../lib/chart-search.ts';
import { paths } from '../../../paths.ts';
import { ActionButton } from '../../../ui/ActionButton.tsx';
import { FormAlert } from '../../../ui/form/FormAlert.tsx';
import { paymentsQuery } from '../subscription/billing-queries.ts';
import { PAYMENT_STATES } from '../subscription/payment-states.ts';
import classes from './ReceiptPage.module.css';
import { ReceiptSheet } from './ReceiptSheet.tsx';

/** One of one's own payments as a sheet, to read, to print, or to keep as a PDF by the browser's own printing. */
export function ReceiptPage() {
  const { receiptNumber } = useParams({ from: paths.receipt });
  // It names the file that is saved.
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
            <FormAlert>Could not load your payments.</FormAlert>
            <ActionButton variant="default" isBusy={isFetching} onClick={() => void refetch()}>
              Retry
            </ActionButton>
          </div>
        ) : (
          <div className={classes.message} role="status">
            {payments ? (
              <>
                <h1 className={classes.title}>Receipt not found</h1>
                <p>None of your payments has the receipt {receiptNumber}.</p>
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

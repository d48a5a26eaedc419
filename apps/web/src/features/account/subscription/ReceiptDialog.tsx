import { Button } from '@mantine/core';
import { type Account, BRAND, type Payment } from '@moneytrail/contract';
import { IconPrinter } from '@tabler/icons-react';
import { fullName } from '../../../lib/person-name.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { PAYMENT_STATES } from './payment-states.ts';
import { priceText } from './plan-offers.ts';
import { PROVIDER_NAMES } from './provider-names.ts';
import classes from './ReceiptDialog.module.css';
import { dayText } from './subscription-dates.ts';

type Props = { payment: Payment; payer: Account; onClose: () => void };

/** A payment on one sheet, to read, to print, or to keep as a PDF by the browser's own printing. */
export function ReceiptDialog({ payment, payer, onClose }: Props) {
  const facts: readonly (readonly [string, string])[] = [
    ['Date', dayText(payment.paidAt)],
    ['Paid by', fullName(payer)],
    ['E-mail', payer.username],
    ['Plan', payment.planName],
    ['Paid with', PROVIDER_NAMES[payment.provider]],
    ['Status', PAYMENT_STATES[payment.status].name],
  ];
  return (
    <Dialog title="Receipt" width={480} closeLabel="Close receipt" onClose={onClose}>
      <article className={classes.receipt} aria-label={`Receipt ${payment.receiptNumber}`}>
        <header>
          <p className={classes.brand}>{BRAND.toolbarName}</p>
          <p className={classes.dim}>{BRAND.contactAddress}</p>
        </header>
        <h3 className={classes.number}>Receipt {payment.receiptNumber}</h3>
        <dl className={classes.facts}>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
          <div className={classes.total}>
            <dt>Total</dt>
            <dd>{priceText(payment.amount, payment.currency)}</dd>
          </div>
        </dl>
      </article>
      <Button
        color="orange"
        fullWidth
        leftSection={<IconPrinter size={16} stroke={1.75} />}
        onClick={() => print()}
        data-autofocus
      >
        Print or save as PDF
      </Button>
    </Dialog>
  );
}

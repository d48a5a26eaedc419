import { Button } from '@mantine/core';
import { ActionButton } from '../../../ui/ActionButton.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { FactList } from '../FactList.tsx';
import type { PurchaseTerms } from './purchase-terms.ts';
import classes from './SubscriptionTab.module.css';

type Props = {
  terms: PurchaseTerms;
  isBusy: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** Names amount, date and what happens to the days before anything is ordered or changed. */
export function PurchaseDialog({ terms, isBusy, onConfirm, onClose }: Props) {
  const { title, facts, note, confirm } = terms;
  return (
    <Dialog title={title} width={480} onClose={onClose} isPersistent={isBusy}>
      <div className={classes.question}>
        <FactList className={classes.terms} facts={facts} />
        <p>{note}</p>
        <div className={classes.choices}>
          <Button variant="default" onClick={onClose} disabled={isBusy} data-autofocus>
            Not now
          </Button>
          <ActionButton color="orange" isBusy={isBusy} onClick={onConfirm}>
            {confirm}
          </ActionButton>
        </div>
      </div>
    </Dialog>
  );
}

import { useQuery } from '@tanstack/react-query';
import { formatPrice } from '../../../lib/format.ts';
import { momentText } from '../Moment.tsx';
import classes from '../OperationsPage.module.css';
import { OPERATIONS_TEXTS } from '../texts.ts';
import { auditCheckQuery } from './audit-query.ts';

const TEXTS = OPERATIONS_TEXTS.audit;

/** Whether the record was whole in the last night, or what is wrong with it. */
export function ChainNote() {
  const { data: check } = useQuery(auditCheckQuery);
  if (check === undefined) return null;
  if (check === null) return <p className={classes.note}>{TEXTS.neverChecked}</p>;
  const { checkedAt, checkedEntries, isIntact, damages } = check;
  const when = momentText(checkedAt);
  if (isIntact) {
    return (
      <p className={classes.note}>
        Chain verified {when}, {formatPrice(checkedEntries, 0)} entries
      </p>
    );
  }
  const what = damages.map(({ kind, seq }) => `${TEXTS.damages[kind]} (entry ${seq})`).join('; ');
  return (
    <p className={classes.note} data-broken role="alert">
      Chain broken, found {when}: {what}
    </p>
  );
}

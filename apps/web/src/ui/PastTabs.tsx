import type { Resolution } from '@moneytrail/calendar';
import { Link } from '@tanstack/react-router';
import { paths } from '../paths.ts';
import classes from './PastTabs.module.css';

type Props = { symbol: string | undefined; resolution: Resolution };

/** The record of marks and the tests of rules, two pages on past bars; each opens the other one with its instrument. */
export function PastTabs({ symbol, resolution }: Props) {
  const record = symbol === undefined ? { resolution } : { symbol, resolution };
  const test = { ...(symbol !== undefined && { symbols: symbol }), interval: resolution };
  return (
    <nav className={classes.tabs} aria-label="Past marks and rules">
      <Link to={paths.signalRecord} search={record} activeOptions={PATH_ALONE}>
        Signal Record
      </Link>
      <Link to={paths.ruleTest} search={test} activeOptions={PATH_ALONE}>
        Test a Rule
      </Link>
    </nav>
  );
}

const PATH_ALONE = { includeSearch: false };

import { useQuery } from '@tanstack/react-query';
import { ACCOUNT_TEXTS } from '../texts.ts';
import { SeatTable } from './SeatTable.tsx';
import { SubUserRow } from './SubUserRow.tsx';
import { subUsersQuery } from './seat-queries.ts';

type Props = { isLocked: boolean };

const TEXTS = ACCOUNT_TEXTS.sharing;

/** Who shares the account; each can be suspended and restored. */
export function SubUsersPanel({ isLocked }: Props) {
  return (
    <SeatTable
      label={TEXTS.users}
      columns={[TEXTS.name, TEXTS.username, TEXTS.state]}
      query={useQuery(subUsersQuery)}
      texts={{ failed: TEXTS.failures.listUsers, empty: TEXTS.noUsers }}
      row={(user) => <SubUserRow key={user._id} user={user} isLocked={isLocked} />}
    />
  );
}

import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ACCOUNT_TEXTS } from '../texts.ts';
import { RetryList } from './RetryList.tsx';
import tables from './SeatTable.module.css';
import classes from './SharingTab.module.css';
import { SubUserRow } from './SubUserRow.tsx';
import { subUsersQuery } from './seat-queries.ts';

type Props = { isLocked: boolean };

const TEXTS = ACCOUNT_TEXTS.sharing;

/** Who shares the account; each can be suspended and restored. */
export function SubUsersPanel({ isLocked }: Props) {
  const query = useQuery(subUsersQuery);
  const { data: users } = query;
  if (!users && query.errorUpdateCount > 0) {
    return <RetryList text={TEXTS.failures.listUsers} query={query} />;
  }
  if (!users) return <Skeleton height={88} />;
  if (users.length === 0) return <p className={classes.hint}>{TEXTS.noUsers}</p>;
  return (
    <table className={tables.table} aria-label={TEXTS.users}>
      <thead>
        <tr>
          <th scope="col">{TEXTS.name}</th>
          <th scope="col">{TEXTS.username}</th>
          <th scope="col">{TEXTS.state}</th>
          <th scope="col">
            <span className="visually-hidden">{TEXTS.action}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <SubUserRow key={user._id} user={user} isLocked={isLocked} />
        ))}
      </tbody>
    </table>
  );
}

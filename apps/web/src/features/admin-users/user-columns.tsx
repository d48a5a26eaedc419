import type { ManagedUser } from '@moneytrail/contract';
import { formatDate } from '../../lib/format-time.ts';
import { fullName } from '../../lib/person-name.ts';
import { Chip } from '../../ui/Chip.tsx';
import type { TableColumn } from '../../ui/data-table/use-data-table.ts';
import type { PendingDecision } from './DecisionDialogs.tsx';
import { RowMenu } from './RowMenu.tsx';
import { SelectUser } from './selection.tsx';
import { USERS_TEXTS } from './texts.ts';
import classes from './UserChips.module.css';
import { PaymentChip, paymentText, StatusChip, statusText } from './UserChips.tsx';

const dayText = (day: string | null) => (day === null ? '–' : formatDate(Date.parse(day)));
const allowedFeeds = ({ feedAccess }: ManagedUser) => {
  const feeds = [
    [feedAccess.isBVGAllowed, 'BVG'],
    [feedAccess.isFMPAllowed, 'FMP'],
    [feedAccess.isBitfinexAllowed, 'Bitfinex'],
    [feedAccess.isTiingoAllowed, 'Tiingo'],
  ] as const;
  return feeds.flatMap(([isAllowed, name]) => (isAllowed ? name : []));
};
const accessText = (user: ManagedUser) => {
  const feeds = allowedFeeds(user);
  if (user.isSuperAdmin || feeds.length === 4) return 'All feeds';
  return feeds.join(', ') || 'No feed';
};

type Options = {
  /** Marked "you" in the table. */
  ownId: string | undefined;
  onDecide: (decision: PendingDecision) => void;
  onOpen: (user: ManagedUser) => void;
};

function typeText({ userType, isSubUser, isSuperAdmin, parentName }: ManagedUser): string {
  if (isSubUser) return `Sub-user of ${parentName ?? 'a deleted user'}`;
  const type = USERS_TEXTS.types[userType];
  return isSuperAdmin ? `${type}, super admin` : type;
}

export function userColumns(options: Options): TableColumn<ManagedUser>[] {
  const { ownId, onDecide, onOpen } = options;
  return [
    {
      id: 'select',
      head: 'Select',
      role: 'select',
      widthPx: 40,
      text: () => '',
      cell: (user) => <SelectUser user={user} isDisabled={user._id === ownId} />,
    },
    {
      id: 'name',
      head: 'Name',
      role: 'title',
      isSortable: true,
      widthPx: 212,
      text: fullName,
      cell: (user) => (
        <span className={classes.name}>
          <span>{fullName(user)}</span>
          {user._id === ownId && <Chip kind="info">you</Chip>}
        </span>
      ),
    },
    {
      id: 'username',
      head: 'Username',
      isSortable: true,
      widthPx: 232,
      leastPx: 184,
      text: ({ username }) => username,
      cell: ({ username }) => <span title={username}>{username}</span>,
    },
    {
      id: 'type',
      head: 'Type',
      isSortable: true,
      widthPx: 204,
      leastPx: 168,
      text: typeText,
      cell: (user) => (
        <span className={classes.type} title={typeText(user)}>
          {user.isSubUser ? <Chip kind="info">{typeText(user)}</Chip> : typeText(user)}
        </span>
      ),
    },
    {
      id: 'status',
      head: 'Status',
      isSortable: true,
      widthPx: 110,
      text: statusText,
      cell: (user) => <StatusChip user={user} />,
    },
    { id: 'access', head: 'Access', widthPx: 140, leastPx: 120, text: accessText },
    {
      id: 'paid',
      head: 'Payment',
      widthPx: 110,
      text: paymentText,
      cell: (user) => <PaymentChip user={user} />,
    },
    {
      id: 'payment',
      head: 'Valid until',
      isSortable: true,
      isNumber: true,
      widthPx: 110,
      text: ({ validUntil }) => dayText(validUntil),
    },
    {
      id: 'created',
      head: 'Created',
      isSortable: true,
      isNumber: true,
      widthPx: 110,
      text: ({ createdAt }) => dayText(createdAt.slice(0, 10)),
    },
    {
      id: 'actions',
      head: 'Actions',
      role: 'action',
      widthPx: 52,
      text: () => '',
      cell: (user) => (
        <RowMenu user={user} isOwn={user._id === ownId} onDecide={onDecide} onOpen={onOpen} />
      ),
    },
  ];
}

import { NativeSelect } from '@mantine/core';
import { USER_PAYMENTS, USER_STATUSES } from '@moneytrail/contract';
import { IconFileTypeCsv } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { UsersSearch } from '../../lib/users-search.ts';
import { ActionButton } from '../../ui/ActionButton.tsx';
import { SearchInput } from '../../ui/form/SearchInput.tsx';
import { USERS_TEXTS } from './texts.ts';
import classes from './UsersToolbar.module.css';

type Props = {
  search: UsersSearch;
  onFilter: (change: { [Name in keyof UsersSearch]?: UsersSearch[Name] | undefined }) => void;
  isSaving: boolean;
  onSave: () => void;
  columns: ReactNode;
};

const ANY = '';

const optionsOf = <Value extends string>(
  any: string,
  values: readonly Value[],
  names: Readonly<Record<Value, string>>,
) => [{ value: ANY, label: any }, ...values.map((value) => ({ value, label: names[value] }))];

export function UsersToolbar({ search, onFilter, isSaving, onSave, columns }: Props) {
  const { status, type, payment } = search;
  return (
    <search className={classes.bar}>
      <SearchInput
        label="Search users"
        placeholder="Name, username or phone"
        className={classes.search}
        value={search.q}
        onSearch={(q) => onFilter({ q })}
      />
      <NativeSelect
        aria-label="Status"
        className={classes.filter ?? ''}
        data={optionsOf('Any status', USER_STATUSES, USERS_TEXTS.statuses)}
        value={status ?? ANY}
        onChange={({ currentTarget: { value } }) =>
          onFilter({ status: USER_STATUSES.find((each) => each === value) })
        }
      />
      <NativeSelect
        aria-label="Type"
        className={classes.filter ?? ''}
        data={optionsOf('Any type', ['commercial', 'retail'], USERS_TEXTS.types)}
        value={type ?? ANY}
        onChange={({ currentTarget: { value } }) =>
          onFilter({ type: value === 'commercial' || value === 'retail' ? value : undefined })
        }
      />
      <NativeSelect
        aria-label="Payment"
        className={classes.filter ?? ''}
        data={optionsOf('Any payment', USER_PAYMENTS, USERS_TEXTS.paymentFilters)}
        value={payment ?? ANY}
        onChange={({ currentTarget: { value } }) =>
          onFilter({ payment: USER_PAYMENTS.find((each) => each === value) })
        }
      />
      <div className={classes.actions}>
        {columns}
        <ActionButton
          variant="default"
          leftSection={<IconFileTypeCsv size={16} stroke={1.75} />}
          isBusy={isSaving}
          onClick={onSave}
        >
          CSV
        </ActionButton>
      </div>
    </search>
  );
}

import { NumberInput, Skeleton } from '@mantine/core';
import { getUser, type ManagedUser, MOST_SEATS, updateUser } from '@moneytrail/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { withReauthentication } from '../../../api/session/reauthentication.ts';
import { authorizedRequest } from '../../../api/session/session.ts';
import { fullName, initialsOf, USER_TYPE_TEXTS } from '../../../lib/person-name.ts';
import { ActionButton } from '../../../ui/ActionButton.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { LoadFailed } from '../../../ui/form/LoadFailed.tsx';
import { PersonHead } from '../../../ui/PersonHead.tsx';
import { ScrollRegion } from '../../../ui/ScrollRegion.tsx';
import { CHANGE_TEXTS, MANAGE_TEXTS } from '../texts.ts';
import { StatusChip } from '../UserChips.tsx';
import { useUserChange } from '../use-user-change.ts';
import { userQuery } from '../users-query.ts';
import classes from './ManageDialog.module.css';
import { PaymentSection } from './PaymentSection.tsx';
import { FeedSection, OverrideSection, PermissionSection } from './RightsSections.tsx';
import sections from './Section.module.css';
import { Section } from './Section.tsx';
import { SessionsSection } from './SessionsSection.tsx';

type Props = { id: string; ownId: string | undefined; onClose: () => void };

export function ManageDialog({ id, ownId, onClose }: Props) {
  const { data: user, isError, isFetching, refetch } = useQuery(userQuery(useQueryClient(), id));
  return (
    <Dialog
      title="Manage User"
      width={720}
      closeLabel="Close user"
      onClose={onClose}
      onPhone="full"
      isFlush
    >
      <ScrollRegion className={classes.body} label="Account">
        {isError && !user && (
          <LoadFailed isBusy={isFetching} onRetry={() => void refetch()}>
            {MANAGE_TEXTS.loadFailed}
          </LoadFailed>
        )}
        {!user && !isError && <Skeleton height={320} />}
        {/* Keep typed values if a later read fails. */}
        {user && <Sections user={user} isOwn={id === ownId} />}
      </ScrollRegion>
    </Dialog>
  );
}

function Sections({ user, isOwn }: { user: ManagedUser; isOwn: boolean }) {
  return (
    <>
      <PersonHead
        name={fullName(user)}
        initials={initialsOf(user)}
        username={user.username}
        kind={typeText(user)}
      >
        <StatusChip user={user} />
        {isOwn && <Chip kind="info">you</Chip>}
      </PersonHead>
      <PermissionSection user={user} />
      <FeedSection user={user} />
      <OverrideSection user={user} />
      <PaymentSection
        key={`${user.hasPaid} ${user.paymentValidUntil} ${user.paymentDetails}`}
        user={user}
      />
      {user.userType === 'commercial' && !user.isSubUser && <SeatsSection user={user} />}
      <SessionsSection user={user} isOwn={isOwn} />
    </>
  );
}

function typeText({ userType, isSubUser, parentName }: ManagedUser): string {
  if (isSubUser) return `Sub-user of ${parentName ?? 'a deleted user'}`;
  return USER_TYPE_TEXTS[userType];
}

function SeatsSection({ user }: { user: ManagedUser }) {
  const [seats, setSeats] = useState<number | string>(user.maxSeats ?? '');
  const params = { id: user._id };
  const { mutate, isPending } = useUserChange({
    userId: user._id,
    send: async (maxSeats: number) => {
      await withReauthentication(() =>
        authorizedRequest(updateUser, { params, body: { maxSeats } }),
      );
      return authorizedRequest(getUser, { params });
    },
    texts: CHANGE_TEXTS.seats,
  });
  const isChanged = typeof seats === 'number' && seats !== user.maxSeats;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isChanged && !isPending) mutate(seats);
  };
  return (
    <form onSubmit={submit}>
      <Section title="Seats">
        <div className={sections.line}>
          <NumberInput
            label="Seat maximum"
            placeholder="The usual number"
            min={0}
            max={MOST_SEATS}
            allowDecimal={false}
            clampBehavior="strict"
            value={seats}
            onChange={setSeats}
          />
          <ActionButton type="submit" variant="default" disabled={!isChanged} isBusy={isPending}>
            Set seats
          </ActionButton>
        </div>
      </Section>
    </form>
  );
}

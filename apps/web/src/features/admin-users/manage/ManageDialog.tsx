import { Button, Skeleton } from '@mantine/core';
import type { ManagedUser } from '@moneytrail/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import { fullName, initialsOf, USER_TYPE_TEXTS } from '../../../lib/person-name.ts';
import { ActionButton } from '../../../ui/ActionButton.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { FormAlert } from '../../../ui/form/FormAlert.tsx';
import { LoadFailed } from '../../../ui/form/LoadFailed.tsx';
import { PersonHead } from '../../../ui/PersonHead.tsx';
import { ScrollRegion } from '../../../ui/ScrollRegion.tsx';
import { DecisionDialogs, type PendingDecision } from '../DecisionDialogs.tsx';
import { MANAGE_TEXTS } from '../texts.ts';
import { StatusChip } from '../UserChips.tsx';
import { useAccess, useApproval, useLetter } from '../use-user-change.ts';
import { userQuery } from '../users-query.ts';
import { DetailsSection, SeatMaximumSection } from './DetailsSection.tsx';
import {
  FactSection,
  MembersSection,
  RecordSection,
  SubscriptionSection,
} from './FactSections.tsx';
import { FeedSection, OverrideSection, PermissionSection } from './FlagSections.tsx';
import classes from './ManageDialog.module.css';
import { PaymentSection } from './PaymentSection.tsx';
import { SessionsSection } from './SessionsSection.tsx';
import { UnsavedContext } from './unsaved.ts';

type Props = { id: string; ownId: string | undefined; onClose: () => void };

/** Everything about one user, at an address of its own. Leaving it with unsaved changes asks first. */
export function ManageDialog({ id, ownId, onClose }: Props) {
  const {
    data: user,
    error,
    isError,
    isFetching,
    refetch,
  } = useQuery(userQuery(useQueryClient(), id));
  const isGone = error instanceof ApiError && error.code === 'NOT_FOUND';
  const [unsaved, setUnsaved] = useState<readonly string[]>([]);
  const report = useCallback((section: string, isUnsaved: boolean) => {
    setUnsaved((known) => {
      const others = known.filter((each) => each !== section);
      if (isUnsaved) return [...others, section];
      return others.length === known.length ? known : others;
    });
  }, []);
  const isUnsaved = unsaved.length > 0;
  // Closing, Back and every link lead away from the address of the user.
  const leave = useBlocker({
    shouldBlockFn: ({ current, next }) => isUnsaved && current.pathname !== next.pathname,
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  });
  return (
    <Dialog
      title="Manage User"
      width={1_040}
      closeLabel="Close user"
      onClose={onClose}
      onPhone="full"
      isFlush
    >
      <ScrollRegion className={classes.body} label="Account">
        {isGone && !user && <FormAlert>{MANAGE_TEXTS.gone}</FormAlert>}
        {isError && !isGone && !user && (
          <LoadFailed isBusy={isFetching} onRetry={() => void refetch()}>
            {MANAGE_TEXTS.loadFailed}
          </LoadFailed>
        )}
        {!user && !isError && <Skeleton height={320} />}
        {/* Keep typed values if a later read fails. */}
        {user && (
          <UnsavedContext value={report}>
            <Sections user={user} isOwn={id === ownId} onClose={onClose} />
          </UnsavedContext>
        )}
      </ScrollRegion>
      {leave.status === 'blocked' && (
        <ConfirmDialog
          title="Discard unsaved changes?"
          action="Discard"
          isPending={false}
          onConfirm={leave.proceed}
          onCancel={leave.reset}
        >
          Not saved yet: {unsaved.join(', ')}.
        </ConfirmDialog>
      )}
    </Dialog>
  );
}

type SectionsProps = { user: ManagedUser; isOwn: boolean; onClose: () => void };

function Sections({ user, isOwn, onClose }: SectionsProps) {
  const hasSeats = user.userType === 'commercial' && !user.isSubUser;
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
      {!isOwn && <Decisions user={user} onGone={onClose} />}
      <div className={classes.columns}>
        <div className={classes.column}>
          <FactSection user={user} />
          <SubscriptionSection user={user} />
          {hasSeats && <MembersSection user={user} />}
          <SessionsSection user={user} isOwn={isOwn} />
          <RecordSection user={user} />
        </div>
        <div className={classes.column}>
          <PermissionSection user={user} />
          <FeedSection user={user} />
          <OverrideSection user={user} />
          <PaymentSection user={user} />
          {hasSeats && <SeatMaximumSection user={user} />}
          <DetailsSection user={user} />
        </div>
      </div>
    </>
  );
}

function typeText({ userType, isSubUser, parentName }: ManagedUser): string {
  if (isSubUser) return `Sub-user of ${parentName ?? 'a deleted user'}`;
  return USER_TYPE_TEXTS[userType];
}

/** Decisions about the account as a whole, and mails to its owner. */
function Decisions({ user, onGone }: { user: ManagedUser; onGone: () => void }) {
  const [decision, setDecision] = useState<PendingDecision | null>(null);
  const approval = useApproval(user);
  const access = useAccess(user);
  const confirmation = useLetter(user, 'confirmation');
  const reset = useLetter(user, 'passwordReset');
  const isWaiting = !user.isApproved && !user.accessRevoked;
  const decide = (what: PendingDecision['what']) => () => setDecision({ what, user });
  return (
    <div className={classes.decisions}>
      {isWaiting && (
        <>
          <ActionButton
            color="orange"
            isBusy={approval.isPending}
            onClick={user.isEmailConfirmed ? approval.approve : decide('approve-unconfirmed')}
          >
            Approve
          </ActionButton>
          <Button variant="default" onClick={decide('reject')}>
            Reject
          </Button>
        </>
      )}
      {!user.isEmailConfirmed && (
        <ActionButton variant="default" isBusy={confirmation.isPending} onClick={confirmation.send}>
          Send confirmation link
        </ActionButton>
      )}
      <ActionButton variant="default" isBusy={reset.isPending} onClick={reset.send}>
        Send password reset
      </ActionButton>
      {user.accessRevoked ? (
        <ActionButton variant="default" isBusy={access.isPending} onClick={access.restore}>
          Restore access
        </ActionButton>
      ) : (
        <Button variant="default" onClick={decide('revoke')}>
          Revoke access
        </Button>
      )}
      <Button variant="default" className={classes.danger ?? ''} onClick={decide('delete')}>
        Delete
      </Button>
      <DecisionDialogs decision={decision} onClose={() => setDecision(null)} onGone={onGone} />
    </div>
  );
}

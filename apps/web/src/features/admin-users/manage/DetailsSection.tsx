import { NativeSelect, NumberInput, TextInput } from '@mantine/core';
import {
  type AccountChange,
  getUser,
  type ManagedUser,
  MOST_SEATS,
  updateUser,
} from '@moneytrail/contract';
import { authorizedRequest } from '../../../api/session/session.ts';
import { listRegions, regionLabel } from '../../../lib/phone-number.ts';
import { CHANGE_TEXTS, USERS_TEXTS } from '../texts.ts';
import { type UserEdit, useUserChange } from '../use-user-change.ts';
import { FIELD_LABELS } from '../user-fields.ts';
import { SaveSection } from './SaveSection.tsx';
import classes from './Section.module.css';
import { useDraft } from './use-draft.ts';

/** Sends only the changed fields; phone and country belong together. */
async function sendDetails({ _id }: ManagedUser, { seen, changes }: UserEdit) {
  const { phone, phoneCountry, maxSeats, firstName, lastName, userType } = changes;
  const { tradingViewUsername } = changes;
  const isNewPhone = phone !== undefined || phoneCountry !== undefined;
  const body: AccountChange = {
    ...(firstName === undefined ? {} : { firstName }),
    ...(lastName === undefined ? {} : { lastName }),
    ...(userType === undefined ? {} : { userType }),
    ...(tradingViewUsername === undefined ? {} : { tradingViewUsername }),
    ...(typeof maxSeats === 'number' ? { maxSeats } : {}),
    ...(isNewPhone
      ? {
          phone: phone ?? seen.fields.phone ?? '',
          phoneCountry: phoneCountry ?? seen.fields.phoneCountry,
        }
      : {}),
    revision: seen.revision,
  };
  const params = { id: _id };
  await authorizedRequest(updateUser, { params, body });
  return authorizedRequest(getUser, { params });
}

const COUNTRIES = listRegions().map((region) => ({
  value: region.code as string,
  label: regionLabel(region),
}));
const TYPES = (['commercial', 'retail'] as const).map((value) => ({
  value,
  label: USERS_TEXTS.types[value],
}));

/** Names, phone and type of an account. */
export function DetailsSection({ user }: { user: ManagedUser }) {
  const draft = useDraft(user, 'Details');
  const change = useUserChange({
    user,
    send: (edit) => sendDetails(user, edit),
    texts: CHANGE_TEXTS.details,
    onDone: draft.discard,
  });
  const { firstName, lastName, phone, phoneCountry, tradingViewUsername, userType } = draft.values;
  const isNameless = firstName.trim() === '' || lastName.trim() === '';
  const isPhoneless = draft.edit().changes.phone?.trim() === '';
  const problem = isNameless ? 'Both names are needed.' : isPhoneless ? 'A phone is needed.' : null;
  const losesSeats = draft.edit().changes.userType === 'retail';
  return (
    <SaveSection
      title="Details"
      isChanged={draft.isChanged}
      isPending={change.isPending}
      problem={problem}
      onSave={() => change.mutate(draft.edit())}
      onDiscard={draft.discard}
    >
      <div className={classes.fields}>
        <TextInput
          label={FIELD_LABELS.firstName}
          maxLength={80}
          value={firstName}
          onChange={({ currentTarget }) => draft.set({ firstName: currentTarget.value })}
        />
        <TextInput
          label={FIELD_LABELS.lastName}
          maxLength={80}
          value={lastName}
          onChange={({ currentTarget }) => draft.set({ lastName: currentTarget.value })}
        />
        <NativeSelect
          label={FIELD_LABELS.phoneCountry}
          data={COUNTRIES}
          value={phoneCountry}
          onChange={({ currentTarget }) => draft.set({ phoneCountry: currentTarget.value })}
        />
        <TextInput
          label={FIELD_LABELS.phone}
          type="tel"
          maxLength={40}
          value={phone ?? ''}
          onChange={({ currentTarget }) => draft.set({ phone: currentTarget.value })}
        />
        <TextInput
          label={FIELD_LABELS.tradingViewUsername}
          maxLength={80}
          value={tradingViewUsername}
          onChange={({ currentTarget }) => draft.set({ tradingViewUsername: currentTarget.value })}
        />
        {!user.isSubUser && (
          <NativeSelect
            label={FIELD_LABELS.userType}
            data={TYPES}
            value={userType}
            onChange={({ currentTarget }) =>
              draft.set({ userType: currentTarget.value === 'retail' ? 'retail' : 'commercial' })
            }
          />
        )}
      </div>
      {losesSeats && (
        <p className={classes.note}>
          A retail account has no seats: its members are suspended and its invites revoked.
        </p>
      )}
    </SaveSection>
  );
}

/** The seat maximum of a commercial main account. */
export function SeatMaximumSection({ user }: { user: ManagedUser }) {
  const draft = useDraft(user, 'Seats');
  const change = useUserChange({
    user,
    send: (edit) => sendDetails(user, edit),
    texts: CHANGE_TEXTS.seats,
    onDone: draft.discard,
  });
  return (
    <SaveSection
      title="Seats"
      action="Set seats"
      isChanged={draft.isChanged}
      isPending={change.isPending}
      problem={draft.values.maxSeats === null ? 'A number is needed.' : null}
      onSave={() => change.mutate(draft.edit())}
      onDiscard={draft.discard}
    >
      <NumberInput
        label={FIELD_LABELS.maxSeats}
        placeholder="The usual number"
        min={0}
        max={MOST_SEATS}
        allowDecimal={false}
        clampBehavior="strict"
        value={draft.values.maxSeats ?? ''}
        onChange={(value) => draft.set({ maxSeats: typeof value === 'number' ? value : null })}
      />
    </SaveSection>
  );
}

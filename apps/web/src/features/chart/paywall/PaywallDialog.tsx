import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { SUBSCRIPTION_SEARCH } from '../../../lib/account-search.ts';
import { paths } from '../../../paths.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { SOURCE_LOCKED } from '../model/messages.ts';
import classes from './PaywallDialog.module.css';
import { PAYWALL_TEXTS } from './texts.ts';
import type { Paywall } from './use-paywall.ts';

type Shown = NonNullable<Paywall['shown']>;
type Props = { shown: Shown } & Pick<Paywall, 'close' | 'leave'>;

export function PaywallDialog({ shown, close, leave }: Props) {
  const { chosen, reason, kind } = shown;
  return (
    <Dialog
      title={
        <span className={classes.title}>
          <IconLock size={20} stroke={1.75} aria-hidden="true" />
          {PAYWALL_TEXTS.title}
        </span>
      }
      width={480}
      closeLabel={null}
      onClose={close}
    >
      {chosen !== null && (
        <p className={classes.chosen}>
          {SOURCE_LOCKED}: <strong>{chosen}</strong>
        </p>
      )}
      {reason !== null && <p className={classes.reason}>{reason}</p>}
      {kind !== 'visitor' && <p className={classes.support}>{PAYWALL_TEXTS.support}</p>}
      {(kind === 'visitor' || kind === 'retail') && (
        <p className={classes.support}>
          <a href={paths.plans}>Plans and prices</a>
        </p>
      )}
      <div className={classes.actions}>
        <Button variant="default" onClick={close} data-autofocus>
          {PAYWALL_TEXTS.close}
        </Button>
        <WayOn kind={kind} onLeave={leave} />
      </div>
    </Dialog>
  );
}

function WayOn({ kind, onLeave }: { kind: Shown['kind']; onLeave: () => void }) {
  const navigate = useNavigate();
  const manage = () => {
    onLeave();
    void navigate({ to: '.', search: (former) => ({ ...former, ...SUBSCRIPTION_SEARCH }) });
  };
  if (kind === 'visitor') {
    return (
      <>
        <Button variant="default" onClick={() => void navigate({ to: paths.register })}>
          {PAYWALL_TEXTS.register}
        </Button>
        <Button color="orange" onClick={() => void navigate({ to: paths.login })}>
          {PAYWALL_TEXTS.signIn}
        </Button>
      </>
    );
  }
  if (kind !== 'retail') return null;
  return (
    <Button color="orange" onClick={manage}>
      {PAYWALL_TEXTS.manage}
    </Button>
  );
}

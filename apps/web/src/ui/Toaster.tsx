import { CloseButton } from '@mantine/core';
import { SECOND_MS } from '@moneytrail/calendar';
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { useEffect, useEffectEvent } from 'react';
import type { Toast, ToastQueue } from '../lib/toast-queue.ts';
import classes from './Toaster.module.css';

const ICONS = { success: IconCircleCheck, info: IconInfoCircle, error: IconAlertTriangle };
/** A success needs no prefix. */
const WORDS = { success: '', info: 'Note: ', error: 'Error: ' };

type Props = { queue: ToastQueue; onClose: () => void };

/** Shows the first toast at the bottom centre; errors stay until closed. */
export function Toaster({ queue, onClose }: Props) {
  const toast = queue[0];
  useToastTimer(toast, onClose);
  const Icon = toast && ICONS[toast.kind];
  const queued = queue.length - 1;
  return (
    <div className={classes.place}>
      {toast && Icon && (
        <div
          key={toast.id}
          className={classes.toast}
          data-kind={toast.kind}
          role={toast.kind === 'error' ? 'alert' : 'status'}
        >
          <Icon size={20} stroke={1.75} aria-hidden="true" className={classes.icon} />
          <div className={classes.text}>
            <strong>{WORDS[toast.kind]}</strong>
            {toast.text}
            {toast.subject && <span className={classes.subject}> {toast.subject}</span>}
            {toast.count > 1 && <span className={classes.count}> ×{toast.count}</span>}
            {toast.kind === 'error' && queued > 0 && (
              <span className={classes.queued}>{queued} more waiting</span>
            )}
          </div>
          {toast.action && <ToastAction action={toast.action} onClose={onClose} />}
          {toast.kind === 'error' && (
            <CloseButton
              aria-label="Close message"
              className={classes.close ?? ''}
              onClick={onClose}
            />
          )}
        </div>
      )}
    </div>
  );
}

type ActionProps = { action: NonNullable<Toast['action']>; onClose: () => void };

function ToastAction({ action, onClose }: ActionProps) {
  return (
    <button
      type="button"
      className={classes.action}
      onClick={() => {
        onClose();
        action.run();
      }}
    >
      {action.label}
    </button>
  );
}

const SHOWN_MS = 3 * SECOND_MS;
/** Time to read it and reach its button. */
const SHOWN_WITH_ACTION_MS = 8 * SECOND_MS;

/** Closes a toast after 3 s, or 8 s if it offers an action; errors only on `Esc`. */
function useToastTimer(toast: Toast | undefined, close: () => void): void {
  const onClose = useEffectEvent(close);
  const id = toast?.id;
  const isError = toast?.kind === 'error';
  const shownMs = toast?.action ? SHOWN_WITH_ACTION_MS : SHOWN_MS;
  useEffect(() => {
    if (id === undefined) return;
    if (!isError) {
      const timer = setTimeout(() => onClose(), shownMs);
      return () => clearTimeout(timer);
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) onClose();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [id, isError, shownMs]);
}

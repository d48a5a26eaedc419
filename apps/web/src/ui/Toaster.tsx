import { CloseButton } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import type { Toast, ToastQueue } from '../lib/toast-queue.ts';
import { useToastTimer } from './hooks/use-toast-timer.ts';
import classes from './Toaster.module.css';

const ICONS = { success: IconCircleCheck, info: IconInfoCircle, error: IconAlertTriangle };
/** The text of a success is enough. */
const WORDS = { success: '', info: 'Note: ', error: 'Error: ' };

type Props = { queue: ToastQueue; onClose: () => void };

/** The first toast of the queue, at the bottom in the middle; an error stays until it is closed. */
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

import { CloseButton } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { closeToast, useToasts } from '../stores/toasts.ts';
import classes from './Toaster.module.css';
import { useToastTimer } from './use-toast-timer.ts';

const ICONS = { success: IconCircleCheck, info: IconInfoCircle, error: IconAlertTriangle };
const WORDS = { success: 'Done', info: 'Note', error: 'Error' };

/** The one toast that is shown, at the bottom in the middle; an error stays until it is closed. */
export function Toaster() {
  const queue = useToasts();
  const toast = queue[0];
  useToastTimer(toast);
  const Icon = toast && ICONS[toast.kind];
  const waiting = queue.length - 1;
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
            <strong>{WORDS[toast.kind]}: </strong>
            {toast.text}
            {toast.count > 1 && <span className={classes.count}> ×{toast.count}</span>}
            {toast.kind === 'error' && waiting > 0 && (
              <span className={classes.waiting}>{waiting} more waiting</span>
            )}
          </div>
          {toast.kind === 'error' && (
            <CloseButton
              aria-label="Close message"
              className={classes.close ?? ''}
              onClick={closeToast}
            />
          )}
        </div>
      )}
    </div>
  );
}

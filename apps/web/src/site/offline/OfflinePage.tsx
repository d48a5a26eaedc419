import buttons from '../ui/Button.module.css';
import { Message } from '../ui/Message.tsx';
import { useReturn } from './use-return.ts';

/** Stands in the place of any page while there is no connection; the address is still that page's. */
export default function OfflinePage() {
  useReturn();
  return (
    <Message
      title="You are offline"
      text="There is no connection to Moneytrail, so no price can be shown. This page opens by itself when the network is back."
    >
      <button
        type="button"
        className={buttons.button}
        data-kind="navy"
        onClick={() => window.location.reload()}
      >
        Try again
      </button>
    </Message>
  );
}

import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { serverClock } from '../../../api/server-clock.ts';
import { LoadFailed } from '../../../ui/form/LoadFailed.tsx';
import { SecretDialog } from '../../../ui/SecretDialog.tsx';
import classes from './ApiKeysCard.module.css';
import { apiKeysQuery, type ToldSecret } from './api-keys.ts';
import { KeyRow } from './KeyRow.tsx';
import { NewKeyDialog } from './NewKeyDialog.tsx';
import { API_KEYS_TEXTS as TEXTS } from './texts.ts';

/** The API keys of the account; accounts without a plan read what they would be for. */
export function ApiKeysCard({ mayMake }: { mayMake: boolean }) {
  const [isMaking, setMaking] = useState(false);
  const [told, setTold] = useState<ToldSecret | null>(null);
  return (
    <section className={classes.keys} aria-labelledby="api-keys">
      <div className={classes.head}>
        <h2 id="api-keys">{TEXTS.title}</h2>
        {mayMake && (
          <Button variant="default" onClick={() => setMaking(true)}>
            {TEXTS.make}
          </Button>
        )}
      </div>
      <p className={classes.about}>
        {TEXTS.about} <a href="/api/docs">{TEXTS.docs}</a>
      </p>
      {!mayMake && <p className={classes.about}>{TEXTS.needsPlan}</p>}
      <KeyList onTold={setTold} />
      {isMaking && (
        <NewKeyDialog
          onClose={() => setMaking(false)}
          onMade={(made) => {
            setMaking(false);
            setTold(made);
          }}
        />
      )}
      {told && (
        <SecretDialog
          title={TEXTS.secretTitle}
          about={TEXTS.secretOnce}
          label={`${TEXTS.secretLabel} "${told.key.name}"`}
          secret={told.secret}
          done={TEXTS.done}
          onClose={() => setTold(null)}
        />
      )}
    </section>
  );
}

function KeyList({ onTold }: { onTold: (told: ToldSecret) => void }) {
  const { data: keys, errorUpdateCount, isFetching, refetch } = useQuery(apiKeysQuery);
  if (!keys && errorUpdateCount > 0) {
    return (
      <LoadFailed isBusy={isFetching} onRetry={() => void refetch()}>
        {TEXTS.failures.list}
      </LoadFailed>
    );
  }
  if (!keys) return <Skeleton height={72} />;
  if (keys.length === 0) return <p className={classes.none}>{TEXTS.none}</p>;
  return (
    <ul className={classes.list}>
      {keys.map((key) => (
        <KeyRow key={key._id} apiKey={key} nowMs={serverClock.now()} onTold={onTold} />
      ))}
    </ul>
  );
}

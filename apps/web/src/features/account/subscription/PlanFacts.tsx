import classes from './SubscriptionTab.module.css';

type Props = { facts: readonly (readonly [name: string, value: string])[] };

/** What is known of a subscription, each value under its name. */
export function PlanFacts({ facts }: Props) {
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

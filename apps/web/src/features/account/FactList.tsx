export type Fact = readonly [name: string, value: string];

/** Names with their values, line by line. */
export function FactList({
  facts,
  className,
}: {
  facts: readonly Fact[];
  className: string | undefined;
}) {
  return (
    <dl className={className}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

import { ActionIcon } from '@mantine/core';
import type { Summary } from '@moneytrail/contract';
import { IconInfoCircle } from '@tabler/icons-react';
import { formatPrice, formatSignedPercent } from '../../../lib/format.ts';
import { LineSample } from './LineSample.tsx';
import { distancePercent, LEVELS, type LevelKey } from './levels.ts';
import classes from './summary.module.css';

type Props = {
  summary: Summary;
  decimals: number;
  openLevel: LevelKey | null;
  /** The same level again closes its depth. */
  onToggleLevel: (key: LevelKey) => void;
};

/** The four levels in the order of the chart, each with its distance from the price and the way to its depth. */
export function LevelTable({ summary, decimals, openLevel, onToggleLevel }: Props) {
  return (
    <table className={classes.levels}>
      <caption className="visually-hidden">Support and resistance levels</caption>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">Level</th>
          <th scope="col">Value</th>
          <th scope="col">Distance</th>
          <th scope="col">Depth</th>
        </tr>
      </thead>
      <tbody>
        {LEVELS.map(({ key, name, colour, dash }) => (
          <tr key={key} data-open={openLevel === key || undefined}>
            <th scope="row">
              <LineSample colour={colour} dash={dash} />
              {name}
            </th>
            <td className={classes.value}>{formatPrice(summary[key].value, decimals)}</td>
            <td className={classes.distance}>
              {formatSignedPercent(distancePercent(summary, key))}
            </td>
            <td>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={28}
                aria-label={`${name} depth`}
                aria-expanded={openLevel === key}
                disabled={summary[key].bars.length === 0}
                onClick={() => onToggleLevel(key)}
              >
                <IconInfoCircle size={16} stroke={1.75} />
              </ActionIcon>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

import { Accordion } from '@mantine/core';
import type { BvgInstrument, ExchangeInstruments } from '@moneytrail/contract';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { VirtualList } from '../../ui/VirtualList.tsx';
import classes from './ContractsCard.module.css';
import { type CommodityGroup, groupContracts } from './group-contracts.ts';
import {
  CONTRACTS_PX,
  InstrumentCard,
  ROW_PX,
  RowsPending,
  Unavailable,
} from './InstrumentCard.tsx';
import { contractsQuery } from './instrument-queries.ts';
import { RetryLine, RowButton } from './RowControls.tsx';
import rowClasses from './Rows.module.css';
import { INSTRUMENT_TEXTS } from './texts.ts';
import { useToggles } from './use-toggles.ts';

const TEXTS = INSTRUMENT_TEXTS;

/** BVG contracts that can be enabled, by commodity and kind. */
export function ContractsCard({ list }: { list: ExchangeInstruments }) {
  const [text, setText] = useState('');
  return (
    <InstrumentCard
      title={TEXTS.available}
      count={list.availableCount}
      search={{ label: `${TEXTS.searchAvailable}: BVG`, text, setText }}
    >
      {list.isOffline ? <Unavailable /> : <Contracts text={text} enabled={list.enabled} />}
    </InstrumentCard>
  );
}

function Contracts({ text, enabled }: Pick<ExchangeInstruments, 'enabled'> & { text: string }) {
  const query = useQuery(contractsQuery);
  const toggles = useToggles('BVG');
  if (!query.data) {
    if (query.isError) return <RetryLine text={TEXTS.failures.available} query={query} />;
    return <RowsPending />;
  }
  const isEnabled = new Set(enabled.map(({ code }) => code));
  const contracts = query.data.instruments.filter(({ contract }) => !isEnabled.has(contract));
  const commodities = groupContracts(contracts, text);
  if (commodities.length === 0) return <p>{TEXTS.noAvailable}</p>;
  return (
    <Accordion multiple chevronPosition="left" classNames={{ root: classes.commodities ?? '' }}>
      {commodities.map((each) => (
        <Commodity key={each.commodity} commodity={each} toggles={toggles} />
      ))}
    </Accordion>
  );
}

type Toggles = ReturnType<typeof useToggles>;

function Commodity({ commodity, toggles }: { commodity: CommodityGroup; toggles: Toggles }) {
  return (
    <Accordion.Item value={commodity.commodity}>
      <Accordion.Control>
        {commodity.name} <span className={classes.count}>{commodity.count}</span>
      </Accordion.Control>
      <Accordion.Panel>
        <Accordion multiple chevronPosition="left">
          {commodity.groups.map(({ name, contracts }) => (
            <Accordion.Item key={name} value={name}>
              <Accordion.Control>
                {name} <span className={classes.count}>{contracts.length}</span>
              </Accordion.Control>
              <Accordion.Panel>
                <VirtualList
                  rows={contracts}
                  label={`${commodity.name}: ${name}`}
                  keyOf={({ contract }) => contract}
                  rowPx={ROW_PX}
                  maxHeightPx={CONTRACTS_PX}
                >
                  {(contract) => <ContractRow contract={contract} toggles={toggles} />}
                </VirtualList>
              </Accordion.Panel>
            </Accordion.Item>
          ))}
        </Accordion>
      </Accordion.Panel>
    </Accordion.Item>
  );
}

function ContractRow({
  contract: { contract, contractDisplay },
  toggles,
}: {
  contract: BvgInstrument;
  toggles: Toggles;
}) {
  return (
    <div className={rowClasses.row}>
      <span className={rowClasses.description} title={contractDisplay}>
        {contractDisplay}
      </span>
      <span className={rowClasses.code}>{contract}</span>
      <span className={rowClasses.buttons}>
        <RowButton
          label={`Enable ${contract}`}
          icon={<IconPlus size={16} stroke={1.75} />}
          state={toggles.stateOf(contract)}
          failure={TEXTS.failures.toggle}
          onPress={() => toggles.call({ code: contract, isEnabled: true })}
        />
      </span>
    </div>
  );
}

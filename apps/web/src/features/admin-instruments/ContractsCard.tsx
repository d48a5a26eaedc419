import { Accordion } from '@mantine/core';
import type { BvgInstrument, ExchangeInstruments } from '@moneytrail/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { VirtualList } from '../../ui/VirtualList.tsx';
import classes from './ContractsCard.module.css';
import { EnabledAlready } from './EnabledAlready.tsx';
import { type CommodityGroup, groupContracts } from './group-contracts.ts';
import {
  CONTRACTS_PX,
  InstrumentCard,
  ROW_PX,
  RowsPending,
  Unavailable,
} from './InstrumentCard.tsx';
import { contractsQuery } from './instrument-queries.ts';
import { EnableButton, RetryLine } from './RowControls.tsx';
import rowClasses from './Rows.module.css';
import { INSTRUMENT_TEXTS } from './texts.ts';
import { useKeptRows } from './use-kept-rows.ts';
import type { RowState } from './use-row-calls.ts';
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
  const isEnabled = new Set(enabled.map(({ code }) => code));
  const found = query.data?.instruments.filter(({ contract }) => !isEnabled.has(contract)) ?? [];
  const { shown: contracts, keep } = useKeptRows(found, ({ contract }) => contract, text);
  if (!query.data) {
    if (query.isError) return <RetryLine text={TEXTS.failures.available} query={query} />;
    return <RowsPending />;
  }
  const commodities = groupContracts(contracts, text);
  if (commodities.length === 0) {
    return (
      <>
        <p>{TEXTS.noAvailable}</p>
        <EnabledAlready enabled={enabled} text={text} />
      </>
    );
  }
  const row = (contract: BvgInstrument) => (
    <ContractRow
      contract={contract}
      state={toggles.stateOf(contract.contract)}
      isEnabled={isEnabled.has(contract.contract)}
      onEnable={() => {
        keep(contract);
        toggles.call({ code: contract.contract, isEnabled: true });
      }}
    />
  );
  return (
    <Accordion multiple chevronPosition="left" classNames={{ root: classes.commodities ?? '' }}>
      {commodities.map((each) => (
        <Commodity key={each.commodity} commodity={each} row={row} />
      ))}
    </Accordion>
  );
}

type CommodityProps = { commodity: CommodityGroup; row: (contract: BvgInstrument) => ReactNode };

function Commodity({ commodity, row }: CommodityProps) {
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
                  {row}
                </VirtualList>
              </Accordion.Panel>
            </Accordion.Item>
          ))}
        </Accordion>
      </Accordion.Panel>
    </Accordion.Item>
  );
}

type ContractRowProps = {
  contract: BvgInstrument;
  state: RowState;
  isEnabled: boolean;
  onEnable: () => void;
};

function ContractRow({ contract: each, state, isEnabled, onEnable }: ContractRowProps) {
  const { contract, contractDisplay } = each;
  return (
    <div className={rowClasses.row}>
      <span className={rowClasses.description} title={contractDisplay}>
        {contractDisplay}
      </span>
      <span className={rowClasses.code}>{contract}</span>
      <EnableButton code={contract} state={state} isEnabled={isEnabled} onEnable={onEnable} />
    </div>
  );
}

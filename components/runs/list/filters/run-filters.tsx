'use client'

import { SearchBox } from '#components/shell/search-box.tsx'
import { Button } from '#components/ui/controls/button.tsx'
import { Checkbox } from '#components/ui/controls/checkbox.tsx'
import { FilterFold } from '#components/ui/controls/filter-fold.tsx'
import { EarlierOperations } from '../../bulk/earlier-operations.tsx'
import { listFiltersTexts } from '../../texts/list-filters.ts'
import { ExportMenu } from '../export-menu.tsx'
import { CurrentView } from '../views/save-view.tsx'
import { StatusFilter, WorkflowFilter } from './choice-filters.tsx'
import { FilterPill } from './filter-pill.tsx'
import { LinkedFilters } from './linked-filters.tsx'
import { OriginFilter } from './origin-filter.tsx'
import { PhaseFilter } from './phase-filter.tsx'
import { conditionCount } from './run-query.ts'
import { DurationFilter, TextFilter, TimeFilter, ValueFilter } from './typed-filters.tsx'
import { wrongWords } from './unreadable.ts'
import type { RunFilter } from './use-run-filter.ts'

/** The filter of the list, kept in the address. */
export function RunFilters({ filter: { filter, wrong, setFilter, clear, query, isFiltered } }: { filter: RunFilter }) {
  return (
    <search className="flex flex-wrap items-center gap-1.5 border-b bg-surface px-4 py-2.5">
      <SearchBox
        value={filter.q}
        onChange={(q) => setFilter({ q })}
        label={listFiltersTexts.searchByWorkflowIdError}
        placeholder={listFiltersTexts.workflowIdTagOrError}
        className="xl:w-52 max-sm:grow max-sm:basis-40"
        action={{ label: listFiltersTexts.searchRuns, group: listFiltersTexts.runs }}
      />
      <FilterFold count={conditionCount(filter) + wrong.length}>
        {wrong.map((each) => (
          <FilterPill
            key={`${each.key} ${each.text}`}
            label={wrongWords(each)}
            isOn
            isWrong
            onClear={each.remove}
            clearLabel={listFiltersTexts.remove(wrongWords(each))}
          >
            <p className="max-w-60 p-1 text-muted">{each.sentence}</p>
          </FilterPill>
        ))}
        <WrittenFilters filter={filter} setFilter={setFilter} />
        <LinkedFilters filter={filter} setFilter={setFilter} />
        {filter.parent === '' && (
          <Switch
            id="show-children"
            label={listFiltersTexts.subWorkflows}
            checked={filter.children}
            onChange={(children) => setFilter({ children })}
          />
        )}
        <Switch
          id="show-tests"
          label={listFiltersTexts.testRuns}
          checked={filter.tests}
          onChange={(tests) => setFilter({ tests })}
        />
      </FilterFold>
      <div className="ml-auto flex items-center gap-1">
        <CurrentView />
        {isFiltered && (
          <Button look="ghost" size="small" onClick={clear}>
            {listFiltersTexts.clearAllFilters}
          </Button>
        )}
        <EarlierOperations />
        {query && <ExportMenu query={query} />}
      </div>
    </search>
  )
}

/** The conditions that a person chooses or types. */
function WrittenFilters({ filter, setFilter }: Pick<RunFilter, 'filter' | 'setFilter'>) {
  return (
    <>
      <StatusFilter value={filter.status} onChange={(status) => setFilter({ status })} />
      <PhaseFilter
        phases={filter.phase}
        severities={filter.severity}
        onChange={(phase, severity) => setFilter({ phase: [...phase], severity: [...severity] })}
      />
      <WorkflowFilter value={filter.workflow} onChange={(workflow) => setFilter({ workflow })} />
      <TextFilter
        key={`version ${filter.version}`}
        name="version"
        value={filter.version === null ? '' : String(filter.version)}
        onChange={(version) => setFilter({ version: version === '' ? null : Number(version) })}
        pattern={/^[1-9]\d{0,8}$/}
        hint={listFiltersTexts.publishedVersionNumber}
      />
      <TimeFilter
        key={`time ${filter.since} ${filter.from} ${filter.to}`}
        value={filter}
        onChange={({ since, from, to }) => setFilter({ since, from, to })}
      />
      <DurationFilter
        key={`duration ${filter.longer} ${filter.shorter}`}
        value={filter}
        onChange={({ longer, shorter }) => setFilter({ longer, shorter })}
      />
      <ValueFilter value={filter.value} onChange={(value) => setFilter({ value })} />
      <TextFilter
        key={`resource ${filter.resource}`}
        name="locked resource"
        value={filter.resource}
        onChange={(resource) => setFilter({ resource })}
        hint={listFiltersTexts.runsThatHoldResource}
      />
      <TextFilter
        key={`tag ${filter.tag}`}
        name="tag"
        value={filter.tag.join(', ')}
        onChange={(tags) =>
          setFilter({
            tag: tags
              .split(',')
              .map((tag) => tag.trim())
              .filter((tag) => tag !== ''),
          })
        }
        hint={listFiltersTexts.separateTagsWithCommasRuns}
      />
      <TextFilter
        key={`error ${filter.error}`}
        name="error"
        value={filter.error}
        onChange={(error) => setFilter({ error })}
        hint={listFiltersTexts.partOfMessageOrError}
        says="has"
      />
      <OriginFilter
        key={`origin ${filter.owner} ${filter.region} ${filter.except}`}
        value={filter}
        onChange={({ owner, region, except, waits }) => setFilter({ owner, region, except, waits })}
      />
    </>
  )
}

interface SwitchProps {
  id: string
  label: string
  checked: boolean
  onChange(checked: boolean): void
}

function Switch({ id, label, checked, onChange }: SwitchProps) {
  return (
    <div className="flex h-6.5 items-center gap-1.5 pl-1 text-body">
      <Checkbox id={id} checked={checked} onCheckedChange={(now) => onChange(now === true)} />
      <label htmlFor={id} className="text-muted">
        {label}
      </label>
    </div>
  )
}

'use client'

import { X } from 'lucide-react'
import { useDirectory, useMe } from '#components/people/use-people.ts'
import { SearchBox } from '#components/shell/search-box.tsx'
import { Button } from '#components/ui/controls/button.tsx'
import { FilterFold } from '#components/ui/controls/filter-fold.tsx'
import { Select } from '#components/ui/controls/select.tsx'
import { isolateText } from '#core/definition/escape-invisible.ts'
import { actionWords, auditTexts, outcomeWords } from './texts/audit.ts'
import { type Audit, outcomes, periods } from './use-audit.ts'

const any = 'any'
const actionOptions = [
  { value: any, label: auditTexts.anyAction },
  ...Object.entries(actionWords)
    .map(([value, label]) => ({ value, label }))
    .toSorted((one, other) => one.label.localeCompare(other.label)),
]
const outcomeOptions = [
  { value: any, label: auditTexts.anyOutcome },
  ...outcomes.map((value) => ({ value, label: outcomeWords[value] })),
]
const periodOptions = [
  { value: any, label: auditTexts.anyTime },
  { value: 'day', label: auditTexts.lastDay },
  { value: 'week', label: auditTexts.lastWeek },
  { value: 'month', label: auditTexts.lastMonth },
]

const ofOptions = [
  { value: any, label: auditTexts.ownRows },
  { value: 'installation', label: auditTexts.installationRows },
]

/** The filters of the audit: whose rows, who, action, outcome, time and target. */
export function AuditFilters({ audit: { params, setParams, isFiltered, clear } }: { audit: Audit }) {
  const { data } = useDirectory()
  const me = useMe()
  const readsInstallation = me?.mode === 'login' && me.permissions.includes('installation.admin')
  const people = (data?.people ?? []).map(({ id, name }) => ({ value: id, label: isolateText(name) }))
  const known = people.some(({ value }) => value === params.who)
  const others = params.who !== '' && !known ? [{ value: params.who, label: isolateText(params.who) }] : []
  const count = [params.of, params.who, params.action, params.outcome, params.period].filter(Boolean).length
  const width = 'w-35 max-sm:w-auto max-sm:flex-1'
  return (
    <search aria-label={auditTexts.filters} className="flex flex-wrap items-center gap-2">
      <SearchBox
        value={params.q}
        onChange={(q) => void setParams({ q })}
        label={auditTexts.target}
        placeholder={auditTexts.targetPlaceholder}
        action={{ label: auditTexts.searchAudit, group: auditTexts.audit }}
        className="w-44"
      />
      <FilterFold count={count}>
        {readsInstallation && (
          <Select
            aria-label={auditTexts.whose}
            value={params.of ?? any}
            options={ofOptions}
            onValueChange={(of) => void setParams({ of: of === 'installation' ? of : null })}
            className={width}
          />
        )}
        <Select
          aria-label={auditTexts.who}
          value={params.who || any}
          options={[{ value: any, label: auditTexts.anyone }, ...people, ...others]}
          onValueChange={(who) => void setParams({ who: who === any ? '' : who })}
          className={width}
        />
        <Select
          aria-label={auditTexts.action}
          value={params.action || any}
          options={actionOptions}
          onValueChange={(action) => void setParams({ action: action === any ? '' : action })}
          className={width}
        />
        <Select
          aria-label={auditTexts.outcome}
          value={params.outcome ?? any}
          options={outcomeOptions}
          onValueChange={(outcome) => void setParams({ outcome: outcomes.find((each) => each === outcome) ?? null })}
          className={width}
        />
        <Select
          aria-label={auditTexts.time}
          value={params.period ?? any}
          options={periodOptions}
          onValueChange={(period) => void setParams({ period: periods.find((each) => each === period) ?? null })}
          className={width}
        />
        {isFiltered && (
          <Button look="ghost" icon={<X />} onClick={clear}>
            {auditTexts.clear}
          </Button>
        )}
      </FilterFold>
    </search>
  )
}

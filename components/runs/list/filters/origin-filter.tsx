'use client'

import { useState } from 'react'
import { Field } from '#components/ui/controls/field.tsx'
import { Input } from '#components/ui/controls/input.tsx'
import { limits } from '#core/limits.ts'
import { listFiltersTexts } from '../../texts/list-filters.ts'
import { Choices } from './choice-filters.tsx'
import { FormPill } from './typed-filters.tsx'

export interface OriginValue {
  readonly owner: string
  readonly region: string
  /** A name pattern of workflows whose runs are left out. */
  readonly except: string
  /** `person`, `signal`, `yes` (either), `no`, or empty for all. */
  readonly waits: string
}

const nothing: OriginValue = { owner: '', region: '', except: '', waits: '' }
const waits = [
  { value: 'person', label: listFiltersTexts.waitingForPerson },
  { value: 'signal', label: listFiltersTexts.waitingForSignal },
  { value: 'yes', label: listFiltersTexts.waitingForPersonOrSignal },
  { value: 'no', label: listFiltersTexts.notWaitingForPersonOr },
] as const

const fields = [
  { name: 'owner', label: listFiltersTexts.owner, hint: undefined },
  { name: 'region', label: listFiltersTexts.region, hint: undefined },
  { name: 'except', label: listFiltersTexts.excludeWorkflows, hint: listFiltersTexts.forAnyCharactersNightly },
] as const

/**
 * Rarely used conditions behind one pill: owner, region, excluded workflows, and whether runs wait for a person or a
 * signal.
 */
export function OriginFilter({ value, onChange }: { value: OriginValue; onChange(value: OriginValue): void }) {
  const { owner, region, except } = value
  const [typed, setTyped] = useState({ owner, region, except })
  const words = [
    owner !== '' && listFiltersTexts.ownerIs(owner),
    region !== '' && listFiltersTexts.regionIs(region),
    except !== '' && listFiltersTexts.workflowIsNot(except),
    waits.find((one) => one.value === value.waits)?.label.toLowerCase(),
  ].filter(Boolean)
  return (
    <FormPill
      label={words.length === 0 ? 'more' : words.join(', ')}
      isOn={words.length > 0}
      onClear={() => onChange(nothing)}
      clearLabel={listFiltersTexts.clearTheseFilters}
      onApply={() => {
        onChange({ ...value, owner: typed.owner.trim(), region: typed.region.trim(), except: typed.except.trim() })
        return true
      }}
    >
      <Choices value={value.waits} choices={waits} onChange={(chosen) => onChange({ ...value, waits: chosen })} />
      {fields.map(({ name, label, hint }) => (
        <Field key={name} label={label} hint={hint}>
          {(control) => (
            <Input
              {...control}
              maxLength={limits.text.name}
              value={typed[name]}
              onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
            />
          )}
        </Field>
      ))}
    </FormPill>
  )
}

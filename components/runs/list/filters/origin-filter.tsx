'use client'

import { useState } from 'react'
import { Field } from '#components/ui/controls/field.tsx'
import { Input } from '#components/ui/controls/input.tsx'
import { limits } from '#core/limits.ts'
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
  { value: 'person', label: 'Waiting for a person' },
  { value: 'signal', label: 'Waiting for a signal' },
  { value: 'yes', label: 'Waiting for a person or a signal' },
  { value: 'no', label: 'Not waiting for a person or signal' },
] as const

const fields = [
  { name: 'owner', label: 'Owner', hint: undefined },
  { name: 'region', label: 'Region', hint: undefined },
  { name: 'except', label: 'Exclude workflows', hint: 'Use * for any characters: Nightly_*' },
] as const

/**
 * Rarely used conditions behind one pill: owner, region, excluded workflows, and whether runs wait for a person or a
 * signal.
 */
export function OriginFilter({ value, onChange }: { value: OriginValue; onChange(value: OriginValue): void }) {
  const { owner, region, except } = value
  const [typed, setTyped] = useState({ owner, region, except })
  const words = [
    owner !== '' && `owner is ${owner}`,
    region !== '' && `region is ${region}`,
    except !== '' && `workflow is not ${except}`,
    waits.find((one) => one.value === value.waits)?.label.toLowerCase(),
  ].filter(Boolean)
  return (
    <FormPill
      label={words.length === 0 ? 'more' : words.join(', ')}
      isOn={words.length > 0}
      onClear={() => onChange(nothing)}
      clearLabel="Clear these filters"
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

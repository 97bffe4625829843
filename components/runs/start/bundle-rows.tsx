'use client'

import { useQuery } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { apiFailure } from '#components/api/api-failure.ts'
import { useApi } from '#components/api/trpc.ts'
import { Button, IconButton } from '#components/ui/controls/button.tsx'
import { Field } from '#components/ui/controls/field.tsx'
import { Select } from '#components/ui/controls/select.tsx'
import { Callout } from '#components/ui/layout/callout.tsx'
import { JsonControl } from '#components/ui/schema-form/json-control.tsx'
import type { Json } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import { variantTexts } from '../texts/variants.ts'

/** One run of a bundle; `id` keeps the text of its input with it while rows come and go. */
export interface BundleRow {
  readonly id: number
  readonly workflow: string
  readonly input: Json | undefined
  readonly isBroken: boolean
}

export const bundleRow = (id: number, workflow: string): BundleRow => ({ id, workflow, input: {}, isBroken: false })

export interface BundleRowsProps {
  rows: readonly BundleRow[]
  onChange(rows: readonly BundleRow[]): void
  disabled: boolean
}

/** The runs of a bundle: a workflow and its input in each row. */
export function BundleRows({ rows, onChange, disabled }: BundleRowsProps) {
  const api = useApi()
  const known = useQuery(api.workflows.names.queryOptions())
  const names = known.data ?? []
  const set = (id: number, change: Partial<BundleRow>) =>
    onChange(rows.map((row) => (row.id === id ? { ...row, ...change } : row)))
  const nextId = Math.max(-1, ...rows.map(({ id }) => id)) + 1
  return (
    <div className="grid gap-3 pt-3">
      {known.isError && (
        <Callout tone="failed" alert>
          {apiFailure(known.error).message}
        </Callout>
      )}
      <ul className="grid gap-3">
        {rows.map(({ id, workflow, input }, index) => (
          <li key={id} className="grid gap-2 rounded-m border p-2.5">
            <div className="flex items-end gap-2">
              <Field label={variantTexts.entry(index)} className="flex-1">
                {(control) => (
                  <Select
                    {...control}
                    value={workflow}
                    onValueChange={(next) => set(id, { workflow: next })}
                    options={withOwn(names, workflow).map((name) => ({ value: name, label: name }))}
                    disabled={disabled}
                  />
                )}
              </Field>
              <IconButton
                label={variantTexts.removeEntry(index)}
                disabled={disabled || rows.length === 1}
                onClick={() => onChange(rows.filter((row) => row.id !== id))}
              >
                <X />
              </IconButton>
            </div>
            <Field label={variantTexts.entryInput(index)} note="JSON">
              {(control) => (
                <JsonControl
                  {...control}
                  rows={3}
                  value={input}
                  onChange={(next) => set(id, { input: next })}
                  onBroken={(isBroken) => set(id, { isBroken })}
                  disabled={disabled}
                />
              )}
            </Field>
          </li>
        ))}
      </ul>
      <Button
        size="small"
        icon={<Plus />}
        className="justify-self-start"
        disabled={disabled || rows.length >= limits.fanOut.variants}
        onClick={() => onChange([...rows, bundleRow(nextId, rows.at(-1)?.workflow ?? '')])}
      >
        {variantTexts.addEntry}
      </Button>
    </div>
  )
}

/** The names with the row's own, which may not have been loaded yet. */
const withOwn = (names: readonly string[], own: string) => (own === '' || names.includes(own) ? names : [own, ...names])

'use client'

import { Checkbox } from '#components/ui/controls/checkbox.tsx'
import { Field } from '#components/ui/controls/field.tsx'
import { Select } from '#components/ui/controls/select.tsx'
import type { Json, JsonObject } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import { variantTexts } from '../texts/variants.ts'
import type { BundleRow } from './bundle-rows.tsx'

/** What the start dialog asks for beside the input of one run. */
export interface FanOutChoice {
  readonly mode: 'workflow' | 'bundle'
  readonly variants: number
  /** Null: the user has not chosen, so the definition decides. */
  readonly stopsAtFailure: boolean | null
  readonly rows: readonly BundleRow[]
}

const counts = Array.from({ length: limits.fanOut.variants }, (_, index) => index + 1)
const options = counts.map((count) => ({
  value: String(count),
  label: count === 1 ? variantTexts.oneRun : variantTexts.runs(count),
}))

const modes = [
  { value: 'workflow', label: variantTexts.thisWorkflow },
  { value: 'bundle', label: variantTexts.bundle },
]

export const isSeveral = ({ mode, variants, rows }: FanOutChoice) => (mode === 'bundle' ? rows.length : variants) > 1

/** The fields of the start request for the chosen options. An option that the user left alone is not sent. */
export function fanOutRequest(choice: FanOutChoice): {
  readonly variants?: number
  readonly bundle?: readonly JsonObject[]
  readonly failFast?: boolean
  readonly input?: Json
} {
  const { mode, variants, stopsAtFailure, rows } = choice
  const failFast = isSeveral(choice) && stopsAtFailure !== null ? { failFast: stopsAtFailure } : {}
  if (mode === 'bundle') {
    const bundle = rows.map(({ workflow, input = {} }) => ({ workflow_name: workflow, input }))
    return { input: {}, bundle, ...failFast }
  }
  return variants === 1 ? {} : { variants, ...failFast }
}

/** Whether the first failure stops all runs. A bundle has no definition of its own that says otherwise. */
export const stops = ({ mode, stopsAtFailure }: FanOutChoice, failFast: boolean): boolean =>
  stopsAtFailure ?? (mode === 'bundle' || failFast)

export interface FanOutOptionsProps {
  choice: FanOutChoice
  /** What the definition of the workflow says. */
  failFast: boolean
  onChange(choice: FanOutChoice): void
  disabled: boolean
}

/** How many runs start, and whether the first failure stops all of them. */
export function FanOutOptions({ choice, failFast, onChange, disabled }: FanOutOptionsProps) {
  return (
    <div className="flex flex-wrap items-end gap-x-3 gap-y-2 pt-3">
      <Field label={variantTexts.whatToStart} className="w-40">
        {(control) => (
          <Select
            {...control}
            value={choice.mode}
            onValueChange={(mode) => onChange({ ...choice, mode: mode === 'bundle' ? 'bundle' : 'workflow' })}
            options={modes}
            disabled={disabled}
          />
        )}
      </Field>
      {choice.mode === 'workflow' && (
        <Field label={variantTexts.variants} help={variantTexts.howMany} className="w-32">
          {(control) => (
            <Select
              {...control}
              value={String(choice.variants)}
              onValueChange={(next) => onChange({ ...choice, variants: Number(next) })}
              options={options}
              disabled={disabled}
            />
          )}
        </Field>
      )}
      {isSeveral(choice) && (
        <div className="flex h-7.5 items-center gap-2">
          <Checkbox
            id="stop-at-first-failure"
            checked={stops(choice, failFast)}
            disabled={disabled}
            onCheckedChange={(checked) => onChange({ ...choice, stopsAtFailure: checked === true })}
          />
          <label htmlFor="stop-at-first-failure" className="text-muted">
            {variantTexts.stopAtFirstFailure}
          </label>
        </div>
      )}
    </div>
  )
}

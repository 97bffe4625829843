'use client'

import type { ComponentType } from 'react'
import { Button } from '#components/ui/controls/button.tsx'
import type { KeySpec } from '#core/definition/catalogue.ts'
import { objectOf } from '#core/json.ts'
import { findStep } from '../../../algorithms/steps/find-step.ts'
import { useDocument } from '../../../model/session-context.tsx'
import { viewsInspectorFieldsTexts } from '../../../texts/views-inspector-fields.ts'
import { type FieldProps, fieldWithin, problemsOfWhole, worstOf } from '../field-props.ts'
import { FieldRepairs } from '../field-repairs.tsx'
import { useFieldStep } from '../field-step.tsx'
import { describeRetry } from '../values/describe-retry.ts'
import { NamesField } from './names-fields.tsx'
import { DurationField, IntegerField, NumberField } from './text-fields.tsx'

const part = (key: string, kind: KeySpec['kind'], label: string, more: Partial<KeySpec> = {}): KeySpec => ({
  key,
  kind,
  label,
  help: '',
  section: 'retry',
  ...more,
})
const parts = [
  {
    spec: part('max_attempts', 'integer', 'Attempts', { min: 1, max: 100, placeholder: '1', blank: 1 }),
    Part: IntegerField,
  },
  {
    spec: part('initial_interval_seconds', 'duration', viewsInspectorFieldsTexts.firstDelay, {
      placeholder: viewsInspectorFieldsTexts.oneSecond,
    }),
    Part: DurationField,
  },
  {
    spec: part('backoff', 'number', viewsInspectorFieldsTexts.backoffFactor, { min: 1, placeholder: '2' }),
    Part: NumberField,
  },
  {
    spec: part('max_interval_seconds', 'duration', viewsInspectorFieldsTexts.atMost, {
      placeholder: viewsInspectorFieldsTexts.oneMinute,
    }),
    Part: DurationField,
  },
] as const
const never = part('non_retryable', 'names', viewsInspectorFieldsTexts.doNotRetryTheseErrors, {
  placeholder: viewsInspectorFieldsTexts.validationError,
})

const presets = [
  { label: viewsInspectorFieldsTexts.once, policy: undefined },
  { label: viewsInspectorFieldsTexts.threeTimes, policy: { max_attempts: 3 } },
  {
    label: viewsInspectorFieldsTexts.forHour,
    policy: { max_attempts: 65, initial_interval_seconds: 1, max_interval_seconds: 60 },
  },
] as const

/** How long one attempt may take: for a request its own limit, else that of the step. */
function useTimeLimit({ path }: FieldProps): number | undefined {
  const name = useFieldStep()
  const found = useDocument(({ definition }) => (name === null ? null : findStep(definition, name)?.step)) ?? null
  const request = found?.type === 'HTTP' ? found.http_config.timeout : undefined
  const limit = path[0] === 'http_config' ? (request ?? found?.timeout_seconds) : found?.timeout_seconds
  return typeof limit === 'number' ? limit : undefined
}

/** Retry in words: the sentence says what the numbers mean. */
export function RetryField(props: FieldProps) {
  const { value, set, change } = props
  const limit = useTimeLimit(props)
  const policy = objectOf(value)
  const setPart =
    (key: string): FieldProps['set'] =>
    (next) => {
      if (value !== undefined) {
        const left = Object.keys(policy).filter((other) => other !== key)
        if (next === undefined && left.length === 0) return set(undefined)
        return set(next, [key])
      }
      if (next === undefined) return null
      return set(key === 'max_attempts' ? { max_attempts: next } : { max_attempts: 3, [key]: next })
    }
  const fieldOf = (spec: KeySpec): FieldProps => ({
    ...fieldWithin(props, spec.key, spec),
    set: setPart(spec.key),
    change,
  })
  const whole = problemsOfWhole(props)
  return (
    <fieldset className="grid gap-3">
      <legend className="sr-only">{viewsInspectorFieldsTexts.retry}</legend>
      <p>{describeRetry(policy, limit)}</p>
      <div className="flex flex-wrap gap-1.5">
        {presets.map(({ label, policy: preset }) => (
          <Button key={label} size="small" onClick={() => set(preset)}>
            {label}
          </Button>
        ))}
      </div>
      <div className="grid grid-cols-2 gap-2.5">
        {parts.map(({ spec, Part }) => (
          <RetryPart key={spec.key} Part={Part} field={fieldOf(spec)} />
        ))}
      </div>
      <RetryPart Part={NamesField} field={fieldOf(never)} />
      {whole[0] && <p className="text-small text-failed">{whole[0].message}</p>}
    </fieldset>
  )
}

/** A part with what would mend it. */
function RetryPart({ Part, field }: { Part: ComponentType<FieldProps>; field: FieldProps }) {
  const problem = worstOf(field.problems)
  return (
    <div data-field={field.path.join('.')} className="min-w-0">
      <Part {...field} />
      {problem && <FieldRepairs problem={problem} />}
    </div>
  )
}

'use client'

import { useMemo, useState } from 'react'
import { Field } from '#components/ui/controls/field.tsx'
import { Input } from '#components/ui/controls/input.tsx'
import { Select } from '#components/ui/controls/select.tsx'
import { triggerCatalogue } from '#core/definition/catalogue/trigger-keys.ts'
import { type ScheduleTrigger, scheduleDefaults } from '#core/definition/trigger.ts'
import { isTimeZone } from '#core/definition/triggers/cron.ts'
import { plannedInstants } from '#core/definition/triggers/planned-instants.ts'
import {
  type PresetKind,
  planOfPreset,
  presetAs,
  presetKinds,
  presetOf,
  type SchedulePreset,
  weekdayNames,
} from '#core/definition/triggers/schedule-preset.ts'
import { objectOf } from '#core/json.ts'
import { triggerTexts } from '../../../texts/triggers.ts'
import { type FieldProps, fieldWithin } from '../field-props.ts'
import { fieldWords } from '../field-words.tsx'
import { readText, showText, useDraft } from '../use-draft.ts'
import { SuggestInput } from './suggest-input.tsx'
import { DurationField, TextField } from './text-fields.tsx'

const NEXT = 5
const specOf = (key: string) => triggerCatalogue.schedule.keys.find((spec) => spec.key === key) ?? neverSpec(key)
const neverSpec = (key: string): never => {
  throw new Error(`A schedule has no key ${key}.`)
}

/** When a schedule fires: a preset with its time, or a cron expression; the time zone; and the next five times. */
export function ScheduleBuilder({ field }: { field: FieldProps }) {
  const schedule = objectOf(field.value) as unknown as ScheduleTrigger
  // The expression of a preset stays an expression for a person who chose to write it.
  const [isWritten, setWritten] = useState(false)
  const known = presetOf(schedule)
  const preset = isWritten ? presetAs('cron', known) : known
  const choose = (kind: PresetKind) => {
    setWritten(kind === 'cron')
    return write(presetAs(kind, known))
  }
  const write = (next: SchedulePreset) => {
    const { cron, every_seconds } = planOfPreset(next)
    return field.change([
      ...(schedule.every_seconds === undefined || every_seconds !== undefined
        ? []
        : [{ path: ['every_seconds'], value: undefined }]),
      ...(schedule.cron === undefined || cron !== undefined ? [] : [{ path: ['cron'], value: undefined }]),
      ...(cron === undefined ? [] : [{ path: ['cron'], value: cron }]),
      ...(every_seconds === undefined ? [] : [{ path: ['every_seconds'], value: every_seconds }]),
    ])
  }
  return (
    <div className="grid grid-cols-2 gap-x-2.5 gap-y-3">
      <Field label={triggerTexts.repeats} className={preset.kind === 'cron' ? 'col-span-2' : ''}>
        {(control) => (
          <Select
            {...control}
            value={preset.kind}
            options={presetKinds.map((kind) => ({ value: kind, label: triggerTexts.presets[kind] }))}
            onValueChange={(kind) => choose(kind as PresetKind)}
          />
        )}
      </Field>
      <PresetParts preset={preset} field={field} write={write} />
      {preset.kind !== 'interval' && <ZoneField {...fieldWithin(field, 'timezone', specOf('timezone'))} />}
      <NextTimes schedule={schedule} />
    </div>
  )
}

interface PresetPartsProps {
  readonly preset: SchedulePreset
  readonly field: FieldProps
  write(next: SchedulePreset): unknown
}

function PresetParts({ preset, field, write }: PresetPartsProps) {
  switch (preset.kind) {
    case 'interval':
      return <DurationField {...fieldWithin(field, 'every_seconds', specOf('every_seconds'))} />
    case 'cron':
      return (
        <div className="col-span-2">
          <TextField {...fieldWithin(field, 'cron', specOf('cron'))} />
        </div>
      )
    case 'hourly':
      return (
        <NumberSelect
          label={triggerTexts.atMinute}
          value={preset.minute}
          from={0}
          to={59}
          choose={(minute) => write({ ...preset, minute })}
        />
      )
    default:
      return (
        <>
          <ClockField preset={preset} write={write} />
          {preset.kind === 'weekly' && (
            <Field label={triggerTexts.onWeekday}>
              {(control) => (
                <Select
                  {...control}
                  value={String(preset.day)}
                  options={weekdayNames.map((label, day) => ({ value: String(day), label }))}
                  onValueChange={(day) => write({ ...preset, day: Number(day) })}
                />
              )}
            </Field>
          )}
          {preset.kind === 'monthly' && (
            <NumberSelect
              label={triggerTexts.onDay}
              value={preset.day}
              from={1}
              to={31}
              choose={(day) => write({ ...preset, day })}
            />
          )}
        </>
      )
  }
}

type Timed = Extract<SchedulePreset, { hour: number }>

function ClockField({ preset, write }: { preset: Timed; write: PresetPartsProps['write'] }) {
  const two = (value: number) => String(value).padStart(2, '0')
  return (
    <Field label={triggerTexts.atTime}>
      {(control) => (
        <Input
          {...control}
          type="time"
          value={`${two(preset.hour)}:${two(preset.minute)}`}
          onChange={(event) => {
            const [hour, minute] = event.target.value.split(':').map(Number)
            if (hour !== undefined && minute !== undefined) write({ ...preset, hour, minute })
          }}
        />
      )}
    </Field>
  )
}

interface NumberSelectProps {
  readonly label: string
  readonly value: number
  readonly from: number
  readonly to: number
  choose(value: number): unknown
}

function NumberSelect({ label, value, from, to, choose }: NumberSelectProps) {
  const numbers = Array.from({ length: to - from + 1 }, (_, index) => String(from + index))
  return (
    <Field label={label}>
      {(control) => (
        <Select
          {...control}
          value={String(value)}
          options={numbers.map((number) => ({ value: number, label: number }))}
          onValueChange={(next) => choose(Number(next))}
        />
      )}
    </Field>
  )
}

/** The time zone: names of the zone database are offered. */
function ZoneField({ spec, value, problems, set }: FieldProps) {
  const draft = useDraft(value, showText, readText, (next) => set(next), spec.blank)
  const suggestions = useMemo(
    () => ['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone) => ({ value: zone, detail: '' })),
    [],
  )
  return (
    <Field label={spec.label} className="col-span-2" {...fieldWords({ spec, problems }, draft.error)}>
      {(control) => (
        <SuggestInput
          control={control}
          value={draft.text}
          placeholder={scheduleDefaults.timezone}
          suggestions={suggestions}
          onChange={draft.change}
          onBlur={draft.finish}
        />
      )}
    </Field>
  )
}

function NextTimes({ schedule }: { schedule: ScheduleTrigger }) {
  const { cron, every_seconds, timezone = scheduleDefaults.timezone } = schedule
  const zone = isTimeZone(timezone) ? timezone : scheduleDefaults.timezone
  const plan = {
    ...(cron !== undefined && { cron }),
    ...(every_seconds !== undefined && { every_seconds }),
    timezone: zone,
  }
  const times = plannedInstants(plan, { afterMs: Date.now(), most: NEXT })
  if (times.length === 0) return null
  const words = new Intl.DateTimeFormat(undefined, {
    ...{ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' },
    timeZone: zone,
    timeZoneName: 'short',
  })
  return (
    <div className="col-span-2 grid gap-1 rounded-s bg-hover p-2.5">
      <p className="text-label text-muted">{triggerTexts.nextTimes}</p>
      <ol className="grid gap-0.5 text-small">
        {times.map((at) => (
          <li key={at}>{words.format(at)}</li>
        ))}
      </ol>
    </div>
  )
}

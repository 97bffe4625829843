'use client'

import { useId } from 'react'
import type { MailChoices } from '#components/api/models.ts'
import { Field } from '#components/ui/controls/field.tsx'
import { Input } from '#components/ui/controls/input.tsx'
import { notificationTexts } from '../texts/notifications.ts'
import { Tick } from '../tick.tsx'

interface QuietHoursFieldsProps {
  quiet: MailChoices['quiet']
  /** Null: that of this browser. */
  timeZone: string | null
  timeZoneError: string | undefined
  /** The error of the hours and days. */
  quietError: string | undefined
  /** What the quiet hours do to the messages. */
  about: string
  disabled: boolean
  onChange(change: Pick<MailChoices, 'quiet'> | Pick<MailChoices, 'timeZone'>): void
}

/** Monday first. */
const week = [1, 2, 3, 4, 5, 6, 0]

export function QuietHoursFields(props: QuietHoursFieldsProps) {
  const { quiet, timeZone, timeZoneError, quietError, about, disabled, onChange } = props
  const zones = useId()
  return (
    <fieldset className="grid gap-3">
      <legend className="sr-only">{notificationTexts.quietHours}</legend>
      <Tick
        label={notificationTexts.quietHours}
        about={about}
        checked={quiet !== null}
        disabled={disabled}
        onChange={(checked) => onChange({ quiet: checked ? { from: '20:00', to: '07:00', days: [] } : null })}
      />
      {quiet && (
        <>
          <div className="grid grid-cols-[7rem_7rem_1fr] gap-3 max-sm:grid-cols-2">
            {(['from', 'to'] as const).map((end) => (
              <Field key={end} label={notificationTexts[end]}>
                {(control) => (
                  <Input
                    {...control}
                    type="time"
                    required
                    disabled={disabled}
                    value={quiet[end]}
                    onChange={(event) =>
                      event.target.value && onChange({ quiet: { ...quiet, [end]: event.target.value } })
                    }
                  />
                )}
              </Field>
            ))}
            <Field label={notificationTexts.timeZone} error={timeZoneError} className="max-sm:col-span-2">
              {(control) => (
                <Input
                  {...control}
                  list={zones}
                  disabled={disabled}
                  spellCheck={false}
                  value={timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone}
                  onChange={(event) => onChange({ timeZone: event.target.value })}
                />
              )}
            </Field>
            <datalist id={zones}>
              {Intl.supportedValuesOf('timeZone').map((zone) => (
                <option key={zone} value={zone} />
              ))}
            </datalist>
          </div>
          <fieldset className="grid gap-1.5">
            <legend className="mb-1.5 text-label text-muted">{notificationTexts.quietDays}</legend>
            <div className="flex flex-wrap gap-x-4 gap-y-2">
              {week.map((day) => (
                <Tick
                  key={day}
                  label={notificationTexts.weekdays[day] ?? ''}
                  checked={quiet.days.includes(day)}
                  disabled={disabled}
                  onChange={(checked) =>
                    onChange({
                      quiet: {
                        ...quiet,
                        days: week.filter((one) => (one === day ? checked : quiet.days.includes(one))),
                      },
                    })
                  }
                />
              ))}
            </div>
            {quietError && (
              <p role="alert" className="text-small text-failed wrap-anywhere">
                {quietError}
              </p>
            )}
          </fieldset>
        </>
      )}
    </fieldset>
  )
}

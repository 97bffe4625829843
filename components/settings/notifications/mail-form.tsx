'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { apiFailure } from '#components/api/api-failure.ts'
import type { MailChoices } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { Button } from '#components/ui/controls/button.tsx'
import { Field } from '#components/ui/controls/field.tsx'
import { Input } from '#components/ui/controls/input.tsx'
import { Callout } from '#components/ui/layout/callout.tsx'
import { showToast } from '#components/ui/overlay/toast-store.ts'
import { MAIL_ADDRESS_CHARACTERS } from '#core/people/mail-address.ts'
import { Choice } from '../choice.tsx'
import { entrySaving } from '../entry-saving.ts'
import { notificationTexts } from '../texts/notifications.ts'
import { Tick } from '../tick.tsx'
import { QuietHoursFields } from './quiet-hours-fields.tsx'

const paces = ['off', 'minutes', 'hour', 'day'] as const
const kinds = ['opened', 'opened_group', 'handed_over', 'reminded', 'escalated'] as const

/** The form of the choices; nothing changes before it is saved. */
export function MailForm({ saved, sendsMail }: { saved: MailChoices; sendsMail: boolean }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const [edited, setEdited] = useState<MailChoices>(saved)
  const set = (change: Partial<MailChoices>) => setEdited((current) => ({ ...current, ...change }))
  const reload = () => queryClient.invalidateQueries(api.notifications.pathFilter())
  const save = useMutation(
    api.notifications.save.mutationOptions({
      onSuccess: () => showToast({ tone: 'done', title: notificationTexts.saved }),
      onSettled: reload,
    }),
  )
  const test = useMutation(
    api.notifications.test.mutationOptions({
      onSuccess: () => showToast({ tone: 'done', title: notificationTexts.testUnderWay }),
      onError: (error) => showToast({ tone: 'failed', title: apiFailure(error).message }),
      onSettled: reload,
    }),
  )
  const saving = entrySaving(save)
  const isChanged = JSON.stringify(edited) !== JSON.stringify(saved)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate({
      ...edited,
      email: edited.email?.trim() || null,
      kinds: [...edited.kinds],
      timeZone: edited.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
      quiet: edited.quiet && { ...edited.quiet, days: [...edited.quiet.days] },
    })
  }
  return (
    <form onSubmit={submit} noValidate className="grid max-w-140 gap-4">
      {saving.elsewhere && (
        <Callout tone="failed" alert>
          {saving.elsewhere}
        </Callout>
      )}
      <Field
        label={notificationTexts.mailAddress}
        error={saving.errorAt('email')}
        hint={edited.email ? undefined : notificationTexts.noMailWithout}
      >
        {(control) => (
          <Input
            {...control}
            type="email"
            autoComplete="email"
            value={edited.email ?? ''}
            maxLength={MAIL_ADDRESS_CHARACTERS}
            onChange={(event) => set({ email: event.target.value === '' ? null : event.target.value })}
          />
        )}
      </Field>
      <div className="grid gap-1.5">
        <span className="text-label text-muted">{notificationTexts.howOften}</span>
        <Choice
          label={notificationTexts.howOften}
          value={edited.pace}
          options={paces.map((value) => ({ value, label: notificationTexts.paces[value] }))}
          onChange={(pace) => set({ pace })}
        />
        <p className="text-small text-muted">{notificationTexts.paceHints[edited.pace]}</p>
      </div>
      <fieldset className="grid gap-1.5">
        <legend className="mb-1.5 text-label text-muted">{notificationTexts.about}</legend>
        {kinds.map((kind) => (
          <Tick
            key={kind}
            label={notificationTexts.kinds[kind]}
            checked={edited.kinds.includes(kind)}
            disabled={edited.pace === 'off'}
            onChange={(checked) =>
              set({ kinds: kinds.filter((one) => (one === kind ? checked : edited.kinds.includes(one))) })
            }
          />
        ))}
      </fieldset>
      <QuietHoursFields
        quiet={edited.quiet}
        timeZone={edited.timeZone}
        timeZoneError={saving.errorAt('timeZone')}
        quietError={saving.errorAt('quiet.days')}
        about={notificationTexts.quietMeans}
        disabled={edited.pace === 'off'}
        onChange={set}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" disabled={!isChanged || save.isPending}>
          {notificationTexts.save}
        </Button>
        <Button
          icon={<Send />}
          disabled={!sendsMail || saved.email === null || isChanged || test.isPending}
          type="button"
          onClick={() => test.mutate()}
        >
          {notificationTexts.sendTest}
        </Button>
      </div>
    </form>
  )
}

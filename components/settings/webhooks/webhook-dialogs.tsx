'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { apiFailure } from '#components/api/api-failure.ts'
import type { Webhook } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { FormDialog } from '#components/shell/dialog/form-dialog.tsx'
import { ShownOnceDialog } from '#components/shell/dialog/shown-once-dialog.tsx'
import { Field } from '#components/ui/controls/field.tsx'
import { Input, Textarea } from '#components/ui/controls/input.tsx'
import { Callout } from '#components/ui/layout/callout.tsx'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { Tick } from '../tick.tsx'
import { webhookTexts } from './texts/webhooks.ts'
import { useReloadWebhooks } from './use-reload-webhooks.ts'

type EditTask = { readonly kind: 'add' } | { readonly kind: 'change'; readonly webhook: Webhook }
interface ConfirmTask {
  readonly kind: 'rotate' | 'remove'
  readonly webhook: Webhook
}
export type WebhookTask = EditTask | ConfirmTask

const DEFAULT_RETRIES = 8
const linesOf = (text: string) => text.split(/[\s,]+/).filter((line) => line !== '')

/** Adds a webhook, and then shows its secret once; or changes its settings. */
export function WebhookDialog({ task, onClose }: { task: EditTask; onClose: () => void }) {
  const api = useApi()
  const before = 'webhook' in task ? task.webhook : null
  const [url, setUrl] = useState(before?.url ?? '')
  const [filter, setFilter] = useState((before?.eventFilter ?? []).join('\n'))
  const [retries, setRetries] = useState(String(before?.maxRetries ?? DEFAULT_RETRIES))
  const [active, setActive] = useState(before?.active ?? true)
  const reload = { onSettled: useReloadWebhooks() }
  const create = useMutation(api.webhooks.create.mutationOptions(reload))
  const change = useMutation(api.webhooks.change.mutationOptions({ ...reload, onSuccess: onClose }))
  if (create.data) return <SecretDialog text={create.data.secret} onClose={onClose} />
  const { isPending, error } = before ? change : create
  const failure = error ? apiFailure(error) : undefined
  const errorAt = (...fields: string[]) =>
    fields.includes(failure?.field?.split('.')[0] ?? '') ? failure?.message : undefined
  const isAtField = errorAt('url', 'eventFilter', 'event_filter', 'maxRetries') !== undefined
  const settings = { url: url.trim(), eventFilter: linesOf(filter), maxRetries: Number(retries) }
  return (
    <FormDialog
      title={before ? webhookTexts.changeTitle : webhookTexts.addTitle}
      verb={before ? webhookTexts.save : webhookTexts.add}
      canSubmit={!isPending && settings.url !== '' && /^\d+$/.test(retries)}
      onSubmit={() =>
        before
          ? change.mutate({ id: before.id, ...settings, ...(active !== before.active && { active }) })
          : create.mutate(settings)
      }
      onClose={onClose}
    >
      {failure && !isAtField && (
        <Callout tone="failed" alert>
          {failure.message}
        </Callout>
      )}
      <Field label={webhookTexts.url} hint={webhookTexts.urlHint} error={errorAt('url')}>
        {(control) => (
          <Input
            {...control}
            value={url}
            autoFocus
            autoComplete="off"
            spellCheck={false}
            className="font-mono text-code"
            onChange={(event) => setUrl(event.target.value)}
          />
        )}
      </Field>
      <Field label={webhookTexts.events} hint={webhookTexts.eventsHint} error={errorAt('eventFilter', 'event_filter')}>
        {(control) => (
          <Textarea
            {...control}
            rows={3}
            spellCheck={false}
            placeholder={webhookTexts.every}
            className="font-mono text-code"
            value={filter}
            onChange={(event) => setFilter(event.target.value)}
          />
        )}
      </Field>
      <Field label={webhookTexts.retries} hint={webhookTexts.retriesHint} error={errorAt('maxRetries')}>
        {(control) => (
          <Input
            {...control}
            inputMode="numeric"
            value={retries}
            className="w-20"
            onChange={(event) => setRetries(event.target.value)}
          />
        )}
      </Field>
      {before && (
        <Tick label={webhookTexts.active} about={webhookTexts.activeHint} checked={active} onChange={setActive} />
      )}
    </FormDialog>
  )
}

/** Asks before a new secret is made, and then shows it once; or before a webhook is removed. */
export function ConfirmWebhookDialog({ task, onClose }: { task: ConfirmTask; onClose: () => void }) {
  const { kind, webhook } = task
  const api = useApi()
  const reload = { onSettled: useReloadWebhooks() }
  const rotate = useMutation(api.webhooks.rotate.mutationOptions(reload))
  const remove = useMutation(api.webhooks.remove.mutationOptions({ ...reload, onSuccess: onClose }))
  if (rotate.data) return <SecretDialog text={rotate.data.secret} onClose={onClose} />
  const isRemoval = kind === 'remove'
  const change = isRemoval ? remove : rotate
  return (
    <ConfirmDialog
      title={isRemoval ? webhookTexts.removeTitle : webhookTexts.rotateTitle}
      about={isRemoval ? webhookTexts.removeAbout(webhook.url) : webhookTexts.rotateAbout(webhook.url)}
      verb={isRemoval ? webhookTexts.removeVerb : webhookTexts.rotateVerb}
      change={change}
      onConfirm={() => change.mutate({ id: webhook.id })}
      onClose={onClose}
    />
  )
}

function SecretDialog({ text, onClose }: { text: string; onClose: () => void }) {
  return (
    <ShownOnceDialog
      title={webhookTexts.secretTitle}
      about={webhookTexts.secretAbout}
      label={webhookTexts.secret}
      text={text}
      onClose={onClose}
    />
  )
}

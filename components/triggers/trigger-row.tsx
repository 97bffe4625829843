'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CalendarRange, Ellipsis, History, Pause, Play } from 'lucide-react'
import { useQueryState } from 'nuqs'
import { useState } from 'react'
import { apiFailure } from '#components/api/api-failure.ts'
import type { RegisteredTrigger } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { triggerIcons } from '#components/canvas/terminals/trigger-icons.ts'
import { useMay } from '#components/people/use-may.ts'
import { useMe } from '#components/people/use-people.ts'
import { workflowPath } from '#components/shell/paths.ts'
import { Button, IconButton } from '#components/ui/controls/button.tsx'
import { Chip } from '#components/ui/controls/chip.tsx'
import { CopyButton } from '#components/ui/controls/copy-button.tsx'
import { PageLink } from '#components/ui/controls/page-link.tsx'
import { Menu } from '#components/ui/overlay/menu.tsx'
import { showToast } from '#components/ui/overlay/toast-store.ts'
import { Instant } from '#components/ui/text/time.tsx'
import { isolateText } from '#core/definition/escape-invisible.ts'
import type { Trigger } from '#core/definition/trigger.ts'
import { triggerWords } from '#core/definition/triggers/trigger-words.ts'
import { BackfillDialog } from './backfill-dialog.tsx'
import { FiringOutcome } from './firing-row.tsx'
import { triggersTexts } from './texts/triggers.ts'

/** A trigger: what it starts and when, its last firing, and its actions. */
export function TriggerRow({ trigger }: { trigger: RegisteredTrigger }) {
  const { workflow, workflowTitle, name, spec, next, pausedAt, pausedBy, waiting, last, hookPath } = trigger
  const Icon = triggerIcons[spec.type]
  return (
    <li className="grid gap-x-4 gap-y-1.5 px-3.5 py-3 md:grid-cols-[minmax(0,1fr)_auto] md:items-start">
      <div className="grid min-w-0 gap-1">
        <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          <Icon aria-hidden="true" className="size-4 shrink-0 text-accent" />
          <span className="font-semibold wrap-anywhere">{triggerWords(spec)}</span>
          {isOpen(spec) && <Chip tone="human">{triggersTexts.open}</Chip>}
          {pausedAt && <Chip tone="human">{triggersTexts.paused}</Chip>}
          {trigger.workflowArchived && <Chip>{triggersTexts.archived}</Chip>}
        </span>
        <span className="flex min-w-0 flex-wrap items-center gap-x-1.5 text-muted">
          <PageLink href={workflowPath(workflow)} className="text-accent wrap-anywhere hover:underline">
            {isolateText(workflowTitle ?? workflow)}
          </PageLink>
          {name !== spec.type && <span className="wrap-anywhere">· {isolateText(name)}</span>}
        </span>
        {hookPath !== null && <HookAddress path={hookPath} />}
        {trigger.formPath !== null && <FormAddress path={trigger.formPath} />}
        {spec.type === 'signal' && <SignalCall name={spec.signal} />}
        <span className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1 text-small text-muted">
          {pausedAt && (
            <span>
              {triggersTexts.paused} <Instant at={pausedAt} />
              {pausedBy && ` ${triggersTexts.pausedBy(isolateText(pausedBy))}`}
            </span>
          )}
          <NextTimes next={next} />
          {waiting > 0 && <span className="text-active">{triggersTexts.waiting(waiting)}</span>}
          {last ? (
            <span className="flex min-w-0 flex-wrap items-center gap-1.5">
              {triggersTexts.last} <Instant at={last.plannedAt} /> <FiringOutcome firing={last} />
            </span>
          ) : (
            <span>{triggersTexts.neverFired}</span>
          )}
          {trigger.refusedAt !== null && (
            <span className="text-failed wrap-anywhere">
              {triggersTexts.refused} <Instant at={trigger.refusedAt} />: {trigger.refusedReason}
            </span>
          )}
        </span>
      </div>
      <TriggerActions trigger={trigger} />
    </li>
  )
}

/** The address of a webhook, which other systems call. */
function HookAddress({ path }: { path: string }) {
  const address = `${location.origin}${path}`
  return (
    <span className="flex min-w-0 items-center gap-1">
      <code className="font-mono text-code wrap-anywhere">POST {address}</code>
      <CopyButton label={triggersTexts.address} textOf={() => address} className="opacity-100" />
    </span>
  )
}

/** The address of a form, which people open. */
function FormAddress({ path }: { path: string }) {
  const address = `${location.origin}${path}`
  return (
    <span className="flex min-w-0 items-center gap-1">
      <a href={path} target="_blank" rel="noreferrer" className="text-accent wrap-anywhere hover:underline">
        {address}
      </a>
      <CopyButton label={triggersTexts.formAddress} textOf={() => address} className="opacity-100" />
    </span>
  )
}

/** The body of the call that sends a signal; copied as a whole command. */
function SignalCall({ name }: { name: string }) {
  const body = JSON.stringify({ signal_name: name, payload: {} })
  const key = useMe()?.mode === 'login' ? ' -H "Authorization: Bearer $HEDDLE_TOKEN"' : ''
  const command = `curl ${location.origin}/v1/signals${key} -H 'Content-Type: application/json' -d '${body.replaceAll("'", "'\\''")}'`
  return (
    <span className="flex min-w-0 items-center gap-1">
      <code className="font-mono text-code wrap-anywhere">POST /v1/signals {body}</code>
      <CopyButton label={triggersTexts.signalCall} textOf={() => command} className="opacity-100" />
    </span>
  )
}

/** Whether anyone who knows the address starts runs. */
function isOpen(spec: Trigger): boolean {
  return (spec.type === 'webhook' && spec.verify === 'none') || (spec.type === 'form' && spec.access === 'public')
}

/** The next time, with the four after it in its tooltip. */
function NextTimes({ next }: { next: readonly string[] }) {
  const [first, ...rest] = next
  if (first === undefined) return null
  const words = rest.map((at) => new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' }))
  return (
    <span title={words.length === 0 ? undefined : triggersTexts.thenNext(words.join('; '))}>
      {triggersTexts.next} <Instant at={first} className="font-medium text-ink" />
    </span>
  )
}

function TriggerActions({ trigger }: { trigger: RegisteredTrigger }) {
  const { id, workflow, name, pausedAt, spec } = trigger
  const isSchedule = spec.type === 'schedule'
  const api = useApi()
  const queryClient = useQueryClient()
  const mayEdit = useMay('trigger.edit')
  const mayStart = useMay('run.start')
  const [, filter] = useQueryState('trigger', { history: 'replace' })
  const [isBackfilling, setBackfilling] = useState(false)
  const options = {
    onSettled: () => queryClient.invalidateQueries(api.triggers.pathFilter()),
    onError: (error: unknown) => showToast({ tone: 'failed', title: apiFailure(error).message }),
  }
  const pause = useMutation(api.triggers.pause.mutationOptions(options))
  const resume = useMutation(api.triggers.resume.mutationOptions(options))
  const fire = useMutation(
    api.triggers.fire.mutationOptions({
      ...options,
      onSuccess: () => showToast({ tone: 'active', title: triggersTexts.fired }),
    }),
  )
  const title = `${workflow} ${name}`
  return (
    <div className="flex items-center gap-1.5 max-md:pt-1">
      {mayStart && isSchedule && (
        <Button
          icon={<Play />}
          aria-label={triggersTexts.runNowOf(title)}
          disabled={fire.isPending || trigger.workflowArchived}
          onClick={() => fire.mutate({ id, operationId: crypto.randomUUID() })}
        >
          {triggersTexts.runNow}
        </Button>
      )}
      {mayEdit && (
        <Button
          icon={pausedAt ? <Play /> : <Pause />}
          disabled={pause.isPending || resume.isPending}
          onClick={() => (pausedAt ? resume : pause).mutate({ id })}
        >
          {pausedAt ? triggersTexts.resume : triggersTexts.pause}
        </Button>
      )}
      <Menu
        items={[
          {
            id: 'firings',
            label: triggersTexts.showFirings,
            icon: <History />,
            onSelect: () => {
              void filter(id)
              document.getElementById('firings')?.scrollIntoView({ behavior: 'smooth' })
            },
          },
          ...(mayEdit && isSchedule
            ? [
                {
                  id: 'backfill',
                  label: triggersTexts.backfill,
                  icon: <CalendarRange />,
                  onSelect: () => setBackfilling(true),
                },
              ]
            : []),
        ]}
      >
        <IconButton label={triggersTexts.more(title)}>
          <Ellipsis />
        </IconButton>
      </Menu>
      {isBackfilling && <BackfillDialog trigger={trigger} onClose={() => setBackfilling(false)} />}
    </div>
  )
}

'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Pencil, RefreshCw, Send, Trash2 } from 'lucide-react'
import { parseAsString, useQueryState } from 'nuqs'
import { useEffect, useRef } from 'react'
import { apiFailure } from '#components/api/api-failure.ts'
import type { Webhook } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { Button } from '#components/ui/controls/button.tsx'
import { Chip } from '#components/ui/controls/chip.tsx'
import { showToast } from '#components/ui/overlay/toast-store.ts'
import { Instant } from '#components/ui/text/time.tsx'
import { isolateText } from '#core/definition/escape-invisible.ts'
import { RowActions, Rows } from '../rows.tsx'
import { webhookTexts } from './texts/webhooks.ts'
import { useReloadWebhooks } from './use-reload-webhooks.ts'
import type { WebhookTask } from './webhook-dialogs.tsx'

interface WebhookListProps {
  webhooks: readonly Webhook[]
  onAsk(task: WebhookTask): void
}

/** The webhooks, each with whether it works; the one in the address is marked and in view. */
export function WebhookList({ webhooks, onAsk }: WebhookListProps) {
  const [chosen] = useQueryState('webhook', parseAsString)
  return (
    <Rows label={webhookTexts.webhooks}>
      {webhooks.map((webhook) => (
        <WebhookRow key={webhook.id} webhook={webhook} isChosen={webhook.id === chosen} onAsk={onAsk} />
      ))}
    </Rows>
  )
}

interface WebhookRowProps {
  webhook: Webhook
  isChosen: boolean
  onAsk(task: WebhookTask): void
}

function WebhookRow({ webhook, isChosen, onAsk }: WebhookRowProps) {
  const { url, eventFilter } = webhook
  const row = useRef<HTMLLIElement>(null)
  const test = useTest()
  useEffect(() => {
    if (isChosen) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  return (
    <li
      ref={row}
      aria-current={isChosen || undefined}
      className="grid grid-cols-[auto_1fr_auto] items-center gap-x-2 gap-y-1 px-3.5 py-2 aria-[current]:bg-accent-soft max-sm:grid-cols-[1fr_auto]"
    >
      <span className="flex">
        <HealthChip webhook={webhook} />
      </span>
      <span className="min-w-0 font-mono text-code font-semibold wrap-anywhere max-sm:order-2 max-sm:col-span-2">
        {url}
      </span>
      <span className="flex items-center gap-1 max-sm:order-1">
        <RowActions
          actions={[
            {
              label: webhookTexts.test(url),
              icon: <Send />,
              isOff: test.isPending,
              perform: () => test.mutate({ id: webhook.id }),
            },
            { label: webhookTexts.change(url), icon: <Pencil />, perform: () => onAsk({ kind: 'change', webhook }) },
            { label: webhookTexts.rotate(url), icon: <RefreshCw />, perform: () => onAsk({ kind: 'rotate', webhook }) },
            { label: webhookTexts.remove(url), icon: <Trash2 />, perform: () => onAsk({ kind: 'remove', webhook }) },
          ]}
        />
      </span>
      <span className="col-span-full flex min-w-0 flex-wrap items-center gap-1.5 text-small text-muted max-sm:order-3">
        {eventFilter.length === 0 ? <Chip>{webhookTexts.allEvents}</Chip> : null}
        {eventFilter.map((kind) => (
          <Chip key={kind}>{kind}</Chip>
        ))}
        <Health webhook={webhook} />
      </span>
      {webhook.disabledReason && <TurnedOff webhook={webhook} reason={webhook.disabledReason} />}
    </li>
  )
}

/** Why Heddle turned the webhook off, and the choice of a person: on again, or off for now. */
function TurnedOff({ webhook: { id, url }, reason }: { webhook: Webhook; reason: string }) {
  const api = useApi()
  const reload = useReloadWebhooks()
  const change = useMutation(
    api.webhooks.change.mutationOptions({
      onError: (error) => showToast({ tone: 'failed', title: apiFailure(error).message }),
      onSettled: reload,
    }),
  )
  return (
    <span className="col-span-full flex flex-wrap items-center gap-x-3 gap-y-1.5 text-small max-sm:order-4">
      <span className="min-w-0 flex-1 basis-60 text-failed wrap-anywhere">{isolateText(reason)}</span>
      <span className="flex gap-1.5">
        <Button
          size="small"
          aria-label={webhookTexts.turnOnOf(url)}
          disabled={change.isPending}
          onClick={() => change.mutate({ id, active: true })}
        >
          {webhookTexts.turnOn}
        </Button>
        <Button
          size="small"
          look="ghost"
          aria-label={webhookTexts.leaveOffOf(url)}
          disabled={change.isPending}
          onClick={() => change.mutate({ id, active: false })}
        >
          {webhookTexts.leaveOff}
        </Button>
      </span>
    </span>
  )
}

function HealthChip({ webhook: { active, disabledReason, failingSince } }: { webhook: Webhook }) {
  if (!active) {
    return (
      <Chip tone={disabledReason ? 'failed' : 'idle'}>
        {disabledReason ? webhookTexts.turnedOff : webhookTexts.off}
      </Chip>
    )
  }
  if (failingSince) return <Chip tone="human">{webhookTexts.failing}</Chip>
  return <Chip tone="done">{webhookTexts.on}</Chip>
}

/** What has become of the deliveries of the webhook, in words. */
function Health({ webhook }: { webhook: Webhook }) {
  const { disabledReason, failingSince, waiting, rotatingUntil, lastDelivery } = webhook
  return (
    <span className="flex flex-wrap gap-x-3">
      {failingSince && !disabledReason && (
        <span>
          {webhookTexts.failingSince} <Instant at={failingSince} />
        </span>
      )}
      {waiting > 0 && <span>{webhookTexts.waiting(waiting)}</span>}
      {rotatingUntil && (
        <span>
          {webhookTexts.rotatingUntil} <Instant at={rotatingUntil} />
        </span>
      )}
      <span>
        {lastDelivery ? (
          <>
            {webhookTexts.lastSent} <Instant at={lastDelivery.at} />
          </>
        ) : (
          webhookTexts.neverSent
        )}
      </span>
    </span>
  )
}

/** Sends a test, and tells what the receiver answered. */
function useTest() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation(
    api.webhooks.test.mutationOptions({
      onSuccess: ({ state, statusCode, durationMs, error }) => {
        if (state === 'waiting') showToast({ tone: 'async', title: webhookTexts.testWaits })
        else if (state === 'delivered') {
          showToast({ tone: 'done', title: webhookTexts.testDelivered(statusCode ?? 200, durationMs ?? 0) })
        } else showToast({ tone: 'failed', title: error ?? '' })
      },
      onError: (error) => showToast({ tone: 'failed', title: apiFailure(error).message }),
      onSettled: () => queryClient.invalidateQueries(api.webhooks.pathFilter()),
    }),
  )
}

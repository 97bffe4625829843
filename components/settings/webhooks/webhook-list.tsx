'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Pencil, RefreshCw, Send, Trash2, Webhook as WebhookIcon } from 'lucide-react'
import { apiFailure } from '#components/api/api-failure.ts'
import type { Webhook } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { IconButton } from '#components/ui/controls/button.tsx'
import { Chip } from '#components/ui/controls/chip.tsx'
import { showToast } from '#components/ui/overlay/toast-store.ts'
import { Instant } from '#components/ui/text/time.tsx'
import { LoadedList } from '../loaded-list.tsx'
import { webhookTexts } from './texts/webhooks.ts'
import type { WebhookTask } from './webhook-dialogs.tsx'

/** The webhooks, each with whether it works. */
export function WebhookList({ onAsk }: { onAsk: (task: WebhookTask) => void }) {
  const api = useApi()
  const webhooks = useQuery(api.webhooks.list.queryOptions())
  return (
    <LoadedList
      title={webhookTexts.webhooks}
      textsOf={({ url, eventFilter }) => [url, ...eventFilter]}
      query={webhooks}
      icon={<WebhookIcon />}
      nothing={webhookTexts.noWebhooksYet}
      nothingAbout={webhookTexts.addOneToReceive}
    >
      {(items) => (
        <ul aria-label={webhookTexts.webhooks} className="divide-y overflow-hidden rounded-m border bg-surface">
          {items.map((webhook) => (
            <WebhookRow key={webhook.id} webhook={webhook} onAsk={onAsk} />
          ))}
        </ul>
      )}
    </LoadedList>
  )
}

function WebhookRow({ webhook, onAsk }: { webhook: Webhook; onAsk: (task: WebhookTask) => void }) {
  const { url, eventFilter } = webhook
  return (
    <li className="grid grid-cols-[1fr_auto] items-center gap-x-3 gap-y-1 px-3.5 py-2">
      <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        <HealthChip webhook={webhook} />
        <span className="min-w-0 font-mono text-code font-semibold wrap-anywhere">{url}</span>
      </span>
      <span className="flex items-center gap-1">
        <TestButton webhook={webhook} />
        <IconButton size="small" label={webhookTexts.change(url)} onClick={() => onAsk({ kind: 'change', webhook })}>
          <Pencil />
        </IconButton>
        <IconButton size="small" label={webhookTexts.rotate(url)} onClick={() => onAsk({ kind: 'rotate', webhook })}>
          <RefreshCw />
        </IconButton>
        <IconButton size="small" label={webhookTexts.remove(url)} onClick={() => onAsk({ kind: 'remove', webhook })}>
          <Trash2 />
        </IconButton>
      </span>
      <span className="col-span-2 flex min-w-0 flex-wrap items-center gap-1.5 text-small text-muted">
        {eventFilter.length === 0 ? <Chip>{webhookTexts.allEvents}</Chip> : null}
        {eventFilter.map((kind) => (
          <Chip key={kind}>{kind}</Chip>
        ))}
        <Health webhook={webhook} />
      </span>
    </li>
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

/** What a person should know about the webhook, in words. */
function Health({ webhook }: { webhook: Webhook }) {
  const { disabledReason, failingSince, waiting, rotatingUntil, lastDelivery } = webhook
  return (
    <>
      {disabledReason && <span>{disabledReason}</span>}
      {failingSince && !disabledReason && (
        <span>
          {webhookTexts.failingSince} <Instant at={failingSince} />.
        </span>
      )}
      {waiting > 0 && <span>{webhookTexts.waiting(waiting)}</span>}
      {rotatingUntil && (
        <span>
          {webhookTexts.rotatingUntil} <Instant at={rotatingUntil} />.
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
    </>
  )
}

function TestButton({ webhook: { id, url } }: { webhook: Webhook }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const test = useMutation(
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
  return (
    <IconButton
      size="small"
      label={webhookTexts.test(url)}
      disabled={test.isPending}
      onClick={() => test.mutate({ id })}
    >
      <Send />
    </IconButton>
  )
}

'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronRight, RotateCw } from 'lucide-react'
import { useId, useState } from 'react'
import { apiFailure } from '#components/api/api-failure.ts'
import type { Delivery, DeliveryState } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { classNames } from '#components/ui/class-names.ts'
import { Button } from '#components/ui/controls/button.tsx'
import { Chip } from '#components/ui/controls/chip.tsx'
import { JsonView } from '#components/ui/json/json-view.tsx'
import { Skeleton } from '#components/ui/layout/skeleton.tsx'
import type { Tone } from '#components/ui/layout/tone.ts'
import { showToast } from '#components/ui/overlay/toast-store.ts'
import { Instant } from '#components/ui/text/time.tsx'
import type { Json } from '#core/json.ts'
import { RunLink } from '../run-link.tsx'
import { deliveryTexts } from './texts/deliveries.ts'

const tones: Readonly<Record<DeliveryState, Tone>> = {
  waiting: 'async',
  delivered: 'done',
  failed: 'failed',
  dropped: 'idle',
}

interface DeliveryRowProps {
  delivery: Delivery
  isOfRun: boolean
  /** An earlier event of its run is tried again. */
  isHeldBack: boolean
}

/** One delivery in a line; opened, with what was sent and what came back. */
export function DeliveryRow({ delivery, isOfRun, isHeldBack }: DeliveryRowProps) {
  const [isOpen, setIsOpen] = useState(false)
  const detailsId = useId()
  const { kind, state, attempts, attemptedAt, createdAt } = delivery
  const isRetried = state === 'waiting' && attempts > 0
  return (
    <li>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={detailsId}
        aria-label={deliveryTexts.details(kind)}
        onClick={() => setIsOpen(!isOpen)}
        className="flex min-h-9 w-full items-start gap-3 px-3 py-2 text-left hover:bg-hover focus-visible:-outline-offset-2"
      >
        <ChevronRight
          aria-hidden="true"
          className={classNames('mt-0.75 size-3.5 shrink-0 text-faint', isOpen && 'rotate-90')}
        />
        <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-0.5">
          <span className="font-mono text-code wrap-anywhere">{kind}</span>
          <Chip
            tone={isRetried ? 'human' : tones[state]}
            icon={!isRetried}
            {...(state === 'dropped' && { title: deliveryTexts.droppedHint })}
          >
            {isRetried ? deliveryTexts.retrying : deliveryTexts.states[state]}
          </Chip>
          <span className="text-small text-muted">
            {isHeldBack ? deliveryTexts.heldBack : <Result delivery={delivery} isRetried={isRetried} />}
          </span>
        </span>
        <Instant at={attemptedAt ?? createdAt} className="shrink-0 text-small text-muted" />
      </button>
      {isOpen && (
        <div id={detailsId} className="grid gap-3 border-t bg-sunken px-4 py-3">
          <DeliveryDetails delivery={delivery} isOfRun={isOfRun} />
        </div>
      )}
    </li>
  )
}

/** What came back, how often it was tried, and when it is tried again. */
function Result({ delivery, isRetried }: { delivery: Delivery; isRetried: boolean }) {
  const { statusCode, error, attempts, nextAt } = delivery
  const answer =
    statusCode === null ? error !== null && attempts > 0 && deliveryTexts.noAnswer : deliveryTexts.answered(statusCode)
  return (
    <>
      {[answer, attempts > 1 && deliveryTexts.attempts(attempts)].filter(Boolean).join(', ')}
      {isRetried && nextAt !== null && (
        <>
          , {deliveryTexts.next} <Instant at={nextAt} />
        </>
      )}
    </>
  )
}

function DeliveryDetails({ delivery, isOfRun }: { delivery: Delivery; isOfRun: boolean }) {
  const { id, url, runId, state, error, durationMs, attempts, nextAt } = delivery
  return (
    <>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        <dt className="text-muted">{deliveryTexts.to}</dt>
        <dd className="font-mono text-code wrap-anywhere">{url}</dd>
        {runId !== null && !isOfRun && (
          <>
            <dt className="text-muted">{deliveryTexts.run}</dt>
            <dd>
              <RunLink runId={runId} />
            </dd>
          </>
        )}
      </dl>
      <p className="text-small text-muted">
        {deliveryTexts.attempts(attempts)}
        {durationMs !== null && ` ${deliveryTexts.within(durationMs)}`}
        {nextAt !== null && (
          <>
            , {deliveryTexts.next} <Instant at={nextAt} />
          </>
        )}
      </p>
      {error !== null && <p className="wrap-anywhere">{error}</p>}
      <DeliveryBody id={id} />
      {state !== 'waiting' && <SendAgain id={id} />}
    </>
  )
}

function DeliveryBody({ id }: { id: string }) {
  const api = useApi()
  const { data, error } = useQuery(api.webhooks.delivery.queryOptions({ id }))
  if (error) return <p className="text-failed">{apiFailure(error).message}</p>
  if (!data) return <Skeleton className="h-16" />
  if (data.body === null) return <p className="text-muted">{deliveryTexts.bodyIsGone}</p>
  return <JsonView value={JSON.parse(data.body) as Json} label={deliveryTexts.body} />
}

function SendAgain({ id }: { id: string }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const again = useMutation(
    api.webhooks.redeliver.mutationOptions({
      onSuccess: () => showToast({ tone: 'done', title: deliveryTexts.underWay }),
      onError: (error) => showToast({ tone: 'failed', title: apiFailure(error).message }),
      onSettled: () => queryClient.invalidateQueries(api.webhooks.pathFilter()),
    }),
  )
  return (
    <Button
      size="small"
      icon={<RotateCw />}
      className="justify-self-start"
      disabled={again.isPending}
      onClick={() => again.mutate({ id })}
    >
      {deliveryTexts.sendAgain}
    </Button>
  )
}

'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import type { BulkOperation } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { readStored, writeStored } from '#components/shell/browser-storage.ts'
import { Button, IconButton } from '#components/ui/controls/button.tsx'
import { toneClasses } from '#components/ui/layout/tone.ts'
import { formatNumber } from '#components/ui/text/format-number.ts'
import { bulkTexts } from '../texts/bulk.ts'
import { BulkResults } from './bulk-results.tsx'
import { bulkSentence } from './bulk-words.ts'
import { operationsToShow } from './operations-to-show.ts'
import { useBulkOperations } from './use-bulk.ts'

/**
 * The bulk operations over runs: all pending ones, and the few that ended a short while ago, until they are dismissed.
 */
export function BulkProgress() {
  const operations = useBulkOperations()
  const { dismissed, dismiss } = useDismissed()
  const [opened, setOpened] = useState<string | null>(null)
  const shown = operationsToShow(operations ?? [], dismissed, Date.now())
  if (shown.length === 0) return null
  return (
    <section
      aria-label={bulkTexts.bulkOperations}
      className="grid max-h-[30vh] shrink-0 overflow-y-auto border-b bg-surface"
    >
      {shown.map((operation) => (
        <Operation
          key={operation.id}
          operation={operation}
          onOpen={() => setOpened(operation.id)}
          onDismiss={() => dismiss(operation.id)}
        />
      ))}
      {opened !== null && <BulkResults id={opened} onClose={() => setOpened(null)} />}
    </section>
  )
}

interface OperationProps {
  operation: BulkOperation
  onOpen(): void
  onDismiss(): void
}

function Operation({ operation, onOpen, onDismiss }: OperationProps) {
  const { id, total, done, refused, endedAt } = operation
  const api = useApi()
  const queryClient = useQueryClient()
  const cancel = useMutation(
    api.bulk.cancel.mutationOptions({ onSettled: () => queryClient.invalidateQueries(api.bulk.list.pathFilter()) }),
  )
  const handled = done + refused
  const isRunning = endedAt === null
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-1 text-body">
      <span role="status" className="font-[550]">
        {bulkSentence(operation)}
      </span>
      <progress
        value={handled}
        max={total}
        aria-label={bulkSentence(operation)}
        className={`h-1.5 w-40 overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-tone [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-tone ${toneClasses[refused > 0 ? 'human' : 'done']}`}
      />
      <span className="text-muted tabular-nums">{bulkTexts.of(formatNumber(handled), formatNumber(total))}</span>
      <span className="ml-auto flex items-center gap-1">
        <Button size="small" look="ghost" onClick={onOpen}>
          {bulkTexts.results}
        </Button>
        {isRunning && operation.mayCancel && (
          <Button
            size="small"
            onClick={() => cancel.mutate({ id })}
            disabled={cancel.isPending || operation.state === 'cancelled'}
          >
            {bulkTexts.stop}
          </Button>
        )}
        {!isRunning && (
          <IconButton label={bulkTexts.dismiss} size="small" onClick={onDismiss}>
            <X />
          </IconButton>
        )}
      </span>
    </div>
  )
}

const key = 'heddle.bulk.dismissed'
const most = 50

/** The operations dismissed in this browser; without browser storage they are shown again after a reload. */
function useDismissed() {
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(read)
  const dismiss = (id: string) => {
    const next = [...dismissed, id].slice(-most)
    setDismissed(new Set(next))
    writeStored(key, JSON.stringify(next))
  }
  return { dismissed, dismiss }
}

function read(): ReadonlySet<string> {
  try {
    const stored: unknown = JSON.parse(readStored(key) ?? '[]')
    return new Set(Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [])
  } catch {
    return new Set()
  }
}

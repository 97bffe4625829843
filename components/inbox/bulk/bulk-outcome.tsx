'use client'

import type { HumanTaskSummary } from '#components/api/models.ts'
import { Chip } from '#components/ui/controls/chip.tsx'
import { isolateSentence, isolateText } from '#core/definition/escape-invisible.ts'
import { bulkTexts } from '../texts/bulk.ts'
import { resultWords } from './task-kinds.ts'
import type { TaskResult } from './use-decide-many.ts'

export interface BulkOutcomeProps {
  tasks: readonly HumanTaskSummary[]
  results: readonly TaskResult[]
}

/** The result of each decision; results that need attention come first. */
export function BulkOutcome({ tasks, results }: BulkOutcomeProps) {
  const titles = new Map(tasks.map(({ taskId, title }) => [taskId, title]))
  const rows = results
    .map(({ taskId, result }) => ({ taskId, ...resultWords(result) }))
    .toSorted((a, b) => Number(a.tone === 'done') - Number(b.tone === 'done'))
  return (
    <ul aria-label={bulkTexts.results} className="divide-y overflow-hidden rounded-m border">
      {rows.map(({ taskId, word, tone, message }) => (
        <li key={taskId} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1.75">
          <Chip tone={tone} icon>
            {word}
          </Chip>
          <span className="min-w-0 flex-1 basis-40 truncate font-medium">
            {isolateText(titles.get(taskId) ?? taskId)}
          </span>
          {message !== null && (
            <span className="min-w-0 text-small text-muted wrap-anywhere">{isolateSentence(message)}</span>
          )}
        </li>
      ))}
    </ul>
  )
}

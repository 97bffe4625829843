'use client'

import Link from 'next/link'
import type { HumanTaskDetail } from '#components/api/models.ts'
import { RunValues } from '#components/runs/run-values.tsx'
import { shortId } from '#components/runs/short-id.ts'
import { stepPath } from '#components/shell/paths.ts'
import { JsonView } from '#components/ui/json/json-view.tsx'
import { Instant } from '#components/ui/text/time.tsx'
import { isolateSentence } from '#core/definition/escape-invisible.ts'
import { taskTexts } from '../texts/task.ts'
import { TaskSection } from './task-section.tsx'

/**
 * The history of the task, the earlier steps of its run and the decisions of runs above it, newest first, and the
 * present values.
 */
export function TaskHistory({ task }: { task: HumanTaskDetail }) {
  const entries = [...task.activity.toReversed().map((act) => ({ ...act, step: '', run: null })), ...task.earlier]
  return (
    <TaskSection title={taskTexts.activity}>
      {entries.length > 0 && (
        <ol className="grid gap-2">
          {entries.map((entry, index) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: two of them may say the same at the same moment
              key={`${entry.at} ${index}`}
              className="flex gap-2.25 text-body"
            >
              <Instant at={entry.at} className="shrink-0 font-mono text-code text-faint" />
              <span className="min-w-0 wrap-anywhere">
                {isolateSentence(entry.sentence)}
                {entry.run && (
                  <>
                    {' In '}
                    <Link href={stepPath(entry.run.runId, entry.step)} className="text-accent hover:underline">
                      {entry.run.workflow} {shortId(entry.run.runId)}
                    </Link>
                    , above this run.
                  </>
                )}
              </span>
            </li>
          ))}
        </ol>
      )}
      <details>
        <summary className="w-fit rounded-s text-label text-muted hover:text-ink">{taskTexts.runState}</summary>
        <RunValues runId={task.runId}>
          <JsonView label={taskTexts.state} value={task.runState} className="mt-2" />
        </RunValues>
      </details>
    </TaskSection>
  )
}

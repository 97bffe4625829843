'use client'

import { Check } from 'lucide-react'
import type { HumanTaskDetail } from '#components/api/models.ts'
import { formatInstant } from '#components/ui/text/format-time.ts'
import { useNow } from '#components/ui/text/use-now.ts'
import { approvalsInWords } from '../list/task-words.ts'
import { taskTexts } from '../texts/task.ts'
import { usePersonNames } from '../use-person-names.ts'

/** The progress of a task with several approvals: one place per approval, filled with the approver's name. */
export function Approvals({ task }: { task: HumanTaskDetail }) {
  const nameOf = usePersonNames()
  const now = useNow()
  const words = approvalsInWords(task, nameOf)
  if (words === null) return null
  const { approvals, approvalsRequired } = task
  const missing = Math.max(0, approvalsRequired - approvals.length)
  return (
    <section aria-label={taskTexts.approvals} className="grid gap-2">
      <p className="font-[550]">{words}</p>
      <ul className="flex flex-wrap gap-2">
        {approvals.map(({ by, at }) => (
          <li
            key={by.id}
            className="tone-done flex h-7 items-center gap-1.5 rounded-full bg-tone-soft px-3 text-small font-[550] text-tone"
          >
            <Check aria-hidden="true" className="size-3.5" />
            {nameOf(by.id, by.name)}
            <span className="font-normal">{formatInstant(Date.parse(at), now)}</span>
          </li>
        ))}
        {Array.from({ length: missing }, (_, place) => taskTexts.approval(place)).map((place) => (
          <li
            key={place}
            className="flex h-7 items-center rounded-full border border-dashed border-line-strong px-3 text-small text-muted"
          >
            {taskTexts.open}
          </li>
        ))}
      </ul>
    </section>
  )
}

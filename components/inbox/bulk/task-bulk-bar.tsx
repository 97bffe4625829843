'use client'

import { CheckCheck, X } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { HumanTaskSummary } from '#components/api/models.ts'
import { useOfferActions } from '#components/shell/action-store.ts'
import { Button, IconButton } from '#components/ui/button.tsx'
import { Kbd } from '#components/ui/kbd.tsx'
import { BulkDecideDialog } from './bulk-decide-dialog.tsx'
import { useChosenTasks } from './chosen-tasks.ts'

/** What can be done with the chosen tasks: one decision for all of them. */
export function TaskBulkBar({ tasks, taskIds }: { tasks: readonly HumanTaskSummary[]; taskIds: readonly string[] }) {
  const { chosen, choose, clear } = useChosenTasks()
  const [asked, setAsked] = useState<readonly HumanTaskSummary[] | null>(null)
  const present = useMemo(
    () => tasks.filter(({ taskId, status }) => status === 'open' && chosen.has(taskId)),
    [tasks, chosen],
  )
  useOfferActions(
    useMemo(
      () => [
        {
          id: 'inbox.decide-chosen',
          label: 'Decide the chosen tasks',
          group: 'Inbox',
          icon: CheckCheck,
          shortcut: 'shift+enter',
          enabled: present.length > 0,
          perform: () => setAsked(present),
        },
      ],
      [present],
    ),
  )
  return (
    <>
      {present.length > 0 && (
        <section aria-label="Chosen tasks" className="flex flex-wrap items-center gap-2 border-t px-3.5 py-2">
          <span role="status" className="font-[550]">
            {present.length} chosen
          </span>
          {present.length < taskIds.length && (
            <Button size="small" look="ghost" onClick={() => choose(taskIds)}>
              All {taskIds.length} shown
            </Button>
          )}
          <span className="ml-auto flex items-center gap-1.5">
            <Button look="primary" size="small" icon={<CheckCheck />} onClick={() => setAsked(present)}>
              Decide
              <Kbd keys="shift+enter" className="border-current bg-transparent text-current" />
            </Button>
            <IconButton label="Choose no task" size="small" onClick={clear}>
              <X />
            </IconButton>
          </span>
        </section>
      )}
      {asked && (
        <BulkDecideDialog
          tasks={asked}
          onClose={() => setAsked(null)}
          onDecided={(decided) => choose([...chosen].filter((taskId) => !decided.has(taskId)))}
        />
      )}
    </>
  )
}
